import { expect, test } from "vitest";
import { toasts } from "#contract/messages.ts";
import { previewOf, errorOf, type AdjustmentDraft } from "./wallet-adjustment.ts";

const fee: AdjustmentDraft = { kind: "deduction", amount: "12.50", reason: "Leg 1" };

test("missing fields are reported first", () => {
  const missing = toasts.missingAdjustmentInformation;
  expect(errorOf({ ...fee, kind: null, amount: "-1" }, 0)).toEqual({
    toast: missing,
    field: "kind",
  });
  expect(errorOf({ ...fee, amount: "  " }, 0)).toEqual({ toast: missing, field: "amount" });
  expect(errorOf({ ...fee, amount: "-1", reason: " " }, 0)).toEqual({
    toast: missing,
    field: "reason",
  });
});

test.each(["0", "-1", "1e3", "1,00", "0.001", "abc", "1000000.01"])(
  "'%s' is no amount, even above the balance",
  (amount) => {
    expect(errorOf({ ...fee, amount }, 0)).toEqual({
      toast: toasts.invalidAdjustmentAmount,
      field: "amount",
    });
  },
);

test("a deduction above the balance is rejected, one of the whole balance is not", () => {
  expect(errorOf(fee, 1249)?.toast).toBe(toasts.insufficientBalance);
  expect(errorOf(fee, 1250)).toBeNull();
  expect(errorOf({ ...fee, kind: "credit" }, 0)).toBeNull();
});

test("while the balance is unknown it is not checked", () => {
  expect(errorOf(fee, null)).toBeNull();
});

test("the preview is the balance after the adjustment, also when it is negative", () => {
  expect(previewOf(fee, 5000)).toBe(3750);
  expect(previewOf({ kind: "credit", amount: ".5" }, 5000)).toBe(5050);
  expect(previewOf(fee, 1000)).toBe(-250);
  expect(previewOf({ kind: "credit", amount: "1e3" }, 5000)).toBeNull();
  expect(previewOf({ kind: null, amount: "1" }, 5000)).toBeNull();
});
