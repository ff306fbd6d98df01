// Payouts of what is left in a wallet: asked for by people, carried out and noted by staff.
import type { PayoutRequest } from "#contract/office-people.ts";
import type { Parts } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { seal, unseal } from "#server/platform/sealed.ts";
import {
  insertPayoutRequest,
  lockPayout,
  selectPayouts,
  selectPayoutsOf,
  updateSettled,
  type PayoutRow,
} from "./store.ts";

const purpose = "payouts";

type Needed = Pick<Parts, "config" | "db">;

function payoutOf({ config }: Needed, row: PayoutRow): PayoutRequest {
  const sealed = row.detailsEncrypted;
  return {
    id: row.id,
    userId: row.userId,
    userEmail: row.userEmail ?? "",
    amountCents: Number(row.amountCents),
    balanceCents: Number((row.balanceCents ?? 0n) - (row.heldCents ?? 0n)),
    details: sealed === null ? null : unseal(config.secret, purpose, sealed).toString(),
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
    isPaid: row.isPaid,
  };
}

/** Keeps a request with its details encrypted; false when one of this person is open already. */
export async function keepPayoutRequest(
  { config, db }: Needed,
  request: {
    readonly userId: string;
    readonly amountCents: number;
    readonly details: string;
    readonly now: Date;
  },
): Promise<boolean> {
  const { details, ...facts } = request;
  const detailsEncrypted = seal(config.secret, purpose, details);
  return (await insertPayoutRequest(db, { ...facts, detailsEncrypted })) !== undefined;
}

/** A person's own requests, the newest first. */
export async function readPayoutsOf(parts: Needed, userId: string): Promise<PayoutRequest[]> {
  return (await selectPayoutsOf(parts.db, userId)).map((row) => payoutOf(parts, row));
}

/** One page of everybody's, open ones first. */
export async function readPayouts(
  parts: Needed,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ items: PayoutRequest[]; total: number; openCount: number }> {
  const { rows, total, openCount } = await selectPayouts(parts.db, page);
  return { items: rows.map((row) => payoutOf(parts, row)), total, openCount };
}

/** Settles a request and forgets where the money went; says whose it was, or why it cannot be settled. */
export async function settlePayout(
  db: Db,
  payoutRequestId: string,
  settled: { readonly by: string; readonly at: Date; readonly isPaid: boolean },
): Promise<
  { userId: string; email: string; amountCents: number } | "not_found" | "settled_before"
> {
  const request = await lockPayout(db, payoutRequestId);
  if (request === undefined) return "not_found";
  if (request.settledAt !== null) return "settled_before";
  await updateSettled(db, payoutRequestId, settled);
  const { userId, email, amountCents } = request;
  return { userId, email, amountCents: Number(amountCents) };
}
