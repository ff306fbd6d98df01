import LogOut from "lucide-react/icons/log-out";
import { Link, matchPath, useLocation } from "react-router";
import type { Person } from "#contract/auth.ts";
import { useSession } from "#web/session.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import type { SignOut } from "./use-sign-out.ts";
import { SchemeSwitch } from "./scheme-switch.tsx";
import classes from "./shell-menu.module.css";
import type { SidebarLink } from "./sidebar-links.tsx";

function UserNames(props: { person: Person | null }) {
  const { person } = props;
  return (
    <>
      <strong>{person?.fullName || person?.email}</strong>
      {person?.fullName ? <span>{person.email}</span> : null}
      {person?.isAdmin ? <StatusBadge label="Admin" color="vermilion" size="sm" /> : null}
    </>
  );
}

const accountAddress = "/admin/dashboard/account";

/** @param props.onNavigate called when a link is clicked, so that a drawer can close. */
export function ShellMenu(props: {
  links: readonly SidebarLink[];
  signOut: SignOut;
  onNavigate?: () => void;
}) {
  const { person } = useSession();
  const { pathname } = useLocation();
  // NavLink would rerender at every step of a navigation.
  const currentMark = (path: string, isExact: boolean) =>
    matchPath({ path, end: isExact }, pathname) ? { "aria-current": "page" as const } : {};
  return (
    <div className={classes["menu"]}>
      <nav className={classes["links"]} aria-label="Main">
        {props.links.map((link) => (
          <Link
            key={link.to}
            to={link.to}
            prefetch="render"
            {...currentMark(link.to, link.isExact ?? false)}
            className={classes["link"] ?? ""}
            onClick={props.onNavigate}
          >
            {link.icon}
            {link.label}
          </Link>
        ))}
      </nav>
      <div className={classes["foot"]}>
        <div className={classes["user"]}>
          {person?.isAdmin ? (
            <Link
              to={accountAddress}
              {...currentMark(accountAddress, true)}
              className={classes["names"] ?? ""}
              title="Your account"
              onClick={props.onNavigate}
            >
              <UserNames person={person} />
            </Link>
          ) : (
            <div className={classes["names"]}>
              <UserNames person={person} />
            </div>
          )}
          <SchemeSwitch />
        </div>
        <button
          type="button"
          className={classes["link"]}
          disabled={props.signOut.isEnding}
          onClick={() => void props.signOut.logOut()}
        >
          <LogOut size={18} aria-hidden="true" />
          Log out
        </button>
      </div>
    </div>
  );
}
