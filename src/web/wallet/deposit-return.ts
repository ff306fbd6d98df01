/** Coming back from the provider's checkout: verifying the deposit, or saying that it was canceled. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { toasts } from "#contract/messages.ts";
import { apiErrorCode, useApi } from "#web/api.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { clearPendingReturn, savePendingReturn, readPendingReturn } from "./pending-return.ts";

const walletAddress = "/dashboard/wallet";
const mostRetries = 5;
const firstRetryMilliseconds = 500;

/** What is shown of a return; `none` also when its outcome was told by a toast. */
type ReturnState = "none" | "verifying" | "unreachable" | "added";

export type DepositReturn = {
  readonly state: ReturnState;
  /** What the server said once the money was added. */
  readonly message: string;
  readonly tryAgain: () => void;
  /** Closes what is shown. A deposit without an answer stays remembered, and its outcome is still told. */
  readonly dismiss: () => void;
};

/** Says that a deposit was canceled when the address tells so, and cleans the address. */
function useCanceledReturn(): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isCanceled =
    new URLSearchParams(search).get("canceled") === "true" ||
    `${pathname}${search}`.includes("walletcanceled");
  useEffect(() => {
    if (!isCanceled) return;
    showToast({ ...toasts.depositCanceled, kind: "destructive" });
    void navigate(walletAddress, { replace: true });
  }, [isCanceled, navigate]);
}

/** The checkout session to verify: that of the address, else one that is still without an answer. */
function useReturnedSession(personId: string) {
  const [search] = useSearchParams();
  const isReturn = search.get("success") === "true";
  const arrivedWith = isReturn ? search.get("session_id") : null;
  const [remembered] = useState(() => arrivedWith ?? readPendingReturn(personId));
  useEffect(() => {
    if (arrivedWith) savePendingReturn(personId, arrivedWith);
  }, [arrivedWith, personId]);
  return { sessionId: (arrivedWith ?? remembered) || null, isReturn };
}

/** Asks the server, patiently, what became of a checkout session. */
function useVerification(sessionId: string | null) {
  const api = useApi();
  return useQuery({
    ...api.wallet.verifyDeposit.queryOptions({ input: { sessionId: sessionId ?? "" } }),
    enabled: sessionId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: (failures, error) => failures < mostRetries && apiErrorCode(error) === null,
    retryDelay: (failures) => firstRetryMilliseconds * 2 ** failures,
  });
}

/** Tells what the server answered where no dialog does, and renews what an added deposit changed. */
function useOutcome({ data, error }: Pick<ReturnType<typeof useVerification>, "data" | "error">) {
  const api = useApi();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (data?.success) {
      void queryClient.invalidateQueries({ queryKey: api.wallet.readWallet.key() });
      void queryClient.invalidateQueries({ queryKey: api.wallet.listTransactions.key() });
    } else if (data) {
      const description = data.message || toasts.verificationFailed.description;
      showToast({ ...toasts.verificationFailed, description, kind: "destructive" });
    } else if (apiErrorCode(error) === "invalid_input") {
      showToast({ ...toasts.verificationFailed, kind: "destructive" });
    } else if (error) {
      showToast({ ...toasts.verificationError, kind: "destructive" });
    }
  }, [data, error, api, queryClient]);
}

/**
 * Verifies the deposit a customer returned from. The session id stays in the address and in the
 * tab's storage until the server has answered, however often it has to be asked.
 */
export function useDepositReturn(personId: string): DepositReturn {
  const navigate = useNavigate();
  const { sessionId, isReturn } = useReturnedSession(personId);
  const verification = useVerification(sessionId);
  const [dismissed, setDismissed] = useState<ReturnState>("none");
  useCanceledReturn();
  useOutcome(verification);

  const { data, error } = verification;
  const isAnswered = data !== undefined || apiErrorCode(error) === "invalid_input";
  useEffect(() => {
    if (isAnswered) clearPendingReturn(personId);
    if (isReturn && (isAnswered || sessionId === null)) {
      void navigate(walletAddress, { replace: true });
    }
  }, [isAnswered, isReturn, sessionId, personId, navigate]);

  const waiting = error ? "unreachable" : "verifying";
  const answered = data?.success ? "added" : "none";
  const unanswered = sessionId === null ? "none" : waiting;
  const state = isAnswered ? answered : unanswered;
  return {
    state: state === dismissed ? "none" : state,
    message: data?.message ?? "",
    tryAgain: () => void verification.refetch(),
    dismiss: () => setDismissed(state),
  };
}
