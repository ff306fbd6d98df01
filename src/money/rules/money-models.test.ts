import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { transactionTypes } from "./ledger.ts";
import { applyTransfer, emptyLedger, type LedgerModel, type Transfer } from "./money-models.ts";

const sum = (amounts: readonly number[]): number => amounts.reduce((one, other) => one + other, 0);

function expectSound(model: LedgerModel): void {
  expect(sum(model.entries.map(({ changeCents }) => changeCents))).toBe(0);
  const byKey = Map.groupBy(model.entries, ({ idempotencyKey }) => idempotencyKey);
  for (const sides of byKey.values()) {
    expect(sides).toHaveLength(2);
    expect(sum(sides.map(({ changeCents }) => changeCents))).toBe(0);
  }
  for (const [walletId, wallet] of model.wallets) {
    const own = model.entries.filter(
      (entry) => entry.account === "wallet" && entry.walletId === walletId,
    );
    expect(sum(own.map(({ changeCents }) => changeCents))).toBe(wallet.balanceCents);
    expect(own.map((entry) => ("version" in entry ? entry.version : 0))).toEqual(
      own.map((_, index) => index + 1),
    );
    expect(own).toHaveLength(wallet.version);
    const newest = own.at(-1);
    const runningCents = newest !== undefined && "balanceCents" in newest && newest.balanceCents;
    expect(runningCents || 0).toBe(wallet.balanceCents);
    const hasDispute = [...model.applied.values()].some(
      ({ transfer }) => transfer.walletId === walletId && transfer.type === "dispute",
    );
    expect(wallet.balanceCents >= 0 || hasDispute).toBe(true);
  }
}

const deposit: Transfer = {
  idempotencyKey: "first",
  walletId: "ann",
  type: "deposit",
  amountCents: 1000,
};

describe("a transfer", () => {
  test("adds two entries that cancel, and the wallet's next version", () => {
    const model = emptyLedger();
    expect(applyTransfer(model, deposit)).toEqual({
      kind: "applied",
      balanceCents: 1000,
      version: 1,
    });
    expect(model.entries).toEqual([
      {
        account: "wallet",
        idempotencyKey: "first",
        walletId: "ann",
        changeCents: 1000,
        balanceCents: 1000,
        version: 1,
      },
      { account: "provider", idempotencyKey: "first", changeCents: -1000 },
    ]);
  });

  test("under the same key gives the first outcome again and changes nothing", () => {
    const model = emptyLedger();
    applyTransfer(model, deposit);
    applyTransfer(model, { ...deposit, idempotencyKey: "second" });
    const before = structuredClone(model);
    expect(applyTransfer(model, { ...deposit })).toEqual({
      kind: "replayed",
      balanceCents: 1000,
      version: 1,
    });
    expect(model).toEqual(before);
  });

  test.each([{ amountCents: 1001 }, { walletId: "ben" }, { type: "refund" as const }])(
    "under the same key but with %j is rejected and changes nothing",
    (change) => {
      const model = emptyLedger();
      applyTransfer(model, deposit);
      const before = structuredClone(model);
      expect(applyTransfer(model, { ...deposit, ...change })).toEqual({
        kind: "rejected",
        reason: "key_reused",
      });
      expect(model).toEqual(before);
    },
  );

  test("that was rejected leaves its idempotency key unused", () => {
    const model = emptyLedger();
    const fee: Transfer = { ...deposit, idempotencyKey: "fee", type: "shipping_fee" };
    expect(applyTransfer(model, fee)).toEqual({ kind: "rejected", reason: "insufficient_balance" });
    expect(model).toEqual(emptyLedger());
    applyTransfer(model, deposit);
    expect(applyTransfer(model, fee)).toEqual({ kind: "applied", balanceCents: 0, version: 2 });
  });

  test("for a payout is debited against the account of payouts, never the provider's", () => {
    const model = emptyLedger();
    applyTransfer(model, deposit);
    const payout: Transfer = { ...deposit, idempotencyKey: "payout:1", type: "payout" };
    expect(applyTransfer(model, payout)).toEqual({ kind: "applied", balanceCents: 0, version: 2 });
    expect(model.entries.at(-1)).toEqual({
      account: "payouts",
      idempotencyKey: "payout:1",
      changeCents: 1000,
    });
  });

  test("for a plan is recorded and moves nothing", () => {
    const model = emptyLedger();
    const plan: Transfer = { ...deposit, type: "subscription", amountCents: 12_900 };
    expect(applyTransfer(model, plan)).toEqual({ kind: "applied", balanceCents: 0, version: 0 });
    expect(model.entries).toEqual([]);
    expect(applyTransfer(model, plan).kind).toBe("replayed");
  });
});

test("whatever the sequence, every invariant holds, and rejected transfers change nothing", () => {
  const transfer = fc.record<Transfer>(
    {
      idempotencyKey: fc.nat(30).map(String),
      walletId: fc.constantFrom("ann", "ben", "cho"),
      type: fc.constantFrom(...transactionTypes),
      amountCents: fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.constantFrom(0, -1, 0.5)),
    },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(fc.array(transfer, { maxLength: 60 }), (transfers) => {
      const model = emptyLedger();
      for (const next of transfers) {
        const before = structuredClone(model);
        const isApplied = applyTransfer(model, next).kind === "applied";
        expect(isApplied || isDeepStrictEqual(model, before)).toBe(true);
      }
      expectSound(model);
    }),
    { numRuns: 100 },
  );
});
