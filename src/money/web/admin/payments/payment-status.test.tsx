import { expect, test } from "vitest";
import { paymentStatusLabel } from "./payment-status.ts";

test.each([
  ["succeeded", "Succeeded"],
  ["needs_response", "Needs_response"],
  ["requires_action", "Requires_action"],
  ["élu", "Élu"],
  ["", ""],
])("the payment status %s reads %s", (status, label) => {
  expect(paymentStatusLabel(status)).toBe(label);
});
