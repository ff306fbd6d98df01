// A wallet with its holds in memory, small enough to verify by reading: tests compare the stored wallet with it.
import {
  movements,
  type HoldState,
  type HoldType,
  type Movement,
  type PlatformAccount,
  type TransactionType,
} from "./ledger.ts";

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
