import { randomUUID } from "node:crypto";
import type { Payout, PayoutRequest } from "#money/contract/payouts.ts";
import { apiError, type ErrorCode } from "#platform/contract/errors.ts";
import { parseAmountCents } from "#platform/rules/money.ts";
import {
  checkPayoutAmount,
  leastPayoutCents,
  type PayoutError,
  maskDestination,
} from "#money/rules/payment.ts";
import type {
  SignedInContext,
  AppServices,
  OwnerContext,
  EmailOutbox,
} from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { lockBalance } from "./ledger-queries.ts";
import { requireAll } from "#platform/server/required-input.ts";
import {
  findPayout,
  hasOpenPayout,
  insertPayout,
  type PayoutRow,
  updatePayoutSettled,
  listUserPayouts,
  lockPayout,
} from "./payout-queries.ts";
import { encrypt, decrypt } from "#platform/server/encryption.ts";
import { recordTransaction } from "./record-transaction.ts";
import { updatePendingTransaction } from "./transaction-queries.ts";
import { insertHold, lockHold, updateHold, type StoredHold } from "./hold-queries.ts";
import { insertNotifications } from "#notices/server/notifications/send-notifications.ts";
import { queueEmail } from "#platform/server/emails/queue-email.ts";

/** `amount` is in dollars, as typed; `details` is the destination. */
type PayoutInput = {
  readonly amount: number | string;
  readonly details: string;
  readonly idempotencyKey: string;
};

const errorCodes = {
  nothing_to_pay_out: "nothing_to_pay_out",
  invalid_amount: "invalid_payout_amount",
  above_balance: "payout_above_balance",
} as const satisfies Record<PayoutError, ErrorCode>;

/**
 * Holds the amount, stores the request with its destination encrypted, and confirms it by email.
 *
 * Throws, in this order: `missing_information`, `invalid_payout_amount`, `payout_requested` (one is open at a time),
 * `nothing_to_pay_out`, `payout_above_balance`.
 */
export async function requestPayout(context: SignedInContext, input: PayoutInput): Promise<Payout> {
  const amountCents = parsePayoutAmount(input);
  const { db } = context;
  const { id: userId, email } = context.session.person;
  const { details, idempotencyKey } = input;
  const balanceCents = (await lockBalance(db, userId)) ?? 0;
  if (await hasOpenPayout(db, userId)) throw apiError("payout_requested");
  const checked = checkPayoutAmount(amountCents, balanceCents);
  if (!checked.ok) throw apiError(errorCodes[checked.reason]);
  const payoutId = randomUUID();
  const at = context.now();
  const holdId = await holdPayout(db, { payoutId, userId, amountCents, idempotencyKey, at });
  if (holdId === undefined) throw apiError("idempotency_key_reused");
  const detailsEncrypted = encryptDetails(context, details);
  await insertPayout(db, { id: payoutId, userId, amountCents, detailsEncrypted, holdId, at });
  await queuePayoutRequested(context, db, { email, amountCents });
  context.log.info({ userId, payoutId, amountCents }, "Payout requested");
  const row = await findPayout(db, payoutId);
  if (row === undefined) throw new Error(`Payout ${payoutId} was not found after its insert.`);
  return describePayout(context, row);
}

function parsePayoutAmount({ amount, details }: PayoutInput): number {
  requireAll(details, String(amount));
  const reading = parseAmountCents(amount);
  if (!reading.ok || reading.amountCents < leastPayoutCents) {
    throw apiError("invalid_payout_amount");
  }
  return reading.amountCents;
}

/**
 * Releases the hold of an own payout and deletes its destination; a repeat changes nothing. Throws `not_found` (also for
 * another user's), `payout_started` once an admin was shown the destination, and `conflict` when it was paid or declined.
 */
export async function withdrawPayout(
  context: SignedInContext,
  { payoutRequestId: id }: { readonly payoutRequestId: string },
): Promise<Payout> {
  const userId = context.session.person.id;
  const { db } = context;
  const payout = await lockPayoutAndWallet(context, db, id);
  if (payout?.userId !== userId) throw apiError("not_found");
  if (payout.outcome === "withdrawn") return describePayout(context, payout);
  if (payout.settledAt !== null || payout.holdId === null) throw apiError("conflict");
  if (payout.startedAt !== null) throw apiError("payout_started");
  const ended = { by: userId, at: context.now() };
  await releasePayout(db, { holdId: payout.holdId, ...ended });
  const outcome = "withdrawn" as const;
  await updatePayoutSettled(db, id, { ...ended, outcome, reason: null, reference: null });
  context.log.info({ userId, payoutId: id }, "Payout withdrawn");
  return describePayout(context, (await findPayout(db, id)) ?? payout);
}

/** The signed-in user's open payout, or the newest that has ended; null when they never requested one. */
export async function readPayout(context: SignedInContext): Promise<{ payout: Payout | null }> {
  const [payout = null] = await readUserPayouts(context, context.session.person.id, 1);
  return { payout };
}

const purpose = "payouts";
const maximumListed = 1000;

type ConfigServices = Pick<AppServices, "config">;

/** Encrypts the destination of a payout for the database. */
function encryptDetails({ config }: ConfigServices, details: string): Buffer {
  return encrypt(config.secret, purpose, details);
}

/** The destination of a payout; null once the payout has ended. */
export function decryptDetails({ config }: ConfigServices, row: PayoutRow): string | null {
  const ciphertext = row.detailsEncrypted;
  return ciphertext === null ? null : decrypt(config.secret, purpose, ciphertext).toString();
}

function sharedFields(row: PayoutRow) {
  return {
    id: row.id,
    amountCents: Number(row.amountCents),
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    settledAt: row.settledAt?.toISOString() ?? null,
    outcome: row.outcome,
    reason: row.reason,
    reference: row.reference,
  };
}

/** The payout for its owner, with a masked destination. */
function describePayout(services: ConfigServices, row: PayoutRow): Payout {
  const details = decryptDetails(services, row);
  const destination = details === null ? null : maskDestination(details);
  return { ...sharedFields(row), destination };
}

/** The payout for admins, without its destination. */
export function describePayoutRequest(row: PayoutRow): PayoutRequest {
  return {
    ...sharedFields(row),
    userId: row.userId,
    userEmail: row.userEmail ?? "",
    balanceCents: Number((row.balanceCents ?? 0n) - (row.heldCents ?? 0n)),
    startedBy: row.startedBy,
  };
}

/** A user's payouts for themselves, the open one first, then the newest. */
export async function readUserPayouts(
  services: Pick<AppServices, "config" | "db">,
  userId: string,
  limit = maximumListed,
): Promise<Payout[]> {
  const rows = await listUserPayouts(services.db, userId, limit);
  return rows.map((row) => describePayout(services, row));
}

/**
 * The payout, locked together with its wallet; undefined when there is none. The wallet is locked first, as in
 * `requestPayout`: in another order the two could deadlock. Throws `own_wallet` where staff act on their own.
 */
export async function lockPayoutAndWallet(
  { actsOn }: OwnerContext,
  db: Db,
  id: string,
): Promise<PayoutRow | undefined> {
  const found = await findPayout(db, id);
  if (found === undefined) return undefined;
  await lockBalance(db, found.userId);
  const payout = await lockPayout(db, id);
  if (payout !== undefined) await actsOn(db, "payout", payout.userId);
  return payout;
}

/**
 * Holds the amount of a payout and inserts its pending transaction. Returns the id of the hold; undefined when the
 * idempotency key was used before. Throws when the wallet has too little, so check under `lockBalance` first.
 */
async function holdPayout(
  db: Db,
  payout: {
    readonly payoutId: string;
    readonly userId: string;
    readonly amountCents: number;
    readonly idempotencyKey: string;
    readonly at: Date;
  },
): Promise<string | undefined> {
  const { payoutId, ...fields } = payout;
  const hold = await insertHold(db, {
    ...fields,
    type: "payout",
    transactionId: randomUUID(),
    reason: "payout_requested",
    legNumber: null,
    packageId: null,
    trackingNumber: null,
    heldBy: payout.userId,
    metadata: { payout_id: payoutId, reason: null, reasonCode: "payout_requested" },
  });
  return hold?.id;
}

async function lockOpenHold(db: Db, holdId: string): Promise<StoredHold> {
  const hold = await lockHold(db, holdId);
  if (hold?.type !== "payout" || hold.state !== "held") {
    throw new Error(`Hold ${holdId} is not an open hold of a payout.`);
  }
  return hold;
}

type HoldEnd = {
  readonly payoutId: string;
  readonly holdId: string;
  readonly by: string;
  readonly at: Date;
};

/**
 * Debits the held amount: its pending transaction is completed. `reference` is of the bank transfer. False when a
 * dispute has taken the money meanwhile; the caller must then roll the database transaction back.
 */
export async function debitPayout(
  db: Db,
  { payoutId, holdId, by, at, reference }: HoldEnd & { readonly reference: string },
): Promise<boolean> {
  const hold = await lockOpenHold(db, holdId);
  const amountCents = Number(hold.amountCents);
  await updateHold(db, holdId, { state: "settled", settledCents: amountCents, endedBy: by, at });
  const posted = await recordTransaction(db, {
    idempotencyKey: `payout:${payoutId}`,
    transactionId: hold.transactionId,
    userId: hold.userId,
    type: "payout",
    amountCents,
    metadata: { reasonCode: "bank_transfer", reference, settledBy: by },
    at,
  });
  if (posted.kind !== "rejected") return true;
  if (posted.reason === "insufficient_balance") return false;
  throw new Error(`The ledger rejected payout ${payoutId}: ${posted.reason}.`);
}

/** Releases the held amount; its pending transaction is canceled. */
export async function releasePayout(db: Db, { holdId, by, at }: Omit<HoldEnd, "payoutId">) {
  const hold = await lockOpenHold(db, holdId);
  await updateHold(db, holdId, { state: "released", settledCents: null, endedBy: by, at });
  await updatePendingTransaction(db, hold.transactionId, "canceled");
}

type EmailServices = EmailOutbox;

function walletUrl({ config }: EmailServices): string {
  return `${config.publicUrl}/dashboard/wallet`;
}

/** Queues the email that confirms a payout request to the user, so that nobody else can make one unnoticed. */
async function queuePayoutRequested(
  services: EmailServices,
  db: Db,
  payout: { readonly email: string; readonly amountCents: number },
): Promise<void> {
  const email = {
    name: "payout-requested",
    amountCents: payout.amountCents,
    walletUrl: walletUrl(services),
  } as const;
  await queueEmail(db, { to: payout.email, email }, services);
}

/** Notifies the user that a payout was paid, by email with its bank reference, or declined, with the reason. */
export async function queuePayoutSettled(
  services: EmailServices,
  db: Db,
  payout: {
    readonly payoutId: string;
    readonly userId: string;
    readonly email: string;
    readonly amountCents: number;
    readonly isPaid: boolean;
    readonly reason: string;
    readonly reference?: string;
  },
): Promise<void> {
  const { payoutId, userId, email: to, ...facts } = payout;
  const notification = {
    userId,
    kind: "payout_settled",
    subjectId: payoutId,
    dedupeKey: payoutId,
    payload: { amountCents: facts.amountCents, variant: facts.isPaid ? "paid" : "declined" },
  } as const;
  await insertNotifications(services, db, [notification]);
  const email = { name: "payout-settled", ...facts, walletUrl: walletUrl(services) } as const;
  await queueEmail(db, { to, email }, services);
}
