// When money can be asked for in a case, how much, and who may grant it.
import { addBusinessDays, addCalendarDays, daysBetween } from "#platform/rules/calendar.ts";
import type { DeliveryUnit } from "#catalogue/rules/shipping-service.ts";
import type { CaseProblem } from "./case.ts";

/** The problems for which money can be asked. */
export const moneyProblems = ["damaged", "missing", "never_came"] as const;
export type MoneyProblem = (typeof moneyProblems)[number];

export function isMoneyProblem(problem: CaseProblem): problem is MoneyProblem {
  return (moneyProblems as readonly CaseProblem[]).includes(problem);
}

/** The windows of a service, in days. */
export type MoneyDays = {
  /** After the delivery. */
  readonly moneyDays: number;
  /** After the usual time. */
  readonly lostAfterDays: number;
  /** After the hand-over. */
  readonly lostUntilDays: number;
};

/** Nothing is lost earlier after the hand-over, and money can be asked for at least so long. */
const leastLostDays = { before: 20, open: 30 } as const;

/** What is known of the way of a package. */
export type PackageTimes = MoneyDays & {
  readonly handedOverAt: Date | null;
  readonly deliveredAt: Date | null;
  /** Within how many days nine in ten arrived; null where too little was measured. */
  readonly measuredDays: number | null;
  /** The latest that its service publishes. */
  readonly published: { readonly latest: number; readonly unit: DeliveryUnit } | null;
};

/** Days, YYYY-MM-DD, both included. */
export type MoneyWindow = { readonly from: string; readonly until: string };

/** Why there is no window yet. */
export type NoWindow = "not_handed_over" | "not_delivered";

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** The usual time of a package in days after its hand-over: what was measured, else what is published. */
export function usualDays({
  handedOverAt,
  measuredDays,
  published,
}: Pick<PackageTimes, "handedOverAt" | "measuredDays" | "published">): number {
  if (measuredDays !== null) return measuredDays;
  if (published === null || handedOverAt === null) return 0;
  const { latest, unit } = published;
  if (unit === "weeks") return latest * 7;
  return daysBetween(dayOf(handedOverAt), dayOf(addBusinessDays(handedOverAt, latest)));
}

/** How long a package that is under way usually takes: `days` after the day of its hand-over, which is `by`. */
type UsualWay = {
  readonly handedOverOn: string;
  readonly days: number;
  readonly by: string;
  /** Nine in ten arrived by then; otherwise it is the latest that its service publishes. */
  readonly isMeasured: boolean;
};

/** null where that is not known, or it was delivered. */
export function usualWay(times: PackageTimes): UsualWay | null {
  const { handedOverAt, deliveredAt, measuredDays, published } = times;
  if (handedOverAt === null || deliveredAt !== null) return null;
  if (measuredDays === null && published === null) return null;
  const handedOverOn = dayOf(handedOverAt);
  const days = usualDays(times);
  return {
    handedOverOn,
    days,
    by: addCalendarDays(handedOverOn, days),
    isMeasured: measuredDays !== null,
  };
}

/**
 * When money can be asked for a package. What is damaged or missing, until some days after the delivery; what was delivered
 * but never came is missing as a whole. What was not delivered is lost some days after its usual time.
 */
export function moneyWindow(problem: MoneyProblem, times: PackageTimes): MoneyWindow | NoWindow {
  const { handedOverAt, deliveredAt, moneyDays, lostAfterDays, lostUntilDays } = times;
  if (deliveredAt !== null) {
    const from = dayOf(deliveredAt);
    return { from, until: addCalendarDays(from, moneyDays) };
  }
  if (handedOverAt === null) return "not_handed_over";
  if (problem !== "never_came") return "not_delivered";
  const day = dayOf(handedOverAt);
  const lostDays = Math.max(leastLostDays.before, usualDays(times) + lostAfterDays);
  return {
    from: addCalendarDays(day, lostDays),
    until: addCalendarDays(day, Math.max(lostUntilDays, lostDays + leastLostDays.open)),
  };
}

const hourMilliseconds = 3_600_000;

/** Whether a window is open: from the beginning of its first day in UTC until its last day is over everywhere on earth. */
export function windowState(window: MoneyWindow, now: Date): "before" | "open" | "over" {
  if (dayOf(now) < window.from) return "before";
  const lastDayAnywhere = dayOf(new Date(now.getTime() - 12 * hourMilliseconds));
  return lastDayAnywhere > window.until ? "over" : "open";
}

/** A line of what was in a package, as it was declared; `valueCents` in US dollars by the day's rate, null where it has none. */
export type ConcernedGoods = {
  readonly inboundParcelId: string;
  /** 0: the whole parcel, whose contents were not stated line by line. */
  readonly position: number;
  readonly description: string;
  readonly quantity: number;
  readonly valueCents: number | null;
};

/** What goods were worth, in cents of US dollars. */
export function valueOfGoods(goods: readonly Pick<ConcernedGoods, "valueCents">[]): number {
  return goods.reduce((sum, { valueCents }) => sum + (valueCents ?? 0), 0);
}

/**
 * The most that can be asked or granted: what the goods were worth and, where all is lost, what was paid to send them,
 * without what was refunded or granted before. All in cents of US dollars.
 */
export function mostMoneyCents(facts: {
  readonly valueCents: number;
  readonly paidCents: number;
  readonly givenCents: number;
  readonly isLost: boolean;
}): number {
  const { valueCents, paidCents, givenCents, isLost } = facts;
  return Math.max(0, valueCents + (isLost ? paidCents : 0) - givenCents);
}

/** How much staff grant alone, all that was granted for the package counted. */
export const grantLimits = { supportCents: 2_000, financeCents: 20_000 } as const;

/** Whether somebody grants alone: with access to money up to $200, otherwise up to $20. Above, a second person confirms it. */
export function mayGrantAlone(totalCents: number, hasMoneyAccess: boolean): boolean {
  return totalCents <= (hasMoneyAccess ? grantLimits.financeCents : grantLimits.supportCents);
}
