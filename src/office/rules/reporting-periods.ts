// The periods of the admin dashboard's figures, all in UTC.

const dayMilliseconds = 86_400_000;
const weekCount = 12;
const monthCount = 12;

/** The dashboard's periods. The month before ends as far into its month as `now` is into this one, for comparison. */
export type ReportingPeriods = {
  readonly monthStartsAt: Date;
  readonly monthBeforeStartsAt: Date;
  readonly monthBeforeEndsAt: Date;
  readonly thirtyDaysAgo: Date;
  /** The Mondays of the last twelve weeks, oldest first, as `YYYY-MM-DD`; the last is this week's. */
  readonly weekStarts: readonly string[];
  /** The first days of the last twelve months, oldest first, as `YYYY-MM-DD`; the last is this month's. */
  readonly monthStarts: readonly string[];
};

function firstOfMonth(now: Date, monthsBack: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsBack, 1));
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The last `count` numbers down to zero: 2, 1, 0. */
function countDown(count: number): number[] {
  return Array.from({ length: count }, (_, index) => count - 1 - index);
}

/** The periods as they are at `now`. A month is a calendar month, a week begins on Monday. */
export function reportingPeriods(now: Date): ReportingPeriods {
  const monthStartsAt = firstOfMonth(now, 0);
  const monthBeforeStartsAt = firstOfMonth(now, 1);
  const elapsed = now.getTime() - monthStartsAt.getTime();
  const midnight = Math.floor(now.getTime() / dayMilliseconds) * dayMilliseconds;
  const monday = midnight - ((now.getUTCDay() + 6) % 7) * dayMilliseconds;
  return {
    monthStartsAt,
    monthBeforeStartsAt,
    monthBeforeEndsAt: new Date(
      Math.min(monthBeforeStartsAt.getTime() + elapsed, monthStartsAt.getTime()),
    ),
    thirtyDaysAgo: new Date(now.getTime() - 30 * dayMilliseconds),
    weekStarts: countDown(weekCount).map((back) =>
      dayOf(new Date(monday - back * 7 * dayMilliseconds)),
    ),
    monthStarts: countDown(monthCount).map((back) => dayOf(firstOfMonth(now, back))),
  };
}
