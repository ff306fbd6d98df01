import "#app/web/messages/desk.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useCallback, useEffect, useRef, useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { deskPages, findDeskPage } from "#platform/rules/desk-pages.ts";
import { isStaff, mayUse } from "#platform/rules/staff-role.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { firstPermittedPage, mayOpenPage, needsEnteredWarehouse } from "#app/rules/role-pages.ts";
import type { AuthPageState } from "#people/web/auth/auth-page-state.ts";
import { LiveChanges } from "#ui/web/change-stream/live-changes.tsx";
import { WarehouseEnteredContext, PermissionsContext, type WorkName } from "#ui/web/permissions.ts";
import { useProfileLanguage } from "#office/web/languages/choose-language.ts";
import { OwnReason } from "#ui/web/own-things/own-reason.tsx";
import {
  type DeskAccount,
  forgetDesk,
  readDeskAccount,
  writeDeskAccount,
} from "#ui/web/desk/desk-account.ts";
import { DeskOfAccount, OutboxNotices } from "#goods/web/receiving/receiving-outbox.tsx";
import { useSession, useSessionRefresh } from "#ui/web/session.tsx";
import { DraftOwner } from "#ui/web/form-draft.ts";
import { PageLoader } from "#ui/web/loading-state.tsx";
import classes from "./shell.module.css";
import { EntryTabs } from "./entry-tabs.tsx";
import { ExistingPage, GatedContent } from "./existing-page.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { SchemeSwitch } from "./scheme-switch.tsx";
import { UnreachableServer } from "./notice.tsx";
import { NoRole, useHadRole } from "./no-role.tsx";
import type { Elements } from "#ui/web/elements.ts";
import { RefusedFile } from "./refused-file.tsx";
import { documentLoader } from "#office/web/languages/document-loader.ts";

/** The desk, or why the roles of the signed-in person do not open it. */
function PermittedDesk(props: { page: string; children: Elements }) {
  const { person } = useSession();
  // Without a session only a desk opens that the account was permitted to use.
  const isPermitted = person === null || mayOpenPage(person, props.page);
  return (
    <GatedContent person={person} isPermitted={isPermitted}>
      {props.children}
    </GatedContent>
  );
}

/** A bar that leaves the desk and the whole window for it; no menu that a scanner could open. */
function Desk(props: { account: DeskAccount; page: string }) {
  const { account, page } = props;
  const { state, person } = useSession();
  const mayUseWork = useCallback((work: WorkName) => mayUse(account, roleAccess[work]), [account]);
  useSessionRefresh();
  return (
    <PermissionsContext value={mayUseWork}>
      <DeskOfAccount userId={account.id} isSignedIn={person !== null}>
        <DraftOwner value={account.id}>
          <div className={classes["deskFrame"]}>
            {person === null ? null : <LiveChanges userId={person.id} />}
            <OwnReason />
            <RefusedFile />
            <header className={classes["deskBar"]}>
              <a href={firstPermittedPage(account)} className={classes["back"]}>
                <ArrowLeft size={18} aria-hidden="true" />
                <span>{t("layout.adminArea")}</span>
              </a>
              <SchemeSwitch />
            </header>
            <main id="content" tabIndex={-1} className={classes["deskMain"]}>
              <EntryTabs visitor={account} />
              <OutboxNotices isSignedOut={state === "signed_out"} />
              <PermittedDesk page={page}>
                <Outlet />
              </PermittedDesk>
            </main>
          </div>
        </DraftOwner>
      </DeskOfAccount>
    </PermissionsContext>
  );
}

/** The frame of the desks of the warehouse, which open without a network for the account that used them last. */
export default function DeskLayout() {
  const { state, person } = useSession();
  const { pathname, search } = useLocation();
  const isOwnDocument = useOwnDocument();
  const account = useDeskAccount();
  const hadRole = useHadRole(account);
  useOfflineDesk(account);
  useDocumentOf(account);
  const isLoadingLanguage = useProfileLanguage(person?.language ?? null);
  const page = findDeskPage(pathname) ?? deskPages[0];
  if (!isOwnDocument || isLoadingLanguage) return <PageLoader />;
  if (account !== null) {
    if (!isStaff(account)) return <NoRole hadRole={hadRole} userId={account.id} />;
    // Nothing that one account has typed stays on the screen of another.
    return (
      <WarehouseEnteredContext value={account.isWarehouseEntered}>
        <ExistingPage needsWarehouse={needsEnteredWarehouse}>
          <Desk key={account.id} account={account} page={page} />
        </ExistingPage>
      </WarehouseEnteredContext>
    );
  }
  if (state === "unreachable") return <UnreachableServer />;
  if (state === "loading") return <PageLoader />;
  const login: AuthPageState = { from: pathname + search };
  return <Navigate to="/login" replace state={login} />;
}

/** A network that takes longer to answer is as good as none. */
const slowMilliseconds = 3_000;

/** Whether the operator has switched the service worker off. */
function isOfflineDeskOff(): boolean {
  return document.documentElement.dataset["offlineDesk"] === "no";
}

/** Whether this document was loaded as that of a desk, with the headers of one. */
function isDeskDocument(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation !== undefined && findDeskPage(new URL(navigation.name).pathname) !== undefined;
}

/**
 * Loads a document of its own where the desk, or the page after it, was reached without one, such as by the browser's
 * history or from the login. Returns whether the desk may be shown.
 */
export function useOwnDocument(): boolean {
  const [isOwn] = useState(isDeskDocument);
  useEffect(() => {
    if (!isOwn) documentLoader.loadAgain();
    return () => {
      const hasLeft = findDeskPage(window.location.pathname) === undefined;
      // After the effects of the page, which may otherwise ask whether to leave it.
      if (hasLeft) setTimeout(() => documentLoader.loadAgain());
    };
  }, [isOwn]);
  return isOwn;
}

/** Loads the document again for another account, so that nothing which the one before had read is left in it. */
export function useDocumentOf(account: DeskAccount | null): void {
  const last = useRef<string | null>(null);
  const id = account?.id ?? null;
  useEffect(() => {
    if (id === null) return;
    if (last.current !== null && last.current !== id) documentLoader.loadAgain();
    last.current = id;
  }, [id]);
}

function useIsSlow(isLoading: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  return isLoading && isSlow;
}

/**
 * The account at the desk: of the session, or the last one in this browser while the server does not answer. It stays when
 * the session ends during work or was lost meanwhile, and goes when somebody signs out.
 */
export function useDeskAccount(): DeskAccount | null {
  const { state, person } = useSession();
  const isSlow = useIsSlow(state === "loading");
  const [shown, setShown] = useState<DeskAccount | null>(null);
  const isWithoutServer = state === "unreachable" || isSlow;
  const account = person ?? shown ?? (isWithoutServer ? readDeskAccount() : null);
  if (account !== null && account.id !== shown?.id) setShown(account);
  const hasSignedOut = state === "signed_out" && readDeskAccount() === null;
  return hasSignedOut ? null : account;
}

/**
 * Keeps in this browser what the desk needs to open without a network while the signed-in person may use it, and removes
 * it once the person may not, or nobody is signed in and the desk is not shown.
 *
 * @param account the account at the desk, null where the desk is not shown
 */
export function useOfflineDesk(account: DeskAccount | null): void {
  const { state, person } = useSession();
  const { pathname } = useLocation();
  const isShown = account !== null;
  const page = findDeskPage(pathname) ?? deskPages[0];
  useEffect(() => {
    if (person !== null && mayOpenPage(person, page)) {
      writeDeskAccount(person);
      // Where modules are served one by one there is nothing to keep.
      if (import.meta.env.PROD && !isOfflineDeskOff())
        void navigator.serviceWorker?.register("/desk-worker.js", { scope: page });
    } else if (person !== null || (state === "signed_out" && !isShown)) {
      void forgetDesk();
    }
  }, [person, page, state, isShown]);
}
