import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkPayoutAmount, maskDestination } from "./payment.ts";

describe("the amount of a payout", () => {
  test.each([
    [100, 100, { ok: true }],
    [100, 101, { ok: true }],
    [12_550, 12_550, { ok: true }],
    [99, 5000, { ok: false, reason: "invalid_amount" }],
    [0, 5000, { ok: false, reason: "invalid_amount" }],
    [-100, 5000, { ok: false, reason: "invalid_amount" }],
    [100.5, 5000, { ok: false, reason: "invalid_amount" }],
    [5001, 5000, { ok: false, reason: "above_balance" }],
    [100, 99, { ok: false, reason: "above_balance" }],
    [100, 0, { ok: false, reason: "nothing_to_pay_out" }],
    [100, -1, { ok: false, reason: "nothing_to_pay_out" }],
  ] as const)("of %d cents out of %d gives %j", (amountCents, balanceCents, outcome) => {
    expect(checkPayoutAmount(amountCents, balanceCents)).toEqual(outcome);
  });

  test("that is taken leaves a wallet at zero or above", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (amountCents, balanceCents) => {
        const { ok } = checkPayoutAmount(amountCents, balanceCents);
        expect(!ok || (amountCents >= 100 && balanceCents - amountCents >= 0)).toBe(true);
      }),
    );
  });
});

describe("what is shown of a destination", () => {
  test.each([
    ["IBAN GB29 NWBK 6016 1331 9268 19", "•••• 6819"],
    ["HSBC, Mei Chan, 012-345678-833", "•••• 8833"],
    ["Mei Chan\n123456789012\nphone 5555 0100", "•••• 9012"],
    ["123456789012 please, in HKD", "•••• 9012"],
    ["To account 42", "••••"],
    ["paypal mei@example.com", "••••"],
    ["", "••••"],
  ])("%j is %s", (destination, masked) => {
    expect(maskDestination(destination)).toBe(masked);
  });

  test("is never more than four characters of it", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (destination) => {
        const shown = maskDestination(destination);
        expect(shown).toMatch(/^••••( [a-z\d]{4})?$/i);
      }),
    );
  });
});
