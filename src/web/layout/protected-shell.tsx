/** The frame of the signed-in area: who may enter, the sidebar, and the screen beside it. */
import Menu from "lucide-react/icons/menu";
import { memo, Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { Navigate, useLocation, useOutlet, type Location } from "react-router";
import { brandName } from "#core/brand.ts";
import { useStoredSession, useSession } from "#web/session.tsx";
import { PageLoader } from "#web/ui/loading-state.tsx";
import { lazyComponent, useIsWanted } from "#web/ui/lazy-component.ts";
import { Logo } from "#web/ui/logo.tsx";
import { LeaveContext, useSignOut, type SignOut } from "./use-sign-out.ts";
import { IdleParts } from "./idle-components.tsx";
import { MaintenanceGate } from "./maintenance-gate.tsx";
import classes from "./protected-shell.module.css";
import { ShellMenu } from "./shell-menu.tsx";
import type { ShellPlace } from "./sidebar-links.tsx";

const homeLabel = `${brandName}, home page`;

const ShellDrawer = lazyComponent(async () => {
  const { ShellDrawer: drawer } = await import("./shell-drawer.tsx");
  return drawer;
});

/** Once what was drawn last is painted; the answer calls it off. */
function afterPaint(work: () => void): () => void {
  const channel = new MessageChannel();
  channel.port1.onmessage = work;
  const frame = requestAnimationFrame(() => channel.port2.postMessage(null));
  return () => {
    cancelAnimationFrame(frame);
    channel.port1.close();
  };
}

/**
 * The screen at an address. The router hands it over anew with every step of a move; were it drawn anew each time, a
 * click would first redraw the screen that is about to go.
 */
const Screen = memo(
  (props: { outlet: ReactNode; location: Location }) => props.outlet,
  (before, after) => before.location === after.location,
);

/**
 * The part of the frame that changes with the address. It moves the keyboard to the new screen, as a page load would;
 * to do so before that is painted would have the browser lay it out twice.
 */
function ShellMain(props: { tools: ReactNode }) {
  const outlet = useOutlet();
  const location = useLocation();
  const { pathname } = location;
  const main = useRef<HTMLElement>(null);
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current === pathname) return undefined;
    lastPathname.current = pathname;
    return afterPaint(() => main.current?.focus({ preventScroll: true }));
  }, [pathname]);
  return (
    <main id="content" ref={main} tabIndex={-1} className={classes["main"]}>
      {props.tools}
      <Screen outlet={outlet} location={location} />
    </main>
  );
}

function ShellFrame(props: {
  places: readonly ShellPlace[];
  departure: SignOut;
  personId: string;
  tools: ReactNode;
}) {
  useStoredSession();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const isDrawerWanted = useIsWanted(isMenuOpen);
  return (
    <div className={classes["frame"]}>
      <IdleParts personId={props.personId} places={props.places} />
      <aside className={classes["side"]} aria-label="Sidebar">
        <a href="#content" className={classes["skip"]}>
          Skip to content
        </a>
        <div className={classes["stay"]}>
          <a href="/" className={classes["home"]} aria-label={homeLabel}>
            <Logo />
          </a>
          <ShellMenu places={props.places} departure={props.departure} />
        </div>
      </aside>
      <header className={classes["bar"]}>
        <a href="/" className={classes["home"]} aria-label={homeLabel}>
          <Logo size={26} />
        </a>
        <button
          type="button"
          className={classes["opener"]}
          aria-label="Open menu"
          aria-expanded={isMenuOpen}
          onClick={() => setMenuOpen(true)}
          // The drawer hears it itself, but only once its code is here.
          onKeyDown={({ key }) => key === "Escape" && setMenuOpen(false)}
        >
          <Menu size={22} aria-hidden="true" />
        </button>
      </header>
      {isDrawerWanted ? (
        <Suspense fallback={null}>
          <ShellDrawer
            isOpen={isMenuOpen}
            onClose={() => setMenuOpen(false)}
            places={props.places}
            departure={props.departure}
          />
        </Suspense>
      ) : null}
      <LeaveContext value={props.departure.leave}>
        <ShellMain tools={props.tools} />
      </LeaveContext>
    </div>
  );
}

function SignInFirst() {
  const { pathname, search } = useLocation();
  return <Navigate to="/login" replace state={{ from: pathname + search }} />;
}

/**
 * Lets the right people in: a spinner while the session loads, strangers to `/login` with
 * `{ from: address }` as navigation state, customers who ask for the admin area to `/dashboard`.
 */
export function ProtectedShell(props: {
  places: readonly ShellPlace[];
  isForAdmins: boolean;
  /** What stands above every screen. */
  tools?: ReactNode;
}) {
  const { state, person } = useSession();
  const departure = useSignOut();
  const hasGone = state === "signed_out" && departure.isLeaving;
  if (state === "loading" || hasGone) return <PageLoader />;
  if (state === "signed_out" || !person) {
    return <SignInFirst />;
  }
  if (props.isForAdmins && !person.isAdmin) return <Navigate to="/dashboard" replace />;
  return (
    <MaintenanceGate isAdmin={person.isAdmin} onLogOut={() => void departure.logOut()}>
      <ShellFrame
        places={props.places}
        departure={departure}
        personId={person.id}
        tools={props.tools}
      />
    </MaintenanceGate>
  );
}
