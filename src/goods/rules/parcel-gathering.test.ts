import { describe, expect, test } from "vitest";
import { gatheringObstacle, gatheringOf } from "./parcel-gathering.ts";

type Pkg = Parameters<typeof gatheringObstacle>[0]["merged"][number];

function pkg(id: string, fields: Partial<Pkg> = {}): Pkg {
  return {
    id,
    createdAt: `2026-05-0${id}T00:00:00.000Z`,
    origin: "China",
    destination: "Malaysia",
    status: "pending",
    legs: [],
    parcelStates: ["received"],
    ...fields,
  };
}

describe("which package is used", () => {
  test("none for parcels that are in none", () => {
    expect(gatheringOf([])).toEqual({ used: null, merged: [] });
  });

  test("the oldest, whatever their order; of one moment the smaller id", () => {
    const ids = ({ used, merged }: ReturnType<typeof gatheringOf>) => [
      used?.id,
      ...merged.map(({ id }) => id),
    ];
    expect(ids(gatheringOf([pkg("3"), pkg("1"), pkg("2")]))).toEqual(["1", "2", "3"]);
    const createdAt = "2026-05-01T00:00:00.000Z";
    expect(ids(gatheringOf([pkg("5", { createdAt }), pkg("4", { createdAt })]))).toEqual([
      "4",
      "5",
    ]);
  });
});

describe("what stands against it", () => {
  const ask = (packages: readonly Pkg[], destination: string | null = "Malaysia") =>
    gatheringObstacle(gatheringOf(packages), ["hub"], destination);

  test("nothing for loose parcels of one warehouse, also without a destination", () => {
    expect(ask([])).toBeNull();
    expect(ask([], null)).toBeNull();
    expect(ask([pkg("1"), pkg("2")])).toBeNull();
  });

  test("an open request before all else; one that was handed over is none", () => {
    const requested = pkg("2", { shipRequestState: "requested", destination: "Japan" });
    expect(ask([pkg("1"), requested])).toBe("ship_request_open");
    expect(ask([pkg("1", { shipRequestState: "handed_over" })])).toBeNull();
  });

  test("a package that has ended, has left, or never passes the warehouse", () => {
    expect(ask([pkg("1", { status: "voided" })])).toBe("package_not_open");
    expect(ask([pkg("1", { status: "in_transit" })])).toBe("package_not_open");
    expect(ask([pkg("1", { origin: "Singapore" })])).toBe("package_not_open");
  });

  test("two warehouses", () => {
    const gathering = gatheringOf([pkg("1")]);
    expect(gatheringObstacle(gathering, ["hub", "other"], "Malaysia")).toBe("warehouses_differ");
  });

  test("another destination, of the used package too", () => {
    expect(ask([pkg("1"), pkg("2", { destination: "Japan" })])).toBe("destinations_differ");
    expect(ask([pkg("1")], "Japan")).toBe("destinations_differ");
  });

  test("a packed box in a package that would be merged, not in the one that is used", () => {
    const box = { parcelStates: ["packed"] } as const;
    expect(ask([pkg("1"), pkg("2", box)])).toBe("box_goes_as_it_is");
    expect(ask([pkg("1", box), pkg("2")])).toBeNull();
  });
});
