import { describe, expect, test } from "vitest";
import {
  paymentStatusColour,
  subscriptionMeaning,
  subscriptionMeanings,
  transactionStatusColour,
} from "./payment.ts";

test.each([
  ["succeeded", "green"],
  ["paid", "green"],
  ["pending", "yellow"],
  ["failed", "red"],
  ["open", "gray"],
  ["", "gray"],
  ["constructor", "gray"],
])("a payment that is %s is %s", (status, colour) => {
  expect(paymentStatusColour(status)).toBe(colour);
});

test.each([
  ["completed", "green"],
  ["pending", "yellow"],
  ["failed", "red"],
  ["canceled", "gray"],
  ["lost", "gray"],
  ["toString", "gray"],
])("a transaction that is %s has a %s badge", (status, colour) => {
  expect(transactionStatusColour(status)).toBe(colour);
});

describe("a subscription", () => {
  test.each([
    ["incomplete", false, false],
    ["incomplete_expired", false, false],
    ["trialing", true, true],
    ["active", true, true],
    ["past_due", true, true],
    ["canceled", false, false],
    ["unpaid", false, true],
    ["paused", false, true],
    ["something_new", false, true],
  ])("that is %s grants its plan: %s, and is live: %s", (status, grantsPlan, isLive) => {
    expect(subscriptionMeaning(status)).toEqual({ grantsPlan, isLive });
  });

  test("has eight statuses", () => {
    expect(Object.keys(subscriptionMeanings)).toHaveLength(8);
  });
});
