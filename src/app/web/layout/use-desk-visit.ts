import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { deskPages, findDeskPage } from "#platform/rules/desk-pages.ts";
import { mayOpenPage } from "#app/rules/role-pages.ts";
import { documentLoader } from "#office/web/languages/document-loader.ts";
import { forgetDesk } from "#goods/web/receiving/queue/forget-desk.ts";
import {
  readDeskAccount,
  writeDeskAccount,
  type DeskAccount,
} from "#goods/web/receiving/queue/desk-account.ts";
import { useSession } from "#ui/web/session.tsx";

/** A network that takes longer to answer is as good as none. */
const slowMilliseconds = 3_000;

/** Whether the operator has switched the service worker off. */
function isOfflineDeskOff(): boolean {
  return document.documentElement.dataset["offlineDesk"] === "no";
}

/** Whether this document was loaded as that of a desk, with the headers of one. */
function isDeskDocument(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation !== undefined && findDeskPage(new URL(navigation.name).pathname) !== null;
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
      const hasLeft = findDeskPage(window.location.pathname) === null;
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
