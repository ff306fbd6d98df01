/** What stands in the sidebar and in its drawer on a phone: places, person, way out. */
import LogOut from "lucide-react/icons/log-out";
import { useState } from "react";
import { NavLink, useNavigate } from "react-router";
import { toasts } from "#contract/messages.ts";
import { useSession } from "#web/session.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { SchemeSwitch } from "./scheme-switch.tsx";
import classes from "./shell-menu.module.css";
import type { ShellPlace } from "./shell-places.tsx";

function LogOutButton() {
  const session = useSession();
  const navigate = useNavigate();
  const [isRunning, setRunning] = useState(false);
  const logOut = async () => {
    setRunning(true);
    try {
      // First away from the protected screen, which would send a signed-out person to sign in.
      await navigate("/");
      await session.signOut();
      showToast({ ...toasts.shellLoggedOut, kind: "success" });
    } catch {
      showToast({ ...toasts.shellLogoutFailed, kind: "destructive" });
    } finally {
      setRunning(false);
    }
  };
  return (
    <button
      type="button"
      className={classes["place"]}
      disabled={isRunning}
      onClick={() => void logOut()}
    >
      <LogOut size={18} aria-hidden="true" />
      Log out
    </button>
  );
}

/** @param onLeave called when a place is chosen, so that a drawer can close itself. */
export function ShellMenu(props: { places: readonly ShellPlace[]; onLeave?: () => void }) {
  const { person } = useSession();
  return (
    <div className={classes["menu"]}>
      <nav className={classes["places"]} aria-label="Main">
        {props.places.map((place) => (
          <NavLink
            key={place.to}
            to={place.to}
            end={place.isExact ?? false}
            className={classes["place"] ?? ""}
            onClick={props.onLeave}
          >
            {place.icon}
            {place.label}
          </NavLink>
        ))}
      </nav>
      <div className={classes["foot"]}>
        <div className={classes["person"]}>
          <div className={classes["names"]}>
            <strong>{person?.fullName || person?.email}</strong>
            {person?.fullName ? <span>{person.email}</span> : null}
            {person?.isAdmin ? <StatusBadge label="Admin" color="vermilion" size="sm" /> : null}
          </div>
          <SchemeSwitch />
        </div>
        <LogOutButton />
      </div>
    </div>
  );
}
