import type { PaymentTab } from "#money/rules/payment.ts";
import { searchKey } from "#platform/rules/normalize-text.ts";
import type { Payment } from "#money/contract/payments.ts";

export const dateFilters = ["all", "today", "week", "month"] as const;
export type DateFilter = (typeof dateFilters)[number];

export type PaymentFilter = {
  readonly tab: PaymentTab;
  readonly date: DateFilter;
  readonly search: string;
};

/**
 * The earliest moment that passes a date filter, in the reader's time zone: the last midnight, seven days ago, or the
 * same day of the previous month (its last day where it lacks that day).
 */
export function earliestOf(date: DateFilter, now: Date): Date | null {
  const moment = new Date(now);
  switch (date) {
    case "all":
      return null;
    case "today":
      moment.setHours(0, 0, 0, 0);
      return moment;
    case "week":
      moment.setDate(moment.getDate() - 7);
      return moment;
    case "month": {
      const dayOfMonth = moment.getDate();
      moment.setMonth(moment.getMonth() - 1);
      if (moment.getDate() !== dayOfMonth) moment.setDate(0);
      return moment;
    }
  }
}

function belongsTo(tab: PaymentTab, payment: Payment): boolean {
  switch (tab) {
    case "all":
      return true;
    case "subscriptions":
      return payment.type === "subscription" || payment.type === "invoice";
    case "one-time":
      return payment.type === "one_time_payment";
  }
}

/** The payments that match, in their original order. Section 5 of the specification, "Payments". */
export function filterPayments(
  payments: readonly Payment[],
  filter: PaymentFilter,
  now: Date,
): Payment[] {
  const wanted = searchKey(filter.search.trim());
  const earliest = earliestOf(filter.date, now);
  return payments.filter(
    (payment) =>
      belongsTo(filter.tab, payment) &&
      (earliest === null || new Date(payment.date) >= earliest) &&
      [payment.user_email, payment.id, payment.description].some((text) =>
        searchKey(text).includes(wanted),
      ),
  );
}
