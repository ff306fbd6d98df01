import { brandName } from "#platform/rules/brand.ts";
import { publicPath } from "#ui/web/i18n/messages.tsx";
import { Logo } from "#ui/web/logo.tsx";
import footerClasses from "./public-footer.module.css";
import { t } from "./messages.ts";

// Prerendered pages outlive the year, so the server replaces the placeholder with the current one.
const year = import.meta.env.SSR ? "%YEAR%" : String(new Date().getFullYear());

/** Section 2 of the specification: the footer shows the copyright year and the brand. */
export function PublicFooter() {
  return (
    <footer className={footerClasses["footer"]}>
      <div className={footerClasses["row"]}>
        <Logo size={24} />
        <nav className={footerClasses["links"]} aria-label={t("layout.footer")}>
          <a href={publicPath("/")}>{t("layout.home")}</a>
          <a href={publicPath("/pricing")}>{t("layout.pricing")}</a>
          <a href={publicPath("/services")}>{t("layout.services")}</a>
          <a href="/calculator">{t("layout.calculator")}</a>
          <a href={publicPath("/times")}>{t("layout.times")}</a>
          <a href={publicPath("/help")}>{t("common.help")}</a>
          <a href={publicPath("/contact")}>{t("common.contact")}</a>
          <a href={publicPath("/terms")}>{t("layout.terms")}</a>
          <a href={publicPath("/privacy")}>{t("layout.privacy")}</a>
        </nav>
        <p className={footerClasses["copyright"]}>
          <span suppressHydrationWarning>{t("layout.copyright", { year, brand: brandName })}</span>
        </p>
      </div>
    </footer>
  );
}
