// Payouts of a wallet's money: what of them is shown to whom, and the order in which they are locked.
import type { PayoutRequest, Payout } from "#contract/users.ts";
import { maskDestination } from "#core/payout.ts";
import type { AppServices } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { encrypt, decrypt } from "#server/encryption.ts";
import { lockSpendable } from "#server/wallet/holds/hold-payout.ts";
import { findPayout, listPayoutsOf, lockPayout, type PayoutRow } from "./payout-queries.ts";

const purpose = "payouts";
const mostListed = 1000;

type Needed = Pick<AppServices, "config">;

/** Where the money is to go, as it is stored. */
export function sealDetails({ config }: Needed, details: string): Buffer {
  return encrypt(config.secret, purpose, details);
}

/** Where the money is to go; null once the payout has ended. */
export function openDetails({ config }: Needed, row: PayoutRow): string | null {
  const ciphertext = row.detailsEncrypted;
  return ciphertext === null ? null : decrypt(config.secret, purpose, ciphertext).toString();
}

function factsOf(row: PayoutRow) {
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

/** A payout as whoever asked for it sees it. */
export function describePayout(services: Needed, row: PayoutRow): Payout {
  const details = openDetails(services, row);
  const destination = details === null ? null : maskDestination(details);
  return { ...factsOf(row), destination };
}

/** A payout as staff see it in a list, without where the money is to go. */
export function describeForStaff(row: PayoutRow): PayoutRequest {
  return {
    ...factsOf(row),
    userId: row.userId,
    userEmail: row.userEmail ?? "",
    balanceCents: Number((row.balanceCents ?? 0n) - (row.heldCents ?? 0n)),
    startedBy: row.startedBy,
  };
}

/** A person's own payouts, the open one first, then the newest. */
export async function readPayoutsOf(
  services: Pick<AppServices, "config" | "db">,
  userId: string,
  limit = mostListed,
): Promise<Payout[]> {
  const rows = await listPayoutsOf(services.db, userId, limit);
  return rows.map((row) => describePayout(services, row));
}

/**
 * The payout of this id, locked with the wallet that it is of; undefined when there is none. The wallet comes first, as
 * it does when a payout is asked for: the other way round the two could wait for each other.
 */
export async function lockPayoutAndWallet(db: Db, id: string): Promise<PayoutRow | undefined> {
  const found = await findPayout(db, id);
  if (found === undefined) return undefined;
  await lockSpendable(db, found.userId);
  return await lockPayout(db, id);
}
