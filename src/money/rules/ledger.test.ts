import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  adjustBalance,
  isPositive,
  isTransactionAmount,
  moveBalance,
  transactionLimits,
  transactionTypes,
} from "./ledger.ts";

describe("a transaction's sign", () => {
  test.each([
    ["deposit", true],
    ["refund", true],
    ["admin_credit", true],
    ["shipping_fee", false],
    ["subscription", false],
    ["deposit_refund", false],
    ["dispute", false],
    ["dispute_release", true],
    ["compensation", true],
    ["payout", false],
  ] as const)("%s is shown positive: %s", (type, expected) => {
    expect(isPositive(type)).toBe(expected);
  });
});

describe("an amount", () => {
  test.each([[1], [100], [1_000_000], [100_000_000]])("of %d cents is accepted", (value) => {
    expect(isTransactionAmount(value)).toBe(true);
  });

  test.each<[unknown]>([
    [0],
    [-0],
    [-1],
    [0.001],
    [1.5],
    [1e21],
    [100_000_001],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    ["1"],
    ["１"],
    [1n],
    [null],
    [undefined],
    [[1]],
    [true],
  ])("of %s is rejected", (value) => {
    expect(isTransactionAmount(value)).toBe(false);
  });
});

describe("moving a balance of 1000 cents", () => {
  test.each([
    ["deposit", 250, { ok: true, balanceCents: 1250 }],
    ["refund", 250, { ok: true, balanceCents: 1250 }],
    ["admin_credit", 250, { ok: true, balanceCents: 1250 }],
    ["dispute_release", 250, { ok: true, balanceCents: 1250 }],
    ["shipping_fee", 1000, { ok: true, balanceCents: 0 }],
    ["shipping_fee", 1001, { ok: false, reason: "insufficient_balance" }],
    ["deposit_refund", 1000, { ok: true, balanceCents: 0 }],
    ["deposit_refund", 1001, { ok: false, reason: "insufficient_balance" }],
    ["dispute", 1500, { ok: true, balanceCents: -500 }],
    ["payout", 1000, { ok: true, balanceCents: 0 }],
    ["payout", 1001, { ok: false, reason: "insufficient_balance" }],
    ["subscription", 12_900, { ok: true, balanceCents: 1000 }],
    ["subscription", 0, { ok: false, reason: "invalid_amount" }],
    ["deposit", -5, { ok: false, reason: "invalid_amount" }],
  ] as const)("by %s of %i gives %j", (type, amountCents, outcome) => {
    expect(moveBalance(1000, type, amountCents)).toEqual(outcome);
  });

  test("only a dispute takes a wallet below zero", () => {
    const amounts = fc.integer(transactionLimitsRange);
    fc.assert(
      fc.property(
        fc.nat(200_000_000),
        fc.constantFrom(...transactionTypes),
        amounts,
        (balanceCents, type, amountCents) => {
          const moved = moveBalance(balanceCents, type, amountCents);
          expect(!moved.ok || moved.balanceCents >= 0 || type === "dispute").toBe(true);
        },
      ),
    );
  });
});

const transactionLimitsRange = {
  min: transactionLimits.minimumCents,
  max: transactionLimits.maximumCents,
};

describe("an adjustment by an admin", () => {
  test.each([
    [0, "credit", 500, { ok: true, balanceCents: 500 }],
    [500, "deduction", 500, { ok: true, balanceCents: 0 }],
    [500, "deduction", 501, { ok: false, reason: "insufficient_balance" }],
    [0, "deduction", 1, { ok: false, reason: "insufficient_balance" }],
    [500, "credit", 0, { ok: false, reason: "invalid_amount" }],
    [500, "deduction", 0.5, { ok: false, reason: "invalid_amount" }],
    [-500, "credit", 200, { ok: true, balanceCents: -300 }],
    [-500, "deduction", 200, { ok: false, reason: "insufficient_balance" }],
  ] as const)("of %i cents by a %s of %d gives %j", (balanceCents, kind, amountCents, outcome) => {
    expect(adjustBalance({ balanceCents, kind, amountCents })).toEqual(outcome);
  });
});
