/** What stands in the sidebar and in its drawer on a phone: places, person, way out. */
import LogOut from "lucide-react/icons/log-out";
import { useEffect, useState } from "react";
import { NavLink } from "react-router";
import type { Person } from "#contract/people.ts";
import { useSession } from "#web/session.tsx";
import { useIsTime, whenIdle } from "#web/ui/late-part.ts";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import type { Departure } from "./departure.ts";
import { SchemeSwitch } from "./scheme-switch.tsx";
import classes from "./shell-menu.module.css";
import type { ShellPlace } from "./shell-places.tsx";

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

/** Long enough for the browser to have begun with every room, whose code then comes by itself. */
const fetchingMilliseconds = 800;

function isHere(address: string): boolean {
  const [fetched] = performance.getEntriesByName(address, "resource");
  return fetched instanceof PerformanceResourceTiming && fetched.responseStatus === 200;
}

/**
 * Runs the code that was fetched ahead, a file whenever there is nothing else to do: left to the click, that takes as
 * long as drawing the room. Only once all of it is here, since browsers remember of a file that it could not be had.
 */
async function runFetched(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]');
  const addresses = [...links].map(({ href }) => href);
  if (!addresses.every(isHere)) return;
  for (const address of addresses) {
    await new Promise<void>((resolve) => void whenIdle(resolve));
    await import(/* @vite-ignore */ address);
  }
}

/**
 * Whether the other rooms are to be fetched: once this one is drawn, so that a click finds them here, and not for long,
 * since what fetches is worked out anew with every room that is entered.
 */
function useFetchesRooms(): boolean {
  const isTime = useIsTime();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isTime) return undefined;
    const timer = setTimeout(() => {
      void runFetched();
      setOver(true);
    }, fetchingMilliseconds);
    return () => clearTimeout(timer);
  }, [isTime]);
  return isTime && !isOver;
}

/** @param onLeave called when a place is chosen, so that a drawer can close itself. */
export function ShellMenu(props: {
  places: readonly ShellPlace[];
  departure: Departure;
  onLeave?: () => void;
}) {
  const { person } = useSession();
  const isFetching = useFetchesRooms();
  return (
    <div className={classes["menu"]}>
      <nav className={classes["places"]} aria-label="Main">
        {props.places.map((place) => (
          <NavLink
            key={place.to}
            to={place.to}
            end={place.isExact ?? false}
            className={classes["place"] ?? ""}
            prefetch={isFetching ? "render" : "none"}
            onClick={props.onLeave}
          >
            {place.icon}
            {place.label}
          </NavLink>
        ))}
      </nav>
      <div className={classes["foot"]}>
        <div className={classes["person"]}>
          {person?.isAdmin ? (
            <NavLink
              to="/admin/dashboard/account"
              className={classes["names"] ?? ""}
              title="Your account"
              onClick={props.onLeave}
            >
              <Names person={person} />
            </NavLink>
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
