import Menu from "lucide-react/icons/menu";
import { useState } from "react";
import { Link, NavLink, useLocation, useNavigate } from "react-router";
import { LanguageMenu } from "#office/web/languages/language-menu.tsx";
import { publicPath, t, toastText } from "#ui/web/i18n/messages.tsx";
import { brandName } from "#platform/rules/brand.ts";
import { costAddress } from "#platform/rules/page-addresses.ts";
import { useSession } from "#ui/web/session.tsx";
import { Logo } from "#ui/web/logo.tsx";
import { showToast } from "#ui/web/toast.tsx";
import classes from "./public-frame.module.css";
import { SchemeSwitch } from "./scheme-switch.tsx";

const publicPages = [
  { labelId: "layout.home", href: "/" },
  { labelId: "layout.pricing", href: "/pricing" },
  { labelId: "layout.services", href: "/services" },
] as const;

function PublicLinks() {
  return (
    <>
      {publicPages.map(({ href, labelId }) => (
        <NavLink
          key={href}
          to={publicPath(href)}
          end
          reloadDocument
          className={classes["headerLink"] ?? ""}
        >
          {t(labelId)}
        </NavLink>
      ))}
      {/* The stylesheet shows it once there is a warehouse. */}
      <a href={costAddress} className={`${classes["headerLink"]} ${classes["withWarehouse"]}`}>
        {t("layout.whatWillItCost")}
      </a>
    </>
  );
}

/** Logs out through the application where it runs, and by submitting the form where it does not. */
function LogoutForm() {
  const session = useSession();
  const navigate = useNavigate();
  const [isRunning, setRunning] = useState(false);
  const logOut = async () => {
    setRunning(true);
    try {
      await session.signOut();
      showToast({ ...toastText("loggedOut"), kind: "success", place: "session" });
      await navigate(publicPath("/"));
    } catch {
      showToast({ ...toastText("logoutFailed"), kind: "destructive", place: "session" });
    } finally {
      setRunning(false);
    }
  };
  return (
    <form
      method="post"
      action="/logout"
      data-logout
      onSubmit={(event) => {
        event.preventDefault();
        void logOut();
      }}
    >
      <button type="submit" className={classes["headerLink"]} disabled={isRunning}>
        {t("layout.logout")}
      </button>
    </form>
  );
}

/** The links for visitors and for signed-in users; the stylesheet shows the right ones. */
function AccountLinks() {
  return (
    <>
      <div className={classes["signedOut"]}>
        <Link to="/login" className={classes["headerLink"]}>
          {t("layout.login")}
        </Link>
        <Link to="/register" className={classes["primaryLink"]}>
          {t("layout.signUp")}
        </Link>
      </div>
      <div className={classes["signedIn"]}>
        <Link to="/dashboard" className={`${classes["primaryLink"]} ${classes["forCustomers"]}`}>
          {t("common.dashboard")}
        </Link>
        <Link to="/admin/dashboard" className={`${classes["primaryLink"]} ${classes["forAdmins"]}`}>
          {t("common.dashboard")}
        </Link>
        <LogoutForm />
      </div>
    </>
  );
}

/** Section 2 of the specification, "The public header". On a phone the links are in a disclosure. */
export function PublicHeader() {
  const { pathname } = useLocation();
  return (
    <header className={classes["header"]}>
      <div className={classes["headerRow"]}>
        <Link
          to={publicPath("/")}
          reloadDocument
          className={classes["headerHome"]}
          aria-label={t("layout.homePage", { brand: brandName })}
        >
          <Logo />
        </Link>
        <nav className={classes["wideScreen"]} aria-label={t("layout.main")}>
          <PublicLinks />
        </nav>
        <div className={classes["headerActions"]}>
          <LanguageMenu />
          <SchemeSwitch />
          <div className={classes["wideScreen"]}>
            <AccountLinks />
          </div>
          {/* The key closes the menu when the page changes. */}
          <details key={pathname} className={classes["headerMenu"]} data-menu>
            <summary aria-label={t("layout.menu")}>
              <Menu size={20} aria-hidden="true" />
            </summary>
            <nav className={classes["headerSheet"]} aria-label={t("layout.menu")}>
              <PublicLinks />
              <AccountLinks />
            </nav>
          </details>
        </div>
      </div>
    </header>
  );
}

const year = import.meta.env.SSR ? "%YEAR%" : String(new Date().getFullYear());

/** Section 2 of the specification: the footer shows the copyright year and the brand. */
export function PublicFooter() {
  return (
    <footer className={classes["footer"]}>
      <div className={classes["footerRow"]}>
        <Logo size={24} />
        <nav className={classes["footerLinks"]} aria-label={t("layout.footer")}>
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
        <p className={classes["copyright"]}>
          <span suppressHydrationWarning>{t("layout.copyright", { year, brand: brandName })}</span>
        </p>
      </div>
    </footer>
  );
}
