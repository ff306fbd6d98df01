import ArrowLeft from "lucide-react/icons/arrow-left";
import { useCallback } from "react";
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
import type { DeskAccount } from "#goods/web/receiving/queue/desk-account.ts";
import { QueueNotices, QueueProvider } from "#goods/web/receiving/queue/queue-provider.tsx";
import { useSession, useSessionRefresh } from "#ui/web/session.tsx";
import { DraftOwner } from "#ui/web/form-draft.ts";
import { PageLoader } from "#ui/web/loading-state.tsx";
import classes from "./desk-frame.module.css";
import { EntryTabs } from "./entry-tabs.tsx";
import { ExistingPage, GatedContent } from "./existing-page.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { SchemeSwitch } from "./scheme-switch.tsx";
import { UnreachableServer } from "./notice.tsx";
import { useDeskAccount, useDocumentOf, useOfflineDesk, useOwnDocument } from "./use-desk-visit.ts";
import type { Elements } from "#ui/web/elements.ts";

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
      <QueueProvider userId={account.id} isSignedIn={person !== null}>
        <DraftOwner value={account.id}>
          <div className={classes["frame"]}>
            {person === null ? null : <LiveChanges userId={person.id} />}
            <OwnReason />
            <header className={classes["bar"]}>
              <a href={firstPermittedPage(account)} className={classes["back"]}>
                <ArrowLeft size={18} aria-hidden="true" />
                <span>{t("layout.adminArea")}</span>
              </a>
              <SchemeSwitch />
            </header>
            <main id="content" tabIndex={-1} className={classes["main"]}>
              <EntryTabs visitor={account} />
              <QueueNotices isSignedOut={state === "signed_out"} />
              <PermittedDesk page={page}>
                <Outlet />
              </PermittedDesk>
            </main>
          </div>
        </DraftOwner>
      </QueueProvider>
    </PermissionsContext>
  );
}

/** The frame of the desks of the warehouse, which open without a network for the account that used them last. */
export function DeskFrame() {
  const { state, person } = useSession();
  const { pathname, search } = useLocation();
  const isOwnDocument = useOwnDocument();
  const account = useDeskAccount();
  useOfflineDesk(account);
  useDocumentOf(account);
  const isLoadingLanguage = useProfileLanguage(person?.language ?? null);
  const page = findDeskPage(pathname) ?? deskPages[0];
  if (!isOwnDocument || isLoadingLanguage) return <PageLoader />;
  if (account !== null) {
    if (!isStaff(account)) return <Navigate to="/dashboard" replace />;
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
