// Reads the figures of the business, and what waits for somebody.
import type { Dashboard } from "#contract/admin.ts";
import { reportingPeriods } from "#core/reporting-periods.ts";
import type { SignedInContext } from "#server/context.ts";
import {
  countActiveCustomers,
  countByWeek,
  countInTransit,
  sumByMonth,
  sumPlanPayments,
  sumWallets,
} from "./dashboard-queries.ts";
import { readWork } from "./work-items/count-work.ts";

/** One row for each of `starts`, from `found` where there is one. */
function filled<Row extends { readonly startsOn: string }>(
  starts: readonly string[],
  found: readonly Row[],
  empty: Omit<Row, "startsOn">,
): (Omit<Row, "startsOn"> & { startsOn: string })[] {
  return starts.map(
    (startsOn) => found.find((row) => row.startsOn === startsOn) ?? { ...empty, startsOn },
  );
}

/** The figures as they are now; weeks and months in UTC, amounts in cents of US dollars. */
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
      countByWeek(db, periods.weekStarts[0] ?? ""),
      sumByMonth(db, periods.monthStarts[0] ?? ""),
      readWork(db, at),
    ]);
  const monthly = filled(periods.monthStarts, months, { amountCents: 0 });
  return {
    activeCustomers,
    packagesOnTheWay,
    revenue: {
      monthStartsAt: monthStartsAt.toISOString(),
      nowCents: monthly.at(-1)?.amountCents ?? 0,
      beforeCents: before,
    },
    walletMoney,
    weeks: filled(periods.weekStarts, weeks, { registered: 0, delivered: 0 }),
    months: monthly,
    work,
  };
}
