import { expect, test } from "vitest";
import { adjustmentSchema, adjustmentToast, previewOf } from "./wallet-adjustment.ts";
import { toastText } from "#ui/web/i18n/messages.tsx";

const fee = { kind: "deduction", amount: "12.50", reason: "Leg 1", leg: "" };

/** The toast for a draft, and its wrong fields. */
function rejectionOf(draft: typeof fee, balanceCents: number | null) {
  const issues = adjustmentSchema(balanceCents).safeParse(draft).error?.issues ?? [];
  return {
    toast: adjustmentToast(issues.map(({ message }) => message)),
    fields: issues.map(({ path }) => path[0]),
  };
}

test("missing fields are reported first", () => {
  const toast = toastText("missingAdjustmentInformation");
  expect(rejectionOf({ ...fee, kind: "", amount: "-1" }, 0)).toEqual({
    toast,
    fields: ["kind", "amount"],
  });
  expect(rejectionOf({ ...fee, amount: "  " }, 0)).toMatchObject({ toast });
  expect(rejectionOf({ ...fee, reason: " " }, 0)).toEqual({ toast, fields: ["reason"] });
});

test.each(["0", "-1", "1e3", "1,00", "0.001", "abc", "1000000.01"])(
  "'%s' is no amount, even above the balance",
  (amount) => {
    expect(rejectionOf({ ...fee, amount }, 0)).toEqual({
      toast: toastText("invalidAdjustmentAmount"),
      fields: ["amount"],
    });
  },
);

test("a deduction above the balance is rejected, one of the whole balance is not", () => {
  expect(rejectionOf(fee, 1249)).toEqual({
    toast: toastText("insufficientBalance"),
    fields: ["amount"],
  });
  expect(rejectionOf(fee, 1250).fields).toEqual([]);
  expect(rejectionOf({ ...fee, kind: "credit" }, 0).fields).toEqual([]);
});

test("while the balance is unknown it is not checked", () => {
  expect(rejectionOf(fee, null).fields).toEqual([]);
});

test("the preview is the balance after the adjustment, also when it is negative", () => {
  expect(previewOf(fee, 5000)).toBe(3750);
  expect(previewOf({ kind: "credit", amount: ".5" }, 5000)).toBe(5050);
  expect(previewOf(fee, 1000)).toBe(-250);
  expect(previewOf({ kind: "credit", amount: "1e3" }, 5000)).toBeNull();
  expect(previewOf({ kind: "", amount: "1" }, 5000)).toBeNull();
});
