import { useEffect, useState, useCallback } from "react";
import { checkDepositAmount, depositLimits, parseAmountCents } from "#platform/rules/money.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApi, useApiClient } from "#money/web/api.ts";
import { usePerson } from "#ui/web/session.tsx";
import { moneyText } from "#ui/web/figures.tsx";
import { isAnswerOfProvider, useIdempotencyKey } from "#ui/web/idempotency-key.ts";
import { useAction } from "#ui/web/action.ts";
import type { ShowToast } from "#ui/web/toast.tsx";
import { t, toastText } from "#ui/web/i18n/messages.tsx";
import { readStored, removeStored, writeStored } from "#ui/web/storage.ts";
import { messageOf } from "#platform/rules/error-message.ts";

/** The error message for a typed amount; null if it can be deposited. */
export function depositAmountError(text: string): string | null {
  const { description } = toastText("invalidDepositAmount");
  const reading = parseAmountCents(text);
  if (!reading.ok) return description;
  const checked = checkDepositAmount(reading.amountCents);
  if (checked.ok) return null;
  if (checked.reason === "invalid_amount") return description;
  const { minimumCents, maximumCents } = depositLimits;
  return t("wallet.depositLimits", {
    minimum: moneyText(minimumCents),
    maximum: moneyText(maximumCents),
  });
}

export type Deposit = {
  /** From submitting until the browser opens the checkout, or the deposit fails. */
  readonly isProcessing: boolean;
  /** Opens the checkout, after which the browser is led back to `origin`; rejects when the server did. */
  readonly start: (amount: string, origin?: string) => Promise<void>;
  /** Shows in a toast why `start` was rejected. */
  readonly showError: (error: unknown, showToast: ShowToast) => void;
};

/** Starts deposits; a retry after a lost connection opens the same checkout. */
export function useDeposit(): Deposit {
  const client = useApiClient();
  const idempotencyKey = useIdempotencyKey(isAnswerOfProvider);
  const report = useErrorReport();
  const person = usePerson();
  const [isProcessing, setProcessing] = useState(false);

  useEffect(() => {
    // The back button can restore this page from the browser's cache with the old state.
    const resetOnRestore = (event: PageTransitionEvent) => {
      if (event.persisted) setProcessing(false);
    };
    window.addEventListener("pageshow", resetOnRestore);
    return () => window.removeEventListener("pageshow", resetOnRestore);
  }, []);

  const start = async (amount: string, origin?: string) => {
    writeDepositOrigin(person.id, origin ?? null);
    setProcessing(true);
    try {
      const { url } = await idempotencyKey.use((key) =>
        client.wallet.startDeposit({ amount, idempotencyKey: key }),
      );
      if (!url) throw new Error("The response has no checkout address.");
      window.location.assign(url);
    } catch (error) {
      setProcessing(false);
      throw error;
    }
  };
  const showError = (error: unknown, showToast: ShowToast) => {
    const code = apiErrorCode(error);
    const toast =
      code === "invalid_amount" ? toastText("invalidDepositAmount") : toastText("depositFailed");
    const isExplained = code === "invalid_amount" || code === "too_many_requests";
    const description = isExplained ? apiErrorMessage(error, toast.description) : toast.description;
    showToast({ ...toast, description, kind: "destructive" });
    if (code !== "invalid_amount") report("wallet deposit", error);
  };
  return { isProcessing, start, showError };
}

/** Dismisses a pending deposit: its checkout is closed. */
export function useDismissedDeposit() {
  const { run, isRunning, input } = useAction(useApi().wallet.cancelDeposit.mutationOptions(), {
    done: ({ transaction }) =>
      transaction.status === "completed" ? { title: t("wallet.depositWasPaid") } : null,
    failed: () => t("wallet.depositNotDismissed.title"),
    hint: t("wallet.depositNotDismissed.description"),
  });
  return {
    dismissingId: input?.transactionId ?? null,
    dismiss: ({ id }: { readonly id: string }) =>
      void (isRunning ? undefined : run({ transactionId: id })),
  };
}

/** Reopens the checkout of a pending deposit; refetches the wallet if it can no longer be paid. */
export function useResumedDeposit(): (transaction: { readonly id: string }) => void {
  const { run, isRunning } = useAction(useApi().wallet.resumeDeposit.mutationOptions(), {
    done: ({ url }) => {
      window.location.assign(url);
      return null;
    },
    failed: () => t("toasts.depositFailed.title"),
    hint: t("toasts.depositFailed.description"),
  });
  return ({ id }) => void (isRunning ? undefined : run({ transactionId: id }));
}

function storageKey(personId: string): string {
  return `deposit-origin:${personId}`;
}

/** The page from which this person went to the last checkout in this tab; null: the wallet. */
export function readDepositOrigin(personId: string): string | null {
  return readStored("session", storageKey(personId));
}

/** Remembers it, or forgets it with null. If storage is blocked, the wallet does not lead back. */
export function writeDepositOrigin(personId: string, path: string | null): void {
  if (path === null) removeStored("session", storageKey(personId));
  else writeStored("session", storageKey(personId), path);
}

/** Reports an error with its source to the server; ignores failures, because they could not be reported either. */
export function useErrorReport(): (source: string, error: unknown) => void {
  const client = useApiClient();
  return useCallback(
    (source, error) => {
      const stack = error instanceof Error ? error.stack : undefined;
      const report = {
        source,
        errorMessage: messageOf(error).slice(0, 2000),
        ...(stack === undefined ? {} : { errorStack: stack.slice(0, 8000) }),
      };
      client.errorReports.reportError(report).catch(() => undefined);
    },
    [client],
  );
}
