import type { Dashboard, PlanPayment } from "#office/contract/admin.ts";
import { reportingPeriods } from "#office/rules/reporting-periods.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import {
  countActiveCustomers,
  countPackagesByWeek,
  countInTransit,
  sumPlanPaymentsByMonth,
  sumPlanPayments,
  sumWallets,
  listPlanPaymentRows,
} from "./dashboard-queries.ts";
import { countStagesFor, countWorkFor } from "./work-items/work-items.ts";
import { addMonths } from "#platform/rules/calendar.ts";

type Periods = ReturnType<typeof reportingPeriods>;

/** One row for each of `starts`: the one in `rows`, or `empty`. */
function fillGaps<Row extends { readonly startsOn: string }>(
  starts: readonly string[],
  rows: readonly Row[],
  empty: Omit<Row, "startsOn">,
): (Omit<Row, "startsOn"> & { startsOn: string })[] {
  return starts.map(
    (startsOn) => rows.find((row) => row.startsOn === startsOn) ?? { ...empty, startsOn },
  );
}

type Money = Pick<Dashboard, "revenue" | "walletMoney" | "months">;

async function readMoney(
  db: Db,
  { monthStartsAt, monthBeforeStartsAt, monthBeforeEndsAt, ...periods }: Periods,
): Promise<Money> {
  const [before, walletMoney, months] = await Promise.all([
    sumPlanPayments(db, monthBeforeStartsAt, monthBeforeEndsAt),
    sumWallets(db, periods.thirtyDaysAgo),
    sumPlanPaymentsByMonth(db, periods.monthStarts[0] ?? ""),
  ]);
  const monthly = fillGaps(periods.monthStarts, months, { amountCents: 0 });
  return {
    revenue: {
      monthStartsAt: monthStartsAt.toISOString(),
      nowCents: monthly.at(-1)?.amountCents ?? 0,
      beforeCents: before,
    },
    walletMoney,
    months: monthly,
  };
}

const withheldMoney: Money = { revenue: null, walletMoney: null, months: null };

/** The current figures that the reader may see; weeks and months in UTC, amounts in US cents. */
export async function readDashboard({
  db,
  exchangeRates,
  now,
  session,
}: SignedInContext): Promise<Dashboard> {
  const at = now();
  const { person } = session;
  const periods = reportingPeriods(at);
  const [activeCustomers, packagesOnTheWay, weeks, stages, work, money] = await Promise.all([
    countActiveCustomers(db, periods.thirtyDaysAgo),
    countInTransit(db, periods.thirtyDaysAgo),
    countPackagesByWeek(db, periods.weekStarts[0] ?? ""),
    countStagesFor(db, person, at),
    countWorkFor(db, person, at, exchangeRates.source),
    mayUse(person, roleAccess.money) ? readMoney(db, periods) : withheldMoney,
  ]);
  return {
    activeCustomers,
    packagesOnTheWay,
    weeks: fillGaps(periods.weekStarts, weeks, { registered: 0, delivered: 0 }),
    stages,
    work,
    ...money,
  };
}

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
