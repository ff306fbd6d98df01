import type { Package } from "#goods/contract/packages.ts";
import { declareParcel, receiveParcel, storedParcels } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import type { TestApp } from "#test/test-app.ts";
import type { TestPerson } from "#test/users.ts";

/** Two packages to one destination and a loose parcel; the first awaits three parcels, of the other's one is here. */
export type GatheringPackages = {
  readonly pkg: Package;
  readonly other: Package;
  readonly parcelIds: readonly string[];
  readonly otherParcelIds: readonly string[];
  readonly looseParcelId: string;
  readonly looseNumber: string;
};

const looseNumber = "SF5000000000006";

export async function createGatheringPackages(
  app: TestApp,
  customer: TestPerson,
): Promise<GatheringPackages> {
  const pkg = await aPackage(customer, {
    trackingNumber: "SF5000000000001",
    furtherTrackingNumbers: ["SF5000000000002", "SF5000000000003"],
  });
  const other = await aPackage(customer, {
    trackingNumber: "SF5000000000004",
    furtherTrackingNumbers: ["SF5000000000005"],
  });
  const loose = await declareParcel(customer, { trackingNumber: looseNumber });
  const idsOf = async ({ id }: Package) =>
    (await storedParcels(app, customer, id)).map((parcel) => parcel.id);
  const [parcelIds, otherParcelIds] = [await idsOf(pkg), await idsOf(other)];
  await receiveParcel(app, customer, otherParcelIds[0] ?? "");
  return { pkg, other, parcelIds, otherParcelIds, looseParcelId: loose.id, looseNumber };
}
