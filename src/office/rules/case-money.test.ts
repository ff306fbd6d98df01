import { usualCaseDays } from "#catalogue/rules/shipping-service.ts";
import { expect, test } from "vitest";
import {
  mayGrantAlone,
  moneyWindow,
  mostMoneyCents,
  usualWay,
  windowState,
  type MoneyProblem,
  type PackageTimes,
} from "./case-money.ts";

/** Handed over on a Monday. */
const handedOverAt = new Date("2026-06-01T03:00:00Z");
const deliveredAt = new Date("2026-06-20T23:30:00Z");
const air = { latest: 14, unit: "business_days" } as const;
const surface = { latest: 8, unit: "weeks" } as const;

function times(changes: Partial<PackageTimes> = {}): PackageTimes {
  const none = { deliveredAt: null, measuredDays: null, published: air };
  return { ...usualCaseDays, handedOverAt, ...none, ...changes };
}

test.each<[string, MoneyProblem, Partial<PackageTimes>, unknown]>([
  ["not handed over", "never_came", { handedOverAt: null }, "not_handed_over"],
  ["not handed over", "damaged", { handedOverAt: null }, "not_handed_over"],
  ["on its way", "damaged", {}, "not_delivered"],
  ["on its way", "missing", {}, "not_delivered"],
  ["delivered", "damaged", { deliveredAt }, { from: "2026-06-20", until: "2026-06-27" }],
  ["delivered", "missing", { deliveredAt }, { from: "2026-06-20", until: "2026-06-27" }],
  ["delivered", "never_came", { deliveredAt }, { from: "2026-06-20", until: "2026-06-27" }],
  // 14 business days are 18 days from a Monday.
  ["by air", "never_came", {}, { from: "2026-06-29", until: "2026-08-30" }],
  ["measured", "never_came", { measuredDays: 6 }, { from: "2026-06-21", until: "2026-08-30" }],
  ["measured", "never_came", { measuredDays: 11 }, { from: "2026-06-22", until: "2026-08-30" }],
  // 56 + 10 days, and 30 more are later than day 90.
  ["by surface", "never_came", { published: surface }, { from: "2026-08-06", until: "2026-09-05" }],
  ["by no service", "never_came", { published: null }, { from: "2026-06-21", until: "2026-08-30" }],
  [
    "by a service with days of its own",
    "never_came",
    { measuredDays: 30, lostAfterDays: 20, lostUntilDays: 120 },
    { from: "2026-07-21", until: "2026-09-29" },
  ],
  [
    "by a service with days of its own",
    "damaged",
    { deliveredAt, moneyDays: 14 },
    { from: "2026-06-20", until: "2026-07-04" },
  ],
])("of a package %s what is %s", (_way, problem, changes, window) => {
  expect(moneyWindow(problem, times(changes))).toEqual(window);
});

test.each([
  ["2026-06-19T23:59:59.999Z", "before"],
  ["2026-06-20T00:00:00.000Z", "open"],
  ["2026-06-27T23:59:59.999Z", "open"],
  // The last day is over everywhere on earth.
  ["2026-06-28T11:59:59.999Z", "open"],
  ["2026-06-28T12:00:00.000Z", "over"],
] as const)("a window is at %s %s", (now, state) => {
  expect(windowState({ from: "2026-06-20", until: "2026-06-27" }, new Date(now))).toBe(state);
});

test.each([
  [{ valueCents: 5_000, paidCents: 2_000, givenCents: 0, isLost: false }, 5_000],
  [{ valueCents: 5_000, paidCents: 2_000, givenCents: 0, isLost: true }, 7_000],
  [{ valueCents: 5_000, paidCents: 2_000, givenCents: 1_500, isLost: true }, 5_500],
  [{ valueCents: 0, paidCents: 2_000, givenCents: 2_500, isLost: true }, 0],
])("of %o at most %i is possible", (facts, most) => {
  expect(mostMoneyCents(facts)).toBe(most);
});

test.each([
  [2_000, false, true],
  [2_001, false, false],
  [2_001, true, true],
  [20_000, true, true],
  [20_001, true, false],
])("%i cents, with access to money: %s, are granted alone: %s", (total, hasAccess, isAlone) => {
  expect(mayGrantAlone(total, hasAccess)).toBe(isAlone);
});

test("the usual time of what is under way is what was measured, else what its service publishes", () => {
  const handedOverOn = "2026-06-01";
  expect(usualWay(times({ measuredDays: 11 }))).toEqual({
    handedOverOn,
    days: 11,
    by: "2026-06-12",
    isMeasured: true,
  });
  expect(usualWay(times())).toEqual({
    handedOverOn,
    days: 18,
    by: "2026-06-19",
    isMeasured: false,
  });
  const unknown = [{ deliveredAt }, { handedOverAt: null }, { published: null }];
  expect(unknown.map((changes) => usualWay(times(changes)))).toEqual([null, null, null]);
});
