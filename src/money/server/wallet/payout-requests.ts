import type { PayoutRequest } from "#money/contract/payouts.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import {
  describePayoutRequest,
  decryptDetails,
  lockPayoutAndWallet,
  debitPayout,
  releasePayout,
  queuePayoutSettled,
} from "./payouts.ts";
import {
  listPayoutPage,
  findPayout,
  updatePayoutStarted,
  updatePayoutSettled,
  type PayoutRow,
} from "./payout-queries.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { Db } from "#platform/server/db/open.ts";
import { requireAll } from "#platform/server/required-input.ts";

/** One page of all customers' payout requests, open ones first, then the newest. */
export async function listPayoutRequests(
  { db }: SignedInContext,
  input: { readonly page: number; readonly pageSize: number },
): Promise<{ items: PayoutRequest[]; total: number; openCount: number }> {
  const { page, pageSize } = input;
  const { rows, total, openCount } = await listPayoutPage(db, {
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  return { items: rows.map(describePayoutRequest), total, openCount };
}

/**
 * Returns the destination of a payout, which its owner can no longer withdraw then, with the admin who was shown it first
 * and when, so that two admins do not both pay. Every call is in the audit log.
 *
 * Throws `not_found`, `own_wallet`, and `conflict` when it has ended.
 */
export async function startPayout(
  context: SignedInContext,
  { payoutRequestId: id }: { readonly payoutRequestId: string },
): Promise<{ details: string; startedAt: string; startedBy: string | null }> {
  const actorId = context.session.person.id;
  const now = context.now();
  const { db } = context;
  const payout = await lockPayoutAndWallet(context, db, id);
  if (payout === undefined) throw apiError("not_found");
  const details = decryptDetails(context, payout);
  if (payout.settledAt !== null || details === null) throw apiError("conflict");
  await updatePayoutStarted(db, id, { by: actorId, at: now });
  await context.auditOf(payout.userId, {
    after: { payoutRequestId: id, amountCents: Number(payout.amountCents) },
  });
  const started = await findPayout(db, id);
  return {
    details,
    startedAt: (started?.startedAt ?? now).toISOString(),
    startedBy: started?.startedBy ?? null,
  };
}

type Settlement = {
  readonly payoutRequestId: string;
  readonly isPaid: boolean;
  /** The reference of the bank transfer, when it is paid. */
  readonly reference: string;
  /** When it is declined. */
  readonly reason: string;
};

/**
 * Debits a payout that was paid, or releases the hold of a declined one. The customer gets an email, the audit log an
 * entry, and the destination is deleted. A repeat by the same admin changes nothing.
 *
 * Throws, in this order: `missing_information`, `not_found`, `own_wallet`, `conflict` (it
 * ended otherwise), `insufficient_balance` (a dispute has taken the money meanwhile).
 */
export async function settlePayoutRequest(
  context: SignedInContext,
  input: Settlement,
): Promise<Record<string, never>> {
  requireAll(input.isPaid ? input.reference : input.reason);
  const actorId = context.session.person.id;
  const { db } = context;
  const payout = await lockPayoutAndWallet(context, db, input.payoutRequestId);
  if (payout === undefined) throw apiError("not_found");
  if (payout.settledAt !== null) {
    requireSameEnd(payout, input, actorId);
    context.unchanged();
    return {};
  }
  await settle(context, db, payout, input);
  context.log.info({ payoutId: payout.id, isPaid: input.isPaid }, "Payout settled");
  return {};
}

function requireSameEnd(payout: PayoutRow, input: Settlement, actorId: string): void {
  const isSame = input.isPaid
    ? payout.outcome === "paid" && payout.reference === input.reference
    : payout.outcome === "declined" && payout.reason === input.reason;
  if (!isSame || payout.settledBy !== actorId) throw apiError("conflict");
}

async function settle(
  context: SignedInContext,
  db: Db,
  payout: PayoutRow,
  { isPaid, reference, reason }: Settlement,
): Promise<void> {
  const { id: payoutId, userId, holdId } = payout;
  if (holdId === null) throw new Error(`The open payout ${payoutId} has no hold.`);
  const amountCents = Number(payout.amountCents);
  const end = { payoutId, holdId, by: context.session.person.id, at: context.now() };
  if (!isPaid) await releasePayout(db, end);
  else if (!(await debitPayout(db, { ...end, reference }))) throw apiError("insufficient_balance");
  await updatePayoutSettled(db, payoutId, {
    by: end.by,
    at: end.at,
    outcome: isPaid ? "paid" : "declined",
    reason: isPaid ? null : reason,
    reference: isPaid ? reference : null,
  });
  await context.auditOf(userId, {
    before: { payoutRequestId: payoutId, amountCents, outcome: null },
    after: { outcome: isPaid ? "paid" : "declined", ...(isPaid && { reference }) },
    ...(isPaid ? {} : { reason }),
  });
  const email = payout.userEmail;
  if (email !== null) {
    const explanation = isPaid ? { reference, reason: "" } : { reason };
    const settled = { payoutId, userId, email, amountCents, isPaid, ...explanation };
    await queuePayoutSettled(context, db, settled);
  }
}
