/** What stands in the sidebar and in its drawer on a phone: places, person, way out. */
import LogOut from "lucide-react/icons/log-out";
import { Link, matchPath, useLocation } from "react-router";
import type { Person } from "#contract/auth.ts";
import { useSession } from "#web/session.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import type { SignOut } from "./use-sign-out.ts";
import { SchemeSwitch } from "./scheme-switch.tsx";
import classes from "./shell-menu.module.css";
import type { ShellPlace } from "./sidebar-links.tsx";

function Names(props: { person: Person | null }) {
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

/** @param onLeave called when a place is chosen, so that a drawer can close itself. */
export function ShellMenu(props: {
  places: readonly ShellPlace[];
  departure: SignOut;
  onLeave?: () => void;
}) {
  const { person } = useSession();
  const { pathname } = useLocation();
  // The router's own link for places draws itself anew with every step of a move.
  const mark = (path: string, isExact: boolean) =>
    matchPath({ path, end: isExact }, pathname) ? { "aria-current": "page" as const } : {};
  return (
    <div className={classes["menu"]}>
      <nav className={classes["places"]} aria-label="Main">
        {props.places.map((place) => (
          <Link
            key={place.to}
            to={place.to}
            {...mark(place.to, place.isExact ?? false)}
            className={classes["place"] ?? ""}
            onClick={props.onLeave}
          >
            {place.icon}
            {place.label}
          </Link>
        ))}
      </nav>
      <div className={classes["foot"]}>
        <div className={classes["person"]}>
          {person?.isAdmin ? (
            <Link
              to={accountAddress}
              {...mark(accountAddress, true)}
              className={classes["names"] ?? ""}
              title="Your account"
              onClick={props.onLeave}
            >
              <Names person={person} />
            </Link>
          ) : (
            <div className={classes["names"]}>
              <Names person={person} />
            </div>
          )}
          <SchemeSwitch />
        </div>
        <button
          type="button"
          className={classes["place"]}
          disabled={props.departure.isLeaving}
          onClick={() => void props.departure.logOut()}
        >
          <LogOut size={18} aria-hidden="true" />
          Log out
        </button>
      </div>
    </div>
  );
}
