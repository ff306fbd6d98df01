import { describe, expect, test } from "vitest";
import type { InboundParcelState } from "./inbound-parcel.ts";
import {
  deriveInboundLegStatus,
  derivePackageStage,
  effectOnParcels,
  hasLeft,
  isInboundLeg,
  packageStages,
  changeObstacle,
  isEnded,
  returnsQuota,
} from "./package-stage.ts";
import {
  legStatuses,
  packageStatuses,
  type LegStatus,
  type PackageStatus,
} from "#tracking/rules/package-status.ts";

const toWarehouse = { origin: "China", destination: "Hong Kong" };
const fromWarehouse = { origin: "Hong Kong", destination: "Singapore" };
const lastLeg = { origin: "Singapore", destination: "United States" };

/** A package from China to the United States with the statuses of its three legs. */
function pkg(
  status: PackageStatus,
  [first, second, third]: readonly [LegStatus, LegStatus, LegStatus],
  parcelStates: readonly InboundParcelState[],
) {
  return {
    status,
    destination: "United States",
    legs: [
      { ...toWarehouse, status: first },
      { ...fromWarehouse, status: second },
      { ...lastLeg, status: third },
    ],
    parcelStates,
  };
}

const atRest = ["pending", "pending", "pending"] as const;
const coming = ["in_transit", "pending", "pending"] as const;
const arrived = ["delivered", "pending", "pending"] as const;
const onTheWay = ["delivered", "in_transit", "pending"] as const;

describe("the stage of a package", () => {
  test.each<
    [
      PackageStatus,
      readonly [LegStatus, LegStatus, LegStatus],
      InboundParcelState[],
      string,
      "stay" | "depart" | "take_out",
    ]
  >([
    ["pending", atRest, [], "gathering", "stay"],
    ["pending", atRest, ["expected"], "gathering", "stay"],
    ["in_transit", coming, ["expected", "received"], "gathering", "stay"],
    ["pending", arrived, ["received", "received"], "ready", "stay"],
    ["processing", arrived, ["received"], "ready", "stay"],
    ["pending", atRest, ["received", "returned"], "ready", "stay"],
    ["pending", atRest, ["returned", "disposed"], "gathering", "stay"],
    ["pending", arrived, ["packed"], "ready", "stay"],
    ["in_transit", onTheWay, ["received", "expected"], "on_the_way", "depart"],
    ["pending", ["delivered", "delivered", "pending"], ["received"], "on_the_way", "depart"],
    ["pending", ["pending", "pending", "in_transit"], [], "on_the_way", "depart"],
    ["pending", atRest, ["departed"], "on_the_way", "depart"],
    ["in_transit", atRest, ["expected"], "on_the_way", "depart"],
    ["in_transit", coming, ["expected"], "gathering", "stay"],
    ["delivered", atRest, ["expected"], "delivered", "depart"],
    ["delivered", ["delivered", "delivered", "delivered"], ["departed"], "delivered", "depart"],
    ["cancelled", ["cancelled", "cancelled", "cancelled"], ["received"], "ended", "take_out"],
    ["voided", ["voided", "voided", "voided"], ["expected", "received"], "ended", "take_out"],
    ["voided", ["voided", "in_transit", "pending"], ["received"], "ended", "depart"],
    ["cancelled", atRest, ["departed"], "ended", "depart"],
  ])(
    "%s with legs %o and parcels %o is %s; its parcels: %s",
    (status, legs, states, stage, effect) => {
      const facts = pkg(status, legs, states);
      expect([derivePackageStage(facts), effectOnParcels(facts)]).toEqual([stage, effect]);
    },
  );

  test.each([
    ["requested", "requested"],
    ["packing", "packing"],
    ["packed", "packed"],
    ["waiting_for_customer", "waiting_for_customer"],
    ["accepted", "packed"],
    ["labelled", "packed"],
    ["handed_over", "ready"],
    [null, "ready"],
  ] as const)("with a ship request that is %s is %s until it leaves", (shipRequestState, stage) => {
    const facts = { ...pkg("processing", arrived, ["received"]), shipRequestState };
    expect(derivePackageStage(facts)).toBe(stage);
    const gone = { ...pkg("in_transit", onTheWay, ["departed"]), shipRequestState };
    const isJustGone = shipRequestState === "handed_over";
    expect(derivePackageStage(gone)).toBe(isJustGone ? "handed_over" : "on_the_way");
    expect(derivePackageStage({ ...facts, status: "voided" })).toBe("ended");
  });

  test("does not depend on the order of legs and parcels, and is one of the list", () => {
    const states: InboundParcelState[] = ["expected", "received", "packed", "departed", "returned"];
    for (const status of packageStatuses) {
      for (const first of legStatuses) {
        for (const second of legStatuses) {
          for (const state of states) {
            const facts = pkg(status, [first, second, "pending"], ["received", state]);
            const stage = derivePackageStage(facts);
            expect(packageStages).toContain(stage);
            const turned = {
              ...facts,
              legs: facts.legs.toReversed(),
              parcelStates: facts.parcelStates.toReversed(),
            };
            expect(derivePackageStage(turned)).toBe(stage);
          }
        }
      }
    }
  });

  test("of a package without legs follows its status and parcels", () => {
    const facts = { destination: "Japan", legs: [], parcelStates: ["received" as const] };
    expect(derivePackageStage({ ...facts, status: "pending" })).toBe("ready");
    expect(derivePackageStage({ ...facts, status: "in_transit" })).toBe("on_the_way");
  });
});

describe("a leg to the warehouse", () => {
  test("leads from China to Hong Kong, and not to the recipient", () => {
    const toJapan = { destination: "Japan" };
    expect(isInboundLeg(toWarehouse, toJapan)).toBe(true);
    expect(isInboundLeg(fromWarehouse, toJapan)).toBe(false);
    expect(isInboundLeg({ origin: "Singapore", destination: "Hong Kong" }, toJapan)).toBe(false);
    expect(isInboundLeg(toWarehouse, { destination: "Hong Kong" })).toBe(false);
  });

  test("that leads to the recipient means that the package has left", () => {
    const legs = [{ ...toWarehouse, status: "in_transit" as const }];
    const facts = { status: "in_transit" as const, legs, parcelStates: ["received" as const] };
    expect(hasLeft({ ...facts, destination: "Hong Kong" })).toBe(true);
    expect(hasLeft({ ...facts, destination: "Japan" })).toBe(false);
  });

  test.each<[LegStatus, InboundParcelState[], LegStatus]>([
    ["pending", [], "pending"],
    ["pending", ["expected", "expected"], "pending"],
    ["pending", ["cancelled"], "pending"],
    ["pending", ["expected", "received"], "in_transit"],
    ["pending", ["received", "packed"], "delivered"],
    ["pending", ["departed"], "delivered"],
    ["in_transit", ["expected"], "in_transit"],
    ["in_transit", ["expected", "received"], "in_transit"],
    ["in_transit", ["received"], "delivered"],
    ["in_transit", [], "in_transit"],
    ["delivered", ["expected"], "delivered"],
    ["delivered", ["expected", "received"], "delivered"],
    ["cancelled", ["received"], "cancelled"],
    ["voided", ["received"], "voided"],
  ])("that is %s, with parcels %o, becomes %s", (current, states, status) => {
    expect(deriveInboundLegStatus(current, states)).toBe(status);
  });
});

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
