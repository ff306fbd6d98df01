import type { PlanPayment } from "#office/contract/admin.ts";
import { addMonths } from "#platform/rules/calendar.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listPlanPaymentRows } from "./dashboard-queries.ts";

/** One page of the payments of `month` (`YYYY-MM`, in UTC), newest first, with the sum of all its pages in cents. */
export async function listPlanPayments(
  { db }: SignedInContext,
  input: { readonly month: string; readonly page: number; readonly pageSize: number },
): Promise<{ items: PlanPayment[]; total: number; sumCents: number }> {
  const from = new Date(`${input.month}-01T00:00:00Z`);
  const { items, ...sums } = await listPlanPaymentRows(db, {
    from,
    until: addMonths(from, 1),
    offset: (input.page - 1) * input.pageSize,
    limit: input.pageSize,
  });
  return {
    ...sums,
    items: items.map((item) => ({
      ...item,
      userEmail: item.userEmail ?? "",
      amountCents: Number(item.amountCents),
      createdAt: item.createdAt.toISOString(),
    })),
  };
}
