import { brandName } from "#core/brand.ts";
import { Logo } from "#web/ui/logo.tsx";
import classes from "./public-footer.module.css";
import { t } from "./messages.ts";

// Prerendered pages outlive the year, so the server replaces the placeholder with the current one.
const year = import.meta.env.SSR ? "%YEAR%" : String(new Date().getFullYear());

/** Section 2 of the specification: the footer shows the copyright year and the brand. */
export function PublicFooter() {
  return (
    <footer className={classes["footer"]}>
      <div className={classes["row"]}>
        <Logo size={24} />
        <nav className={classes["links"]} aria-label={t("layout.footer")}>
          <a href="/">{t("layout.home")}</a>
          <a href="/pricing">{t("layout.pricing")}</a>
          <a href="/services">{t("layout.services")}</a>
          <a href="/help">{t("common.help")}</a>
          <a href="/contact">{t("common.contact")}</a>
          <a href="/terms">{t("layout.terms")}</a>
          <a href="/privacy">{t("layout.privacy")}</a>
        </nav>
        <p className={classes["copyright"]}>
          <span suppressHydrationWarning>{t("layout.copyright", { year, brand: brandName })}</span>
        </p>
      </div>
    </footer>
  );
}
