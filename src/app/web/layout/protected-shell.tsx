import Menu from "lucide-react/icons/menu";
import Search from "lucide-react/icons/search";
import { memo, useEffect, useRef, useState, type ComponentType, type ReactNode } from "react";
import { Navigate, useLocation, useOutlet, type Location } from "react-router";
import { brandName } from "#platform/rules/brand.ts";
import { needsOpenedWarehouse } from "#app/rules/customer-menu.ts";
import { isStaff } from "#platform/rules/staff-role.ts";
import type { AuthPageState } from "#people/web/auth/auth-page-state.ts";
import { publicPath, t } from "#ui/web/i18n/messages.tsx";
import { useKeptFocus } from "#ui/web/kept-focus.ts";
import { LiveChanges } from "#ui/web/change-stream/live-changes.tsx";
import { hasDrafts } from "#ui/web/drafts.ts";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import {
  EndSessionContext,
  PersonContext,
  usePerson,
  useSession,
  useSessionRefresh,
} from "#ui/web/session.tsx";
import { useProfileLanguage } from "#office/web/languages/choose-language.ts";
import { OwnReason } from "#ui/web/own-things/own-reason.tsx";
import { DraftOwner } from "#ui/web/form-draft.ts";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { hideAllToasts } from "#ui/web/toast.tsx";
import { staffHome } from "#platform/rules/staff-home.ts";
import { Logo } from "#ui/web/logo.tsx";
import { EarlyReading } from "#ui/web/early-reading.tsx";
import { useSignOut, type SignOut, ShellMenu } from "./shell-menu.tsx";
import { MaintenanceGate } from "./maintenance-gate.tsx";
import classes from "./shell.module.css";
import menu from "./menu.module.css";
import { ShellSkeleton } from "./first-view.tsx";
import { BellButton, useUnreadText, FindButton } from "./header-buttons.tsx";
import type { AdminAreaParts } from "./admin-area.tsx";
import { customerGroups, type SidebarGroups } from "./customer-links.tsx";
import { ExistingPage } from "./existing-page.tsx";
import { useRenewedPush } from "./after-first-data.ts";
import { OfflineStrip, UnreachableServer } from "./notice.tsx";
import { NoRole, useHadRole } from "./no-role.tsx";
import type { Elements } from "#ui/web/elements.ts";
import { RefusedFile } from "./refused-file.tsx";
import { Shortcuts } from "./shortcuts.tsx";

const ShellDrawer = laterPart(async () => (await import("./shell-drawer.tsx")).ShellDrawer);

const InboxPanel = laterPart(
  async () => (await import("#notices/web/notifications/inbox-panel.tsx")).InboxPanel,
);

type AdminAreaComponent = ComponentType<{
  children: (parts: AdminAreaParts) => Elements;
}>;

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

/** Shows the page in it, or why the signed-in person may not open it. */
type PageGate = ComponentType<{ children: Elements }>;

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
function ShellMain(props: { tools: Elements; Gate: PageGate | null }) {
  const { Gate } = props;
  const outlet = useOutlet();
  const location = useLocation();
  const { pathname } = location;
  const page = <Page outlet={outlet} location={location} />;
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
      <OfflineStrip />
      {Gate === null ? page : <Gate>{page}</Gate>}
    </main>
  );
}

function Shell(props: {
  groups: SidebarGroups;
  isForAdmins: boolean;
  Gate: PageGate | null;
  signOut: SignOut;
}) {
  const { groups, signOut } = props;
  const person = usePerson();
  const home = props.isForAdmins
    ? { href: staffHome(person), label: t("layout.staffHome", { brand: brandName }) }
    : { href: publicPath("/"), label: t("layout.homePage", { brand: brandName }) };
  useSessionRefresh();
  useRenewedPush();
  useKeptFocus();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isInboxOpen, setInboxOpen] = useState(false);
  // What staff are to do is in their lists of work.
  const hasInbox = !props.isForAdmins;
  const unreadText = useUnreadText(hasInbox);
  const bell = hasInbox ? (
    <BellButton unreadText={unreadText} isOpen={isInboxOpen} onOpen={() => setInboxOpen(true)} />
  ) : null;
  return (
    <div className={classes["frame"]} data-frame>
      <LiveChanges userId={person.id} />
      <RefusedFile />
      <header className={classes["side"]}>
        <a href="#content" className={classes["skip"]}>
          {t("layout.skipToContent")}
        </a>
        <div className={`${classes["sideContent"]} ${menu["scroller"]}`}>
          <div className={classes["top"]}>
            <a href={home.href} className={classes["home"]} aria-label={home.label}>
              <Logo />
            </a>
            {bell}
          </div>
          <FindButton onClick={() => setPaletteOpen(true)} />
          <ShellMenu groups={groups} signOut={signOut} />
        </div>
      </header>
      <header className={classes["bar"]}>
        <a href={home.href} className={classes["home"]} aria-label={home.label}>
          <Logo size={26} />
        </a>
        {bell}
        <button
          type="button"
          className={classes["barButton"]}
          aria-label={t("layout.find")}
          onClick={() => setPaletteOpen(true)}
        >
          <Search size={20} aria-hidden="true" />
        </button>
        <button
          type="button"
          className={classes["barButton"]}
          aria-label={t("layout.openMenu")}
          aria-expanded={isMenuOpen}
          onClick={() => setMenuOpen(true)}
          // The drawer handles Escape itself, but only once its code is loaded.
          onKeyDown={({ key }) => key === "Escape" && setMenuOpen(false)}
        >
          <Menu size={22} aria-hidden="true" />
        </button>
      </header>
      <ShellDrawer
        isWanted={isMenuOpen}
        isOpen={isMenuOpen}
        onClose={() => setMenuOpen(false)}
        groups={groups}
        signOut={signOut}
      />
      <InboxPanel isWanted={isInboxOpen} isOpen={isInboxOpen} onClose={() => setInboxOpen(false)} />
      <EndSessionContext value={signOut.endSession}>
        <DraftOwner value={person.id}>
          {props.isForAdmins ? <OwnReason /> : null}
          <ShellMain
            Gate={props.Gate}
            tools={
              <Shortcuts
                staffMember={props.isForAdmins ? person : null}
                isPaletteOpen={isPaletteOpen}
                onPaletteChange={setPaletteOpen}
                signOut={signOut}
              />
            }
          />
        </DraftOwner>
      </EndSessionContext>
    </div>
  );
}

/** `userId` is of the user whose session ended while this page was open, null for a visitor. */
function RedirectToLogin({ userId }: { userId: string | null }) {
  const { pathname, search } = useLocation();
  const state: AuthPageState = {
    from: pathname + search,
    ...(userId === null ? {} : { notice: hasDrafts(userId) ? "draft_kept" : "session_ended" }),
  };
  useEffect(() => {
    // What has failed because the session had ended is tried again after the login.
    if (userId !== null) hideAllToasts();
  }, [userId]);
  return <Navigate to="/login" replace state={state} />;
}

function SignedInShell(props: {
  AdminArea: AdminAreaComponent | null;
  CustomersGate: PageGate | null;
}) {
  const { AdminArea, CustomersGate } = props;
  const hasWarehouse = useHasWarehouse();
  const { state, person } = useSession();
  const signOut = useSignOut();
  const [lastUserId, setLastUserId] = useState<string | null>(null);
  if (person !== null && person.id !== lastUserId) setLastUserId(person.id);
  const hadRole = useHadRole(person);
  const isLoadingLanguage = useProfileLanguage(person?.language ?? null);
  const isSigningOut = state === "signed_out" && signOut.isEnding;
  if (state === "loading" || isSigningOut || isLoadingLanguage) {
    return (
      <>
        {state === "loading" ? <EarlyReading /> : null}
        <ShellSkeleton />
      </>
    );
  }
  if (state === "unreachable") return <UnreachableServer />;
  if (state === "signed_out" || !person) {
    return <RedirectToLogin userId={lastUserId} />;
  }
  if (AdminArea !== null && !isStaff(person)) {
    return <NoRole hadRole={hadRole} userId={person.id} />;
  }
  const shell = (parts: { groups: SidebarGroups; Gate: PageGate | null }) => (
    <Shell
      // Nothing that one user has typed stays on the screen of another.
      key={person.id}
      isForAdmins={AdminArea !== null}
      {...parts}
      signOut={signOut}
    />
  );
  return (
    <PersonContext value={person}>
      <MaintenanceGate isStaff={isStaff(person)} onLogOut={() => void signOut.logOut()}>
        {AdminArea === null ? (
          shell(
            person.isCustomer
              ? { groups: customerGroups(hasWarehouse), Gate: null }
              : { groups: [], Gate: CustomersGate },
          )
        ) : (
          <AdminArea>{shell}</AdminArea>
        )}
      </MaintenanceGate>
    </PersonContext>
  );
}

/**
 * The shell of signed-in pages. Redirects visitors to `/login` with the address and the reason as navigation state, and
 * people without a role who open the admin area to `/dashboard`; shows its frame while the session loads, a notice that retries
 * while the server cannot be reached, and the not-found page for what comes with the warehouse while there is none.
 * @param props.AdminArea makes it that of staff
 * @param props.CustomersGate what somebody without a customer area gets in place of every page
 */
export function ProtectedShell({
  AdminArea = null,
  CustomersGate = null,
}: {
  AdminArea?: AdminAreaComponent | null;
  CustomersGate?: PageGate | null;
}) {
  if (AdminArea !== null) return <SignedInShell AdminArea={AdminArea} CustomersGate={null} />;
  return (
    <ExistingPage needsWarehouse={needsOpenedWarehouse}>
      <SignedInShell AdminArea={null} CustomersGate={CustomersGate} />
    </ExistingPage>
  );
}
