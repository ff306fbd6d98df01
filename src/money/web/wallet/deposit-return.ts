import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { t, toastText } from "#ui/web/i18n/messages.tsx";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApi } from "#money/web/api.ts";
import { useRefetch } from "#ui/web/action.ts";
import { showToast } from "#ui/web/toast.tsx";
import { readStored, removeStored, writeStored } from "#ui/web/storage.ts";
import { readDepositOrigin, writeDepositOrigin } from "./deposit.ts";

const walletAddress = "/dashboard/wallet";
const maxRetries = 5;
const firstRetryMilliseconds = 500;

/** `none` also when the result was shown in a toast. */
type ReturnState = "none" | "verifying" | "unreachable" | "added";

type DepositReturn = {
  readonly state: ReturnState;
  /** The server's message once the deposit was added. */
  readonly message: string;
  readonly tryAgain: () => void;
  /** Closes the dialog. An unverified deposit stays stored, and its result is still shown. */
  readonly dismiss: () => void;
};

/** Shows that the deposit was canceled and leads to `backTo`. */
function useCanceledReturn(personId: string, backTo: string): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isCanceled =
    new URLSearchParams(search).get("canceled") === "true" ||
    `${pathname}${search}`.includes("walletcanceled");
  useEffect(() => {
    if (!isCanceled) return;
    showToast({ ...toastText("depositCanceled"), kind: "destructive", place: "deposit" });
    writeDepositOrigin(personId, null);
    void navigate(backTo, { replace: true });
  }, [isCanceled, personId, backTo, navigate]);
}

/** The checkout session to verify: from the address, otherwise a stored one that is not verified yet. */
function useReturnedSession(personId: string) {
  const [search] = useSearchParams();
  const isReturn = search.get("success") === "true";
  const sessionInAddress = isReturn ? search.get("session_id") : null;
  const [storedSession] = useState(() => sessionInAddress ?? readPendingReturn(personId));
  useEffect(() => {
    if (sessionInAddress) savePendingReturn(personId, sessionInAddress);
  }, [sessionInAddress, personId]);
  return { sessionId: (sessionInAddress ?? storedSession) || null, isReturn };
}

/** Verifies a checkout session, with retries when the server cannot be reached. */
function useVerification(sessionId: string | null) {
  const api = useApi();
  return useQuery({
    ...api.wallet.verifyDeposit.queryOptions({ input: { sessionId: sessionId ?? "" } }),
    enabled: sessionId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: (failures, error) => failures < maxRetries && apiErrorCode(error) === null,
    retryDelay: (failures) => firstRetryMilliseconds * 2 ** failures,
  });
}

/** Shows errors in a toast and refetches the wallet after a successful deposit. */
function useVerificationResult(
  { data, error }: Pick<ReturnType<typeof useVerification>, "data" | "error">,
  isLeadingBack: boolean,
) {
  const refetch = useRefetch();
  useEffect(() => {
    if (data?.success) {
      refetch();
      if (!isLeadingBack) return;
      const toast = { title: t("wallet.dialog.added"), description: data.message };
      showToast({ ...toast, kind: "success", place: "deposit" });
    } else if (data) {
      const description = data.message || t("toasts.verificationFailed.description");
      showToast({
        ...toastText("verificationFailed"),
        description,
        kind: "destructive",
        place: "deposit",
      });
    } else if (apiErrorCode(error) === "invalid_input") {
      showToast({ ...toastText("verificationFailed"), kind: "destructive", place: "deposit" });
    } else if (error) {
      showToast({ ...toastText("verificationError"), kind: "destructive", place: "deposit" });
    }
  }, [data, error, isLeadingBack, refetch]);
}

/**
 * Verifies the deposit after returning from the checkout. The session id stays in the address and in the tab's session
 * storage until the server has answered. A deposit that was started on another page leads back to it.
 */
export function useDepositReturn(personId: string): DepositReturn {
  const navigate = useNavigate();
  const [origin] = useState(() => readDepositOrigin(personId));
  const { sessionId, isReturn } = useReturnedSession(personId);
  const verification = useVerification(sessionId);
  const [dismissedState, setDismissedState] = useState<ReturnState>("none");
  useCanceledReturn(personId, origin ?? walletAddress);

  const { data, error } = verification;
  const isLeadingBack = origin !== null && isReturn && data?.success === true;
  useVerificationResult(verification, isLeadingBack);
  const isAnswered = data !== undefined || apiErrorCode(error) === "invalid_input";
  useEffect(() => {
    if (isAnswered) clearPendingReturn(personId);
    if (isReturn && (isAnswered || sessionId === null)) {
      writeDepositOrigin(personId, null);
      void navigate(isLeadingBack ? origin : walletAddress, { replace: true });
    }
  }, [isAnswered, isReturn, isLeadingBack, origin, sessionId, personId, navigate]);

  const pendingState = error ? "unreachable" : "verifying";
  const answeredState = data?.success && !isLeadingBack ? "added" : "none";
  const unansweredState = sessionId === null ? "none" : pendingState;
  const state = isAnswered ? answeredState : unansweredState;
  return {
    state: state === dismissedState ? "none" : state,
    message: data?.message ?? "",
    tryAgain: () => void verification.refetch(),
    dismiss: () => setDismissedState(state),
  };
}

function storageKey(personId: string): string {
  return `wallet-return:${personId}`;
}

/** The checkout session still to be verified for this person in this tab, or null. */
function readPendingReturn(personId: string): string | null {
  return readStored("session", storageKey(personId));
}

/** Stores the session until `clearPendingReturn`. If storage is blocked, only the address holds it. */
function savePendingReturn(personId: string, sessionId: string): void {
  writeStored("session", storageKey(personId), sessionId);
}

/** Removes the session, once the server has answered. */
function clearPendingReturn(personId: string): void {
  removeStored("session", storageKey(personId));
}
