import { expect, test } from "vitest";
import { paymentStatusLabel } from "./payments-table.tsx";

test.each([
  ["succeeded", "Succeeded"],
  ["needs_response", "Needs_response"],
  ["requires_action", "Requires_action"],
  ["élu", "Élu"],
  ["", ""],
])("the payment status %s reads %s", (status, label) => {
  expect(paymentStatusLabel(status)).toBe(label);
});
