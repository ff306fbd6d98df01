import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  derivePackageStatus,
  isSetAgainstLegs,
  isActivePackage,
  type LegStatus,
  legStatuses,
  offeredLegStatuses,
  type PackageStatus,
  packageStatuses,
  packageStatusFilters,
  settablePackageStatuses,
} from "./package-status.ts";

const numbered = (statuses: readonly LegStatus[]) =>
  statuses.map((status, index) => ({ legNumber: index + 1, status }));

// One character per leg (p pending, t in_transit, d delivered, c cancelled, v voided), written out by
// hand from the rule, for every combination of up to three legs.
const combinations: Record<PackageStatus, string> = {
  pending: "- p pp dp ppp pdp dpp ddp",
  processing: "",
  in_transit: `t pt tp tt tc ct dt ppt ptp tpp ptt tpt ttp ttt pdt dpt ddt dtp tdp dtt tdt
    pct cpt tpc ptc ctp tcp ctt tct ttc cct ctc tcc dct cdt dtc tdc`,
  delivered: `d pd td dd cd vd
    ppd ptd pdd pcd pvd tpd ttd tdd tcd tvd dpd dtd ddd dcd dvd cpd ctd cdd ccd cvd vpd vtd vdd
    vcd vvd`,
  cancelled: "c pc cp dc cc ppc pcp cpp pdc dpc ddc dcp cdp pcc cpc ccp dcc cdc ccc",
  voided: `v pv vp tv vt dv cv vc vv
    ppv ptv pdv pcv pvp pvt pvc pvv tpv ttv tdv tcv tvp tvt tvc tvv
    dpv dtv ddv dcv dvp dvt dvc dvv cpv ctv cdv ccv cvp cvt cvc cvv
    vpp vpt vpc vpv vtp vtt vtc vtv vdp vdt vdc vdv vcp vct vcc vcv vvp vvt vvc vvv`,
};

const statusByCode: Record<string, LegStatus> = {
  p: "pending",
  t: "in_transit",
  d: "delivered",
  c: "cancelled",
  v: "voided",
};

const rows = Object.entries(combinations).flatMap(([status, text]) =>
  text
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => [word === "-" ? "" : word, status] as const),
);

describe("the state that follows from the legs", () => {
  test("is listed for each of the 156 combinations of up to three legs, once", () => {
    expect(rows).toHaveLength(1 + 5 + 25 + 125);
    expect(new Set(rows.map(([word]) => word)).size).toBe(156);
  });

  test.each(rows)("of legs '%s' is %s", (word, status) => {
    const legs = numbered([...word].map((code) => statusByCode[code] ?? "pending"));
    expect(derivePackageStatus(legs)).toBe(status);
  });

  test("agrees with the rule stated the other way round, for any number of legs", () => {
    const outranked = (statuses: readonly LegStatus[]): PackageStatus => {
      let result: PackageStatus = "pending";
      if (statuses.includes("cancelled")) result = "cancelled";
      if (statuses.includes("in_transit")) result = "in_transit";
      if (statuses.includes("voided")) result = "voided";
      if (statuses[statuses.length - 1] === "delivered") result = "delivered";
      return result;
    };
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...legStatuses), { maxLength: 8 }), (statuses) => {
        expect(derivePackageStatus(numbered(statuses))).toBe(outranked(statuses));
      }),
    );
  });

  test("follows leg numbers, not the order of the input", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...legStatuses), { minLength: 1, maxLength: 3 }),
        fc.infiniteStream(fc.nat()),
        (statuses, chance) => {
          const legs = numbered(statuses);
          const shuffled = legs
            .map((leg) => ({ leg, place: chance.next().value }))
            .toSorted((one, other) => one.place - other.place)
            .map(({ leg }) => leg);
          expect(derivePackageStatus(shuffled)).toBe(derivePackageStatus(legs));
        },
      ),
    );
  });

  test("does not change its input", () => {
    const legs = Object.freeze([
      { legNumber: 2, status: "delivered" },
      { legNumber: 1, status: "pending" },
    ] as const);
    expect(derivePackageStatus(legs)).toBe("delivered");
  });
});

describe("what is offered", () => {
  test("a package can be set to all statuses but cancelled, which only follows from its legs", () => {
    expect(packageStatuses.filter((status) => status !== "cancelled")).toEqual(
      settablePackageStatuses,
    );
  });

  test("the list filter begins with all and leaves out the statuses that end a journey early", () => {
    expect(packageStatusFilters).toEqual([
      "all",
      "pending",
      "processing",
      "in_transit",
      "delivered",
    ]);
  });

  test("a leg's dropdown offers every status but voided", () => {
    expect(offeredLegStatuses).toEqual(["pending", "in_transit", "delivered", "cancelled"]);
  });

  test("everything but delivered is active", () => {
    expect(packageStatuses.filter(isActivePackage)).toEqual(
      packageStatuses.filter((status) => status !== "delivered"),
    );
  });
});

test.each([
  ["delivered", ["delivered", "pending"], true],
  ["delivered", ["pending", "delivered"], false],
  ["in_transit", ["pending", "pending"], true],
  ["pending", ["in_transit", "pending"], true],
  ["processing", ["pending", "pending"], false],
  ["processing", ["delivered", "pending"], false],
  ["processing", ["in_transit", "pending"], true],
  ["cancelled", ["pending", "pending"], false],
  ["voided", ["voided", "voided"], false],
  ["pending", [], false],
] as const)("%s against legs that are %j: %s", (status, statuses, expected) => {
  const legs = statuses.map((legStatus, index) => ({ legNumber: index + 1, status: legStatus }));
  expect(isSetAgainstLegs({ status, legs })).toBe(expected);
});
