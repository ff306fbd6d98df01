import type { PayoutRequest, Payout } from "#money/contract/payouts.ts";
import { maskDestination } from "#money/rules/payout.ts";
import type { AppServices } from "#platform/server/context.ts";
import { encrypt, decrypt } from "#platform/server/encryption.ts";
import { listUserPayouts, type PayoutRow } from "./payout-queries.ts";

const purpose = "payouts";
const maximumListed = 1000;

type ConfigServices = Pick<AppServices, "config">;

/** Encrypts the destination of a payout for the database. */
export function encryptDetails({ config }: ConfigServices, details: string): Buffer {
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
export function describePayout(services: ConfigServices, row: PayoutRow): Payout {
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
