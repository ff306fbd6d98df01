import { expect, test } from "vitest";
import type { Payment } from "#money/contract/payments.ts";
import { earliestOf, filterPayments, type PaymentFilter } from "./payments-page.tsx";

function payment(id: string, part: Partial<Payment> = {}): Payment {
  return {
    id,
    references: [],
    user_email: "mei.tan@example.com",
    type: "one_time_payment",
    description: "Wallet deposit",
    amount: 50,
    currency: "usd",
    date: new Date(2026, 2, 31, 9).toISOString(),
    status: "succeeded",
    ...part,
  };
}

const noon = new Date(2026, 2, 31, 12);
const everything: PaymentFilter = { tab: "all", date: "all", search: "" };

function left(payments: readonly Payment[], part: Partial<PaymentFilter>): string[] {
  return filterPayments(payments, { ...everything, ...part }, noon).map(({ id }) => id);
}

test("a search matches email, id and description, ignoring case", () => {
  const payments = [
    payment("ch_1", { user_email: "Ann@Example.com" }),
    payment("CH_2"),
    payment("in_3", { description: "Super plan" }),
  ];
  expect(left(payments, { search: "ann@example" })).toEqual(["ch_1"]);
  expect(left(payments, { search: " ch_ " })).toEqual(["ch_1", "CH_2"]);
  expect(left(payments, { search: "SUPER" })).toEqual(["in_3"]);
  expect(left(payments, { search: "nothing" })).toEqual([]);
});

test("a search matches the ids of intent and charge", () => {
  const payments = [
    payment("ch_1", { references: ["pi_1"] }),
    payment("in_2", { references: ["pi_2", "ch_2"] }),
    payment("re_3", { references: ["pi_1", "ch_1"] }),
  ];
  expect(left(payments, { search: "pi_1" })).toEqual(["ch_1", "re_3"]);
  expect(left(payments, { search: "pi_2" })).toEqual(["in_2"]);
  expect(left(payments, { search: "ch_2" })).toEqual(["in_2"]);
  expect(left(payments, { search: "ch_1" })).toEqual(["ch_1", "re_3"]);
});

test("subscriptions are subscriptions and invoices, the others are one-time", () => {
  const payments = [
    payment("ch_1"),
    payment("in_2", { type: "invoice" }),
    payment("in_3", { type: "subscription" }),
  ];
  expect(left(payments, { tab: "all" })).toEqual(["ch_1", "in_2", "in_3"]);
  expect(left(payments, { tab: "subscriptions" })).toEqual(["in_2", "in_3"]);
  expect(left(payments, { tab: "one-time" })).toEqual(["ch_1"]);
});

test("today begins at the reader's midnight, a week is seven days, a month one month", () => {
  const payments = [
    payment("midnight", { date: new Date(2026, 2, 31).toISOString() }),
    payment("yesterday", { date: new Date(2026, 2, 30, 23, 59).toISOString() }),
    payment("eight days ago", { date: new Date(2026, 2, 23, 12).toISOString() }),
    payment("two months ago", { date: new Date(2026, 0, 31, 12).toISOString() }),
  ];
  expect(left(payments, { date: "today" })).toEqual(["midnight"]);
  expect(left(payments, { date: "week" })).toEqual(["midnight", "yesterday"]);
  expect(left(payments, { date: "month" })).toEqual(["midnight", "yesterday", "eight days ago"]);
  expect(left(payments, { date: "all" })).toHaveLength(4);
});

test("a month back from the 31st of March is the last day of February", () => {
  expect(earliestOf("month", noon)).toEqual(new Date(2026, 1, 28, 12));
});
