import { becomesLow, lowBalanceLimitCents, type LimitedBalance } from "#core/low-balance.ts";
import type { AppServices } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { findLastFreightCents } from "./transaction-queries.ts";
import { queueWalletEmail } from "./wallet-emails.ts";

type EmailServices = Pick<AppServices, "config" | "jobs" | "now">;

/** A shipping fee that was debited. `heldCents` is what had been held for it; null without a hold. */
export type Charge = {
  readonly userId: string;
  readonly amountCents: number;
  readonly heldCents: number | null;
  readonly reason: string;
  readonly legNumber: number | null;
  readonly packageId: string | null;
  readonly trackingNumber: string | null;
};

/** Queues the email that says what was charged, for which package, and what is left. */
export async function queueWalletCharged(
  services: EmailServices,
  db: Db,
  charge: Charge,
): Promise<void> {
  const { userId, packageId, ...facts } = charge;
  const { publicUrl } = services.config;
  await queueWalletEmail({ ...services, db }, userId, (wallet) => ({
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

/** Queues an email when a change of what can be spent makes it lower than the last freight charge, or $25 before there is one. */
export async function queueLowBalance(
  services: EmailServices,
  db: Db,
  userId: string,
  before: LimitedBalance,
  balanceCents: number,
): Promise<void> {
  const lastFreightCents = await findLastFreightCents(db, userId);
  const after = { balanceCents, limitCents: lowBalanceLimitCents(lastFreightCents) };
  if (!becomesLow(before, after)) return;
  await queueWalletEmail({ ...services, db }, userId, (wallet) => ({
    name: "low-balance",
    lastFreightCents,
    ...wallet,
  }));
}
