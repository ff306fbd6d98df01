import type { Dashboard } from "#contract/admin.ts";
import { reportingPeriods } from "#core/reporting-periods.ts";
import type { SignedInContext } from "#server/context.ts";
import {
  countActiveCustomers,
  countPackagesByWeek,
  countInTransit,
  sumPlanPaymentsByMonth,
  sumPlanPayments,
  sumWallets,
} from "./dashboard-queries.ts";
import { countWork } from "./work-items/count-work.ts";

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

/** The current figures; weeks and months in UTC, amounts in US cents. */
export async function readDashboard({ db, now }: SignedInContext): Promise<Dashboard> {
  const at = now();
  const periods = reportingPeriods(at);
  const { monthStartsAt, monthBeforeStartsAt, monthBeforeEndsAt, thirtyDaysAgo } = periods;
  const [activeCustomers, packagesOnTheWay, before, walletMoney, weeks, months, work] =
    await Promise.all([
      countActiveCustomers(db, thirtyDaysAgo),
      countInTransit(db, thirtyDaysAgo),
      sumPlanPayments(db, monthBeforeStartsAt, monthBeforeEndsAt),
      sumWallets(db, thirtyDaysAgo),
      countPackagesByWeek(db, periods.weekStarts[0] ?? ""),
      sumPlanPaymentsByMonth(db, periods.monthStarts[0] ?? ""),
      countWork(db, at),
    ]);
  const monthly = fillGaps(periods.monthStarts, months, { amountCents: 0 });
  return {
    activeCustomers,
    packagesOnTheWay,
    revenue: {
      monthStartsAt: monthStartsAt.toISOString(),
      nowCents: monthly.at(-1)?.amountCents ?? 0,
      beforeCents: before,
    },
    walletMoney,
    weeks: fillGaps(periods.weekStarts, weeks, { registered: 0, delivered: 0 }),
    months: monthly,
    work,
  };
}
