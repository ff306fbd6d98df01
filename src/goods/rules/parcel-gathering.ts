// Sending parcels together, whichever packages they are in: one package is used, others are merged into it.
import { hasShipRequest, mayGather, type StagedPackage } from "./package-stage.ts";

/** What stands against putting parcels into one package, in the order in which it is asked. */
export const gatheringObstacles = [
  "ship_request_open",
  "package_not_open",
  "warehouses_differ",
  "destinations_differ",
  "box_goes_as_it_is",
] as const;

/** What stands against it, as a code of the catalogue of errors. */
type GatheringObstacle = (typeof gatheringObstacles)[number];

/** Where a new package for parcels that are here comes from. */
export const gatheredOrigin = { code: "CN", name: "China" } as const;

type GatheringPackage = StagedPackage & {
  readonly id: string;
  readonly origin: string;
  readonly createdAt: string;
};

/** What goes together: `used` is the oldest package, null where the parcels are in none, and `merged` are the others. */
export type ParcelGathering<Pkg> = { readonly used: Pkg | null; readonly merged: readonly Pkg[] };

/** The package that parcels are sent in, of those that they are in, and what is merged into it. */
export function gatheringOf<Pkg extends Pick<GatheringPackage, "id" | "createdAt">>(
  packages: readonly Pkg[],
): ParcelGathering<Pkg> {
  const keyOf = ({ createdAt, id }: Pkg) => `${createdAt} ${id}`;
  const [used = null, ...merged] = packages.toSorted((one, other) =>
    keyOf(one) < keyOf(other) ? -1 : 1,
  );
  return { used, merged };
}

/**
 * What stands against sending parcels of these warehouses together to a destination; null: nothing. A packed box that lies on
 * the shelf stays with its own package.
 */
export function gatheringObstacle(
  { used, merged }: ParcelGathering<GatheringPackage>,
  warehouseIds: readonly (string | null)[],
  destination: string | null,
): GatheringObstacle | null {
  const packages = used === null ? [] : [used, ...merged];
  if (packages.some(hasShipRequest)) return "ship_request_open";
  if (!packages.every(mayGather)) return "package_not_open";
  if (new Set(warehouseIds).size > 1) return "warehouses_differ";
  if (packages.some((pkg) => pkg.destination !== destination)) return "destinations_differ";
  const hasBox = merged.some(({ parcelStates }) => parcelStates.includes("packed"));
  return hasBox ? "box_goes_as_it_is" : null;
}
