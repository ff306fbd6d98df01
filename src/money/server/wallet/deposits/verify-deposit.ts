import { translate } from "#platform/server/translate.ts";

import { apiError } from "#platform/contract/errors.ts";
import { formatUsd } from "#platform/rules/money.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { PaymentError } from "#money/server/adapters/payment/payment.ts";
import { DepositMismatch, settleDeposit, type Settlement } from "./settle-deposit.ts";

/** `message` is shown to the user; `amountCents` is null unless the money is in the wallet. */
export type Verification = {
  readonly success: boolean;
  readonly amountCents: number | null;
  readonly message: string;
};

/**
 * Settles the signed-in user's deposit whose checkout is `sessionId`, if it is paid. Repeating the call changes
 * nothing. An unknown checkout, another user's, an unpaid and an expired one get the same answer, so that nobody can
 * test which sessions exist. Throws `unavailable` when the provider is.
 */
export async function verifyDeposit(
  context: SignedInContext,
  input: { sessionId: string },
): Promise<Verification> {
  const { language } = context;
  const settlement = await settle(context, input.sessionId);
  if (settlement.state === "settled") {
    const { amountCents } = settlement;
    return {
      success: true,
      amountCents,
      message: translate(language, "sentences.addedToWallet", {
        amount: formatUsd(amountCents, language),
      }),
    };
  }
  const message =
    settlement.state === "processing"
      ? translate(language, "errors.depositNotConfirmed")
      : translate(language, "toasts.verificationFailed.description");
  return { success: false, amountCents: null, message };
}

async function settle(context: SignedInContext, sessionId: string): Promise<Settlement> {
  try {
    return await settleDeposit(context, sessionId, { ownerId: context.session.person.id });
  } catch (error) {
    // Admins see the mismatch in the list of provider events, where the webhook stays failed.
    if (error instanceof DepositMismatch) return { state: "unknown" };
    if (!(error instanceof PaymentError)) throw error;
    context.log.warn({ error }, "Deposit not verified");
    throw apiError("unavailable");
  }
}
