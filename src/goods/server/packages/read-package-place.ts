import type { Db } from "#platform/server/db/open.ts";
import { listPackagePlaces } from "./package-queries.ts";

/** By what people know a package, and where it goes. */
export type PackagePlace = {
  readonly id: string;
  readonly trackingNumber: string;
  readonly destination: string;
};

/** Of one package; null where it was deleted. */
export async function readPackagePlace(db: Db, packageId: string): Promise<PackagePlace | null> {
  return (await listPackagePlaces(db, [packageId]))[0] ?? null;
}

/** Of several packages, by id; those that were deleted are left out. */
export async function readPackagePlaces(
  db: Db,
  packageIds: readonly string[],
): Promise<ReadonlyMap<string, PackagePlace>> {
  const places = await listPackagePlaces(db, packageIds);
  return new Map(places.map((place) => [place.id, place]));
}
