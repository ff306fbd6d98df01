/** Adding money to the wallet: judging the amount, opening the provider's page and leaving for it. */
import { ORPCError } from "@orpc/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { toasts } from "#contract/messages.ts";
import { checkDepositAmount, depositLimits, parseAmountCents } from "#core/money.ts";
import { apiErrorCode, apiErrorMessage, useApi } from "#web/api.tsx";
import { moneyText } from "#web/ui/figures.tsx";
import { useIdempotencyKey } from "#web/ui/idempotency-key.ts";
import { showToast } from "#web/ui/toast.tsx";
import { useErrorReport } from "./error-report.ts";

/** Why an amount as typed cannot be deposited, as the toast describes it; null when it can. */
export function rejectedAmount(text: string): string | null {
  const { description } = toasts.invalidDepositAmount;
  const reading = parseAmountCents(text);
  if (!reading.ok) return description;
  const checked = checkDepositAmount(reading.amountCents);
  if (checked.ok) return null;
  if (checked.reason === "invalid_amount") return description;
  const { minimumCents, maximumCents } = depositLimits;
  return `${description} A deposit is at least ${moneyText(minimumCents)} and at most ${moneyText(maximumCents)}.`;
}

export type Deposit = {
  /** From the press of the button until the provider's page stands, or until the deposit failed. */
  readonly isProcessing: boolean;
  /** Opens the checkout for an amount as typed; false, after a toast, when the amount is refused. */
  readonly start: (amount: string) => Promise<boolean>;
};

/** Leads to the provider's checkout; a repeat after a lost connection opens the same one. */
export function useDeposit(): Deposit {
  const api = useApi();
  const idempotencyKey = useIdempotencyKey();
  const report = useErrorReport();
  const opening = useMutation(api.wallet.startDeposit.mutationOptions());
  const [isLeaving, setLeaving] = useState(false);

  useEffect(() => {
    // The back button may bring this page back as it was left.
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) setLeaving(false);
    };
    window.addEventListener("pageshow", comeBack);
    return () => window.removeEventListener("pageshow", comeBack);
  }, []);

  const reject = (description: string) => {
    showToast({ ...toasts.invalidDepositAmount, description, kind: "destructive" });
    return false;
  };
  const start = async (amount: string) => {
    const errorCode = rejectedAmount(amount);
    if (errorCode !== null) return reject(errorCode);
    try {
      const { url } = await opening.mutateAsync({ amount, idempotencyKey: idempotencyKey.read() });
      idempotencyKey.renew();
      if (!url) throw new Error("The server opened a deposit without an address.");
      setLeaving(true);
      window.location.assign(url);
      return true;
    } catch (error) {
      // Without an answer the checkout may exist: the same key then finds it again.
      if (error instanceof ORPCError) idempotencyKey.renew();
      const code = apiErrorCode(error);
      if (code === "invalid_amount") {
        return reject(apiErrorMessage(error, toasts.invalidDepositAmount.description));
      }
      const description =
        code === "too_many_requests"
          ? apiErrorMessage(error, toasts.depositFailed.description)
          : toasts.depositFailed.description;
      showToast({ ...toasts.depositFailed, description, kind: "destructive" });
      report("wallet deposit", error);
      return true;
    }
  };
  return { isProcessing: opening.isPending || isLeaving, start };
}

/** Leads back to the checkout of a deposit that was begun; one that is over shows so in the history. */
export function useResumedDeposit(): (transaction: { readonly id: string }) => void {
  const api = useApi();
  const queryClient = useQueryClient();
  const resuming = useMutation(api.wallet.resumeDeposit.mutationOptions());
  const resume = async (transactionId: string) => {
    try {
      const { url } = await resuming.mutateAsync({ transactionId });
      window.location.assign(url);
    } catch (error) {
      const description = apiErrorMessage(error, toasts.depositFailed.description);
      showToast({ ...toasts.depositFailed, description, kind: "destructive" });
      void queryClient.invalidateQueries({ queryKey: api.wallet.key() });
    }
  };
  return ({ id }) => void (resuming.isPending ? undefined : resume(id));
}
