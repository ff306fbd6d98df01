import { describe, expect, test } from "vitest";
import { changeObstacle, isEnded, returnsQuota } from "./package-change.ts";
import { legStatuses, packageStatuses } from "#tracking/rules/package-status.ts";

describe("What prevents a customer's change", () => {
  test.each(packageStatuses)("of a package that is %s, with pending legs", (status) => {
    const expected = {
      pending: null,
      processing: "status_changed",
      in_transit: "status_changed",
      delivered: "ended",
      voided: "ended",
      cancelled: "ended",
    } as const;
    expect(changeObstacle({ status, legs: [{ status: "pending" }] })).toBe(expected[status]);
    expect(changeObstacle({ status, legs: [] })).toBe(expected[status]);
    expect(isEnded(status)).toBe(expected[status] === "ended");
  });

  test.each(legStatuses.filter((status) => status !== "pending"))(
    "is a leg that is %s, also while the package is pending",
    (status) => {
      const legs = [{ status: "pending" as const }, { status }];
      expect(changeObstacle({ status: "pending", legs })).toBe("leg_moved");
    },
  );
});

describe("Cancelling returns the quota", () => {
  const month = { id: "may", endsAt: new Date("2026-06-10T12:00:00Z") };
  const used = { planPeriodId: "may", isQuotaReturned: false };
  const lastMoment = new Date("2026-06-10T11:59:59.999Z");

  test("until the month ends whose quota the package used", () => {
    expect(returnsQuota(used, month, lastMoment)).toBe(true);
    expect(returnsQuota(used, month, month.endsAt)).toBe(false);
  });

  test.each([
    ["in another month", { ...used, planPeriodId: "april" }, month],
    ["of a package that used none", { ...used, planPeriodId: null }, month],
    ["twice", { ...used, isQuotaReturned: true }, month],
    ["without a plan", used, null],
  ])("not %s", (_when, pkg, current) => {
    expect(returnsQuota(pkg, current, lastMoment)).toBe(false);
  });
});
