// The ledger and the holds in memory, small enough to verify by reading: tests compare what is stored with them.
import { moveBalance, movements, type PlatformAccount, type TransactionType } from "./ledger.ts";

/** A request for one transaction on one wallet, under its idempotency key. */
export type Transfer = {
  readonly idempotencyKey: string;
  readonly walletId: string;
  readonly type: TransactionType;
  readonly amountCents: number;
};

/** One side of a transfer. Wallet entries carry the balance after them and count versions from 1. */
export type LedgerEntry =
  | {
      readonly account: "wallet";
      readonly idempotencyKey: string;
      readonly walletId: string;
      readonly changeCents: number;
      readonly balanceCents: number;
      readonly version: number;
    }
  | {
      readonly account: PlatformAccount;
      readonly idempotencyKey: string;
      readonly changeCents: number;
    };

/** `replayed` returns the first outcome again and changes nothing. */
export type TransferOutcome =
  | { kind: "applied" | "replayed"; balanceCents: number; version: number }
  | { kind: "rejected"; reason: "invalid_amount" | "insufficient_balance" | "key_reused" };

/** The whole ledger: entries in order, wallets by id, and the transfer applied under each key. */
export type LedgerModel = {
  readonly entries: LedgerEntry[];
  readonly wallets: Map<string, { readonly balanceCents: number; readonly version: number }>;
  readonly applied: Map<string, { transfer: Transfer; balanceCents: number; version: number }>;
};

/** An empty ledger; every wallet starts at 0 cents, version 0. */
export function emptyLedger(): LedgerModel {
  return { entries: [], wallets: new Map(), applied: new Map() };
}

function isSameTransfer(one: Transfer, other: Transfer): boolean {
  return (
    one.walletId === other.walletId &&
    one.type === other.type &&
    one.amountCents === other.amountCents
  );
}

/**
 * Applies a transfer to the model in place and returns the outcome. An applied transfer that moves
 * money adds two entries that cancel, and the wallet's next version. A repeated key changes nothing:
 * it is replayed when the transfer is the same, rejected otherwise. A rejected transfer leaves the
 * model as it was, and its key unused.
 */
export function applyTransfer(model: LedgerModel, transfer: Transfer): TransferOutcome {
  const { idempotencyKey, walletId, type, amountCents } = transfer;
  const earlier = model.applied.get(idempotencyKey);
  if (earlier !== undefined) {
    return isSameTransfer(earlier.transfer, transfer)
      ? { kind: "replayed", balanceCents: earlier.balanceCents, version: earlier.version }
      : { kind: "rejected", reason: "key_reused" };
  }
  const before = model.wallets.get(walletId) ?? { balanceCents: 0, version: 0 };
  const moved = moveBalance(before.balanceCents, type, amountCents);
  if (!moved.ok) {
    return { kind: "rejected", reason: moved.reason };
  }
  const { balanceCents } = moved;
  const movement = movements[type];
  const version = before.version + (movement === null ? 0 : 1);
  if (movement !== null) {
    const changeCents = balanceCents - before.balanceCents;
    model.entries.push(
      { account: "wallet", idempotencyKey, walletId, changeCents, balanceCents, version },
      { account: movement.against, idempotencyKey, changeCents: -changeCents },
    );
  }
  model.wallets.set(walletId, { balanceCents, version });
  model.applied.set(idempotencyKey, { transfer, balanceCents, version });
  return { kind: "applied", balanceCents, version };
}
