import Menu from "lucide-react/icons/menu";
import { lazy, memo, useEffect, useRef, useState, type ReactNode } from "react";
import { Navigate, useLocation, useOutlet, type Location } from "react-router";
import { brandName } from "#core/brand.ts";
import { LiveChanges } from "#web/change-stream/live-changes.tsx";
import { useSessionRefresh, useSession } from "#web/session.tsx";
import { PageLoader } from "#web/ui/loading-state.tsx";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import { Logo } from "#web/ui/logo.tsx";
import { EndSessionContext, useSignOut, type SignOut } from "./use-sign-out.ts";
import { MaintenanceGate } from "./maintenance-gate.tsx";
import classes from "./protected-shell.module.css";
import { ShellMenu } from "./shell-menu.tsx";
import type { SidebarLink } from "./sidebar-links.tsx";
import { UnreachableServer } from "./unreachable-server.tsx";

const homeLabel = `${brandName}, home page`;

const ShellDrawer = lazy(async () => ({
  default: (await import("./shell-drawer.tsx")).ShellDrawer,
}));

/** Runs `work` after the next paint. Returns a function that cancels it. */
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
 * The page at an address. Memoized because the router passes it again at every step of a navigation, and a click would
 * first rerender the page that is about to be replaced.
 */
const Page = memo(
  (props: { outlet: ReactNode; location: Location }) => props.outlet,
  (before, after) => before.location === after.location,
);

/**
 * The part of the shell that changes with the address. It moves the focus to the new page as a page load would, but
 * only after the paint, because the browser would otherwise compute the layout twice.
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
      <Page outlet={outlet} location={location} />
    </main>
  );
}

function Shell(props: {
  links: readonly SidebarLink[];
  signOut: SignOut;
  userId: string;
  tools: ReactNode;
}) {
  useSessionRefresh();
  const [isMenuOpen, setMenuOpen] = useState(false);
  return (
    <div className={classes["frame"]}>
      <LiveChanges userId={props.userId} />
      <aside className={classes["side"]} aria-label="Sidebar">
        <a href="#content" className={classes["skip"]}>
          Skip to content
        </a>
        <div className={classes["sideContent"]}>
          <a href="/" className={classes["home"]} aria-label={homeLabel}>
            <Logo />
          </a>
          <ShellMenu links={props.links} signOut={props.signOut} />
        </div>
      </aside>
      <header className={classes["bar"]}>
        <a href="/" className={classes["home"]} aria-label={homeLabel}>
          <Logo size={26} />
        </a>
        <button
          type="button"
          className={classes["menuButton"]}
          aria-label="Open menu"
          aria-expanded={isMenuOpen}
          onClick={() => setMenuOpen(true)}
          // The drawer handles Escape itself, but only once its code is loaded.
          onKeyDown={({ key }) => key === "Escape" && setMenuOpen(false)}
        >
          <Menu size={22} aria-hidden="true" />
        </button>
      </header>
      <LazyPart isWanted={isMenuOpen}>
        <ShellDrawer
          isOpen={isMenuOpen}
          onClose={() => setMenuOpen(false)}
          links={props.links}
          signOut={props.signOut}
        />
      </LazyPart>
      <EndSessionContext value={props.signOut.endSession}>
        <ShellMain tools={props.tools} />
      </EndSessionContext>
    </div>
  );
}

function RedirectToLogin() {
  const { pathname, search } = useLocation();
  return <Navigate to="/login" replace state={{ from: pathname + search }} />;
}

/**
 * The shell of signed-in pages. Redirects visitors to `/login` with `{ from: address }` as navigation state, and
 * customers who open the admin area to `/dashboard`; shows a spinner while the session loads, and a notice that retries
 * while the server cannot be reached.
 */
export function ProtectedShell(props: {
  links: readonly SidebarLink[];
  isForAdmins: boolean;
  /** Shown above every page. */
  tools?: ReactNode;
}) {
  const { state, person } = useSession();
  const signOut = useSignOut();
  const isSigningOut = state === "signed_out" && signOut.isEnding;
  if (state === "loading" || isSigningOut) return <PageLoader />;
  if (state === "unreachable") return <UnreachableServer />;
  if (state === "signed_out" || !person) {
    return <RedirectToLogin />;
  }
  if (props.isForAdmins && !person.isAdmin) return <Navigate to="/dashboard" replace />;
  return (
    <MaintenanceGate isAdmin={person.isAdmin} onLogOut={() => void signOut.logOut()}>
      <Shell links={props.links} signOut={signOut} userId={person.id} tools={props.tools} />
    </MaintenanceGate>
  );
}
