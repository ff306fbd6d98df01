/** The head of the public pages: where to go, and the way in or out. */
import Menu from "lucide-react/icons/menu";
import { useState } from "react";
import { Link, NavLink, useLocation, useNavigate } from "react-router";
import { toasts } from "#contract/messages.ts";
import { brandName } from "#core/brand.ts";
import { useSession } from "#web/session.tsx";
import { Logo } from "#web/ui/logo.tsx";
import { showToast } from "#web/ui/toast.tsx";
import classes from "./public-header.module.css";
import { SchemeSwitch } from "./scheme-switch.tsx";

// Public pages are whole documents of their own, so links to them load one instead of rendering.
const places = [
  { label: "Home", href: "/" },
  { label: "Pricing", href: "/pricing" },
  { label: "Services", href: "/services" },
];

function Places() {
  return places.map((place) => (
    <NavLink key={place.href} to={place.href} end reloadDocument className={classes["place"] ?? ""}>
      {place.label}
    </NavLink>
  ));
}

/** Logs out through the application where it runs, and as a plain form where it does not. */
function LogoutForm() {
  const session = useSession();
  const navigate = useNavigate();
  const [isRunning, setRunning] = useState(false);
  const logOut = async () => {
    setRunning(true);
    try {
      await session.signOut();
      showToast({ ...toasts.loggedOut, kind: "success" });
      await navigate("/");
    } catch {
      showToast({ ...toasts.logoutFailed, kind: "destructive" });
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
      <button type="submit" className={classes["place"]} disabled={isRunning}>
        Logout
      </button>
    </form>
  );
}

/** Both ways stand in the document; the stylesheet shows the one that fits the visitor. */
function Ways() {
  return (
    <>
      <div className={classes["forStrangers"]}>
        <Link to="/login" className={classes["place"]}>
          Login
        </Link>
        <Link to="/register" className={classes["join"]}>
          Sign Up
        </Link>
      </div>
      <div className={classes["forMembers"]}>
        <LogoutForm />
        <Link to="/dashboard" className={`${classes["join"]} ${classes["forCustomers"]}`}>
          Dashboard
        </Link>
        <Link to="/admin/dashboard" className={`${classes["join"]} ${classes["forAdmins"]}`}>
          Dashboard
        </Link>
      </div>
    </>
  );
}

/** Section 2 of the specification, "The public header". On a phone the menu folds into a disclosure. */
export function PublicHeader() {
  const { pathname } = useLocation();
  return (
    <header className={classes["header"]}>
      <div className={classes["row"]}>
        <Link
          to="/"
          reloadDocument
          className={classes["home"]}
          aria-label={`${brandName}, home page`}
        >
          <Logo />
        </Link>
        <nav className={classes["wide"]} aria-label="Main">
          <Places />
        </nav>
        <div className={classes["ways"]}>
          <SchemeSwitch />
          <div className={classes["wide"]}>
            <Ways />
          </div>
          {/* A menu of its own for each screen, so that it does not stay open over the one it led to. */}
          <details key={pathname} className={classes["menu"]} data-menu>
            <summary aria-label="Menu">
              <Menu size={20} aria-hidden="true" />
            </summary>
            <nav className={classes["sheet"]} aria-label="Menu">
              <Places />
              <Ways />
            </nav>
          </details>
        </div>
      </div>
    </header>
  );
}
