import { becomesLow, lowBalanceLimitCents, type LimitedBalance } from "#money/rules/low-balance.ts";
import type { EmailOutbox } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { findLastFreightCents } from "./transaction-queries.ts";
import { queueWalletEmail } from "./wallet-emails.ts";

/** A shipping fee that was debited. `heldCents` is what had been held for it; null without a hold. */
export type Charge = {
  readonly userId: string;
  readonly amountCents: number;
  readonly heldCents: number | null;
  readonly reason: string;
  readonly legNumber: number | null;
  readonly packageId: string | null;
  readonly trackingNumber: string | null;
  /** The hold or transaction. */
  readonly id: string;
};

/** Queues the email that says what was charged, for which package, and what is left. */
export async function queueWalletCharged(
  services: EmailOutbox,
  db: Db,
  charge: Charge,
): Promise<void> {
  const { id, userId, packageId, ...facts } = charge;
  const payload = { amountCents: charge.amountCents };
  const notification = { kind: "wallet_charged", dedupeKey: id, payload } as const;
  const { publicUrl } = services.config;
  await queueWalletEmail({ ...services, db }, userId, notification, (wallet) => ({
    name: "wallet-charged",
    ...facts,
    packageUrl: packageId && `${publicUrl}/dashboard/packages?package=${packageId}`,
    ...wallet,
  }));
}

/** What a user can spend, and below which balance that is low, before a change. */
export async function limitBalance(
  db: Db,
  userId: string,
  balanceCents: number,
): Promise<LimitedBalance> {
  const lastFreightCents = await findLastFreightCents(db, userId);
  return { balanceCents, limitCents: lowBalanceLimitCents(lastFreightCents) };
}

/**
 * Notifies a user when the change `changeId` of what can be spent makes it lower than the last freight charge, or $25
 * before there is one.
 */
export async function queueLowBalance(
  services: EmailOutbox,
  db: Db,
  userId: string,
  {
    changeId,
    before,
    balanceCents,
  }: {
    readonly changeId: string;
    readonly before: LimitedBalance;
    readonly balanceCents: number;
  },
): Promise<void> {
  const lastFreightCents = await findLastFreightCents(db, userId);
  const after = { balanceCents, limitCents: lowBalanceLimitCents(lastFreightCents) };
  if (!becomesLow(before, after)) return;
  const notification = { kind: "low_balance", dedupeKey: changeId } as const;
  await queueWalletEmail({ ...services, db }, userId, notification, (wallet) => ({
    name: "low-balance",
    lastFreightCents,
    ...wallet,
  }));
}
