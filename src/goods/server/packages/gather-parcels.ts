// Puts own parcels that are here into one package, so that they are sent together.
import { apiError } from "#platform/contract/errors.ts";
import { groupOf, parcelNameAndNumber } from "#goods/rules/inbound-parcel.ts";
import { packageNumberText } from "#goods/rules/package-number.ts";
import { hasShipRequest } from "#goods/rules/package-stage.ts";
import {
  gatheredOrigin,
  gatheringObstacle,
  gatheringOf,
  type ParcelGathering,
} from "#goods/rules/parcel-gathering.ts";
import { isSameRecipient, type Recipient } from "#catalogue/rules/recipient.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { ApiError } from "#platform/rules/error-message.ts";
import type { Db } from "#platform/server/db/open.ts";
import { sentence } from "#platform/server/translate.ts";
import type { LockedParcel } from "#goods/server/inbound-parcels/inbound-parcel-queries.ts";
import { listParcelStatesOf } from "#goods/server/inbound-parcels/list-queries.ts";
import { lockOwnParcels } from "#goods/server/inbound-parcels/lock-own-parcels.ts";
import { placeParcels } from "#goods/server/inbound-parcels/move-inbound-parcels.ts";
import { lockCustomer } from "#money/server/plans/locks/with-subscriber-lock.ts";
import { lockCurrentMonth } from "#money/server/plans/quota.ts";
import { updatePackageFromParcels } from "./change-package.ts";
import type { PackageCustomer } from "./create-package.ts";
import { findRecipient, listStoredPackages, type StoredPackage } from "./package-queries.ts";
import { addPackageForParcels, mergeLocked } from "./split-packages.ts";
import { saveRecipient } from "./update-package.ts";

/** A package that gathers some of the parcels, with the states of all of its own. */
export type GatheringPackage = StoredPackage &
  Parameters<typeof gatheringObstacle>[0]["merged"][number];

/** Own parcels that are sent together, in the order of the choice, locked with everything that they concern. */
export type LockedGathering = ParcelGathering<GatheringPackage> & {
  readonly parcels: readonly LockedParcel[];
  readonly profile: PackageCustomer["profile"];
  readonly month: Awaited<ReturnType<typeof lockCurrentMonth>>;
};

async function withParcelStates(
  db: Db,
  packages: readonly StoredPackage[],
): Promise<GatheringPackage[]> {
  const states = await listParcelStatesOf(
    db,
    packages.map(({ id }) => id),
  );
  return packages.map((pkg) => ({ ...pkg, parcelStates: states.get(pkg.id) ?? [] }));
}

/** The packages of these ids as they are, of which one is used. */
export async function readGathering(
  db: Db,
  packageIds: readonly string[],
): Promise<ParcelGathering<GatheringPackage>> {
  return gatheringOf(await withParcelStates(db, await listStoredPackages(db, packageIds)));
}

/** Refuses parcels that cannot be sent, and says where the first of them is; undefined where there is none. */
function refusalOf(
  code: "inbound_parcel_not_free" | "ship_request_open",
  parcels: readonly LockedParcel[],
  packages: readonly { readonly id: string; readonly number: number }[],
): ApiError | undefined {
  const [first] = parcels;
  if (first === undefined) return undefined;
  const pkg = packages.find(({ id }) => id === first.packageId);
  const hasLeft = first.state === "departed" && pkg !== undefined;
  const where = code === "ship_request_open" ? "beingSent" : hasLeft ? "leftWith" : "notHere";
  return apiError(
    code,
    { inboundParcelIds: parcels.map(({ id }) => id) },
    sentence(`errors.parcelToSend.${where}`, {
      parcel: parcelNameAndNumber(first),
      package: pkg === undefined ? "" : packageNumberText(pkg.number),
    }),
  );
}

/** The parcels whose package is being prepared by a ship request. */
export function parcelsBeingSent<Parcel extends { readonly packageId: string | null }>(
  parcels: readonly Parcel[],
  { used, merged }: ParcelGathering<GatheringPackage>,
): { readonly parcel: Parcel; readonly package: GatheringPackage }[] {
  const busy = (used === null ? [] : [used, ...merged]).filter(hasShipRequest);
  return parcels.flatMap((parcel) => {
    const pkg = busy.find(({ id }) => id === parcel.packageId);
    return pkg === undefined ? [] : [{ parcel, package: pkg }];
  });
}

/**
 * Locks own parcels that are sent together to a destination, with the packages that they are in. Throws `account_closed`,
 * `not_found`, `inbound_parcel_not_free` where one is not here, and what stands against it (`gatheringObstacles`).
 */
export async function lockGathering(
  context: SignedInContext,
  db: Db,
  parcelIds: readonly string[],
  destination: string,
): Promise<LockedGathering> {
  const ids = [...new Set(parcelIds)];
  // Before the packages' rows, in the order in which closing an account locks them.
  const month = await lockCurrentMonth(db, context.session.person.id);
  const profile = await lockCustomer(db, context.session.person.id);
  const locked = await lockOwnParcels(context, db, ids);
  const byId = new Map(locked.parcels.map((parcel) => [parcel.id, parcel]));
  const parcels = ids.flatMap((id) => byId.get(id) ?? []);
  const elsewhere = parcels.filter(({ state }) => groupOf(state) !== "here");
  const notFree = refusalOf("inbound_parcel_not_free", elsewhere, locked.packages);
  if (notFree !== undefined) throw notFree;
  const gathering = gatheringOf(await withParcelStates(db, locked.packages));
  const beingSent = parcelsBeingSent(parcels, gathering).map(({ parcel }) => parcel);
  const open = refusalOf("ship_request_open", beingSent, locked.packages);
  if (open !== undefined) throw open;
  const warehouseIds = parcels.map(({ warehouseId }) => warehouseId);
  const obstacle = gatheringObstacle(gathering, warehouseIds, destination);
  if (obstacle !== null) throw apiError(obstacle);
  return { ...gathering, parcels, profile, month };
}

/**
 * Puts the locked parcels into one package, and returns its id: the used one, into which the others are merged, or a new one to
 * the destination, which takes one of the quota. The package goes to the recipient. Throws `subscription_required` and
 * `quota_exceeded`.
 */
export async function gatherParcels(
  context: SignedInContext,
  db: Db,
  gathering: LockedGathering,
  { destination, recipient }: { readonly destination: string; readonly recipient: Recipient },
): Promise<string> {
  const { used, merged, parcels, profile, month } = gathering;
  const [first] = parcels;
  if (first === undefined) throw apiError("nothing_to_ship");
  const places = { origin: gatheredOrigin.name, destination };
  const packageId =
    used?.id ?? (await addPackageForParcels(context, db, first, places, { profile, recipient }));
  for (const from of merged) {
    if (used !== null) await mergeLocked(context, db, { into: used, from, month });
  }
  const joining = parcels.filter((parcel) => parcel.packageId === null);
  if (joining.length > 0) {
    await placeParcels(context, db, joining, packageId);
    await updatePackageFromParcels(context, db, packageId);
  }
  if (used !== null && !isSameRecipient(recipient, await findRecipient(db, used.id))) {
    await saveRecipient(context, db, used, recipient);
  }
  return packageId;
}
