// The ledger and the holds in memory, small enough to verify by reading: tests compare what is stored with them.
import {
  moveBalance,
  movements,
  type PlatformAccount,
  type TransactionType,
  type HoldState,
  type HoldType,
  type Movement,
} from "./ledger.ts";

/** A request for one transaction on one wallet, under its idempotency key. */
export type Transfer = {
  readonly idempotencyKey: string;
  readonly walletId: string;
  readonly type: TransactionType;
  readonly amountCents: number;
};

/** One side of a transfer. Wallet entries carry the balance after them and count versions from 1. */
type LedgerEntry =
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

/** A hold of a request: what it becomes, and how it ended. */
export type ModelHold = {
  readonly key: string;
  readonly type: HoldType;
  readonly amountCents: number;
  state: HoldState;
};

/** What a wallet has, what of it is held, and what our own accounts got from it, all in cents. */
export type WalletModel = {
  /** With what is held. */
  balanceCents: number;
  readonly holds: ModelHold[];
  readonly platformCents: Map<PlatformAccount, number>;
};

/** A hold that is to be made. */
export type WantedHold = Pick<ModelHold, "key" | "type" | "amountCents">;

/** A wallet without money. */
export function emptyWallet(): WalletModel {
  return { balanceCents: 0, holds: [], platformCents: new Map() };
}

/** What is held of a wallet. */
export function heldCents({ holds }: WalletModel): number {
  return sumOf(holds.filter(({ state }) => state === "held"));
}

/** What of a wallet can be spent. */
export function spendableCents(wallet: WalletModel): number {
  return wallet.balanceCents - heldCents(wallet);
}

function sumOf(holds: readonly Pick<ModelHold, "amountCents">[]): number {
  return holds.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

function movementOf(type: TransactionType): Movement {
  const movement = movements[type];
  if (movement === null) throw new Error(`${type} moves no money.`);
  return movement;
}

function move(wallet: WalletModel, account: PlatformAccount, changeCents: number): void {
  wallet.balanceCents += changeCents;
  wallet.platformCents.set(account, (wallet.platformCents.get(account) ?? 0) - changeCents);
}

/** Credits a wallet, as a top-up does. */
export function credit(wallet: WalletModel, amountCents: number): void {
  move(wallet, movementOf("admin_credit").against, amountCents);
}

/** Credits what is granted in a case. */
export function compensate(wallet: WalletModel, amountCents: number): void {
  move(wallet, movementOf("compensation").against, amountCents);
}

/** Debits a lost dispute, which alone may take a wallet below what is held, and below zero. */
export function loseDispute(wallet: WalletModel, amountCents: number): void {
  move(wallet, movementOf("dispute").against, -amountCents);
}

/** Debits a fee that was not held; false, with nothing changed, where that is more than can be spent. */
export function charge(wallet: WalletModel, type: HoldType, amountCents: number): boolean {
  if (amountCents > spendableCents(wallet)) return false;
  move(wallet, movementOf(type).against, -amountCents);
  return true;
}

/**
 * Releases open holds and makes others, all or none: false, with nothing changed, where the wallet has too little for the
 * new ones once the former are released.
 */
export function replaceHolds(
  wallet: WalletModel,
  released: readonly ModelHold[],
  wanted: readonly WantedHold[],
): boolean {
  if (wanted.length > 0 && sumOf(wanted) > spendableCents(wallet) + sumOf(released)) return false;
  for (const hold of released) hold.state = "released";
  wallet.holds.push(...wanted.map((hold) => ({ ...hold, state: "held" as const })));
  return true;
}

/**
 * Debits open holds at their amounts, each against the account of its type: false, with nothing changed, where a dispute has
 * taken what was held.
 */
export function settleHolds(wallet: WalletModel, settled: readonly ModelHold[]): boolean {
  if (settled.length > 0 && spendableCents(wallet) < 0) return false;
  for (const hold of settled) {
    hold.state = "settled";
    move(wallet, movementOf(hold.type).against, -hold.amountCents);
  }
  return true;
}

/**
 * Gives settled holds back from the accounts that they went to, and holds the same amounts under other keys: false, with
 * nothing changed, where a dispute has taken more than can be spent.
 */
export function holdAgain(
  wallet: WalletModel,
  settled: readonly ModelHold[],
  keyOf: (hold: ModelHold) => string,
): boolean {
  if (settled.length > 0 && spendableCents(wallet) < 0) return false;
  for (const { type, amountCents } of settled) {
    move(wallet, movementOf(type).against, amountCents);
  }
  const again = settled.map((hold) => {
    return { key: keyOf(hold), type: hold.type, amountCents: hold.amountCents };
  });
  return replaceHolds(wallet, [], again);
}
