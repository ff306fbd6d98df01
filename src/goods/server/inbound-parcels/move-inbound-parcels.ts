import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import { apiError } from "#platform/contract/errors.ts";
import { isMovableParcel, isOpenParcel } from "#goods/rules/inbound-parcel.ts";
import { isBoxClosed } from "#goods/rules/package-stage.ts";
import type { SignedInContext, AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { updatePackageFromParcels } from "#goods/server/packages/change-package.ts";
import { recordParcelEvents, type ParcelEvent } from "./parcel-events.ts";
import {
  listOwnParcels,
  updateParcels,
  lockParcels,
  type LockedParcel,
} from "./inbound-parcel-queries.ts";
import { lockOwnParcels, requireOpenPackage } from "./lock-own-parcels.ts";
import { lockParcelsOfPackage, type GatheredParcel } from "./list-queries.ts";
import type { Shipment } from "#goods/contract/packages.ts";
import "#goods/server/announcements.ts";

type Input = { readonly inboundParcelIds: readonly string[]; readonly packageId: string | null };

async function move(context: SignedInContext, db: Db, input: Input): Promise<void> {
  const { packageId } = input;
  const { parcels, packages } = await lockOwnParcels(
    context,
    db,
    input.inboundParcelIds,
    packageId,
  );
  const moving = parcels.filter((parcel) => parcel.packageId !== packageId);
  if (moving.length === 0) return context.unchanged();
  if (!moving.every(({ state }) => isMovableParcel(state))) {
    throw apiError("inbound_parcel_not_free");
  }
  const touchedIds = new Set([packageId, ...moving.map((parcel) => parcel.packageId)]);
  const touched = packages.filter(({ id }) => touchedIds.has(id));
  await requireNotRequested(context, db, moving);
  for (const pkg of touched) rejectClosedBox(pkg);
  for (const pkg of touched) await requireOpenPackage(db, pkg);
  await placeParcels(context, db, moving, packageId);
  for (const { id } of touched) await updatePackageFromParcels(context, db, id);
  await context.auditOf(packageId ?? moving[0]?.id ?? "", {
    before: { parcels: moving.map(({ id, packageId: from }) => ({ id, packageId: from })) },
    after: { packageId },
  });
}

/**
 * Puts locked parcels into a package or, with null, takes them out. The stage and counts of every package are for the caller
 * to store.
 */
export async function placeParcels(
  context: SignedInContext,
  db: Db,
  moving: readonly Pick<LockedParcel, "id" | "packageId">[],
  packageId: string | null,
): Promise<void> {
  await updateParcels(
    db,
    moving.map(({ id }) => id),
    { packageId, updatedAt: context.now() },
  );
  await recordParcelEvents(
    context,
    db,
    moving.flatMap(({ id: parcelId, packageId: from }): ParcelEvent[] => [
      ...(from === null ? [] : [{ parcelId, kind: "taken_out" as const, packageId: from }]),
      ...(packageId === null ? [] : [{ parcelId, kind: "put_into_package" as const, packageId }]),
    ]),
  );
}

/**
 * Puts own parcels into an own package, from wherever they are, or takes them out; all or none. Those that are there
 * already stay. Throws `account_closed`, `not_found`, `inbound_parcel_not_free` once one is packed, has left or was
 * cancelled, and `package_not_open` where a package that it leaves or joins has left or ended.
 */
export async function moveInboundParcels(
  context: SignedInContext,
  input: Input,
): Promise<{ items: InboundParcel[] }> {
  const { inboundParcelIds, packageId } = input;
  const { db } = context;
  await move(context, db, input);
  context.log.info({ packageId, count: inboundParcelIds.length }, "Inbound parcels moved");
  const parcelIds = [...new Set(inboundParcelIds)];
  return { items: await listOwnParcels(context, db, context.session.person.id, parcelIds) };
}

/**
 * Moves parcels from one package into another, whose rows must be locked. The stage and counts of both are for the
 * caller to store.
 */
export async function moveParcelsBetween(
  context: SignedInContext,
  db: Db,
  move: {
    readonly inboundParcelIds: readonly string[];
    readonly fromPackageId: string;
    readonly toPackageId: string;
  },
): Promise<void> {
  const { inboundParcelIds, fromPackageId, toPackageId } = move;
  const moving = inboundParcelIds.map((id) => ({ id, packageId: fromPackageId }));
  await placeParcels(context, db, moving, toPackageId);
}

/**
 * The same for all parcels of the first package; returns their ids. Throws `box_goes_as_it_is` where some of them lie in a packed
 * box, which only its own package can send or have unpacked.
 */
export async function moveAllParcels(
  context: SignedInContext,
  db: Db,
  packages: { readonly fromPackageId: string; readonly toPackageId: string },
): Promise<string[]> {
  const parcels = await lockParcelsOfPackage(db, packages.fromPackageId);
  if (parcels.some(({ state }) => state === "packed")) throw apiError("box_goes_as_it_is");
  const inboundParcelIds = parcels.map(({ id }) => id);
  await moveParcelsBetween(context, db, { ...packages, inboundParcelIds });
  return inboundParcelIds;
}

/**
 * The chosen parcels of an own package, whose row must be locked, each once and in the order of the choice. Throws
 * `not_found`, `inbound_parcel_not_free` where one is in no or another package, packed or gone, and `no_parcel_left`
 * where the package would gather none any longer.
 */
export async function requireMovableParcels(
  context: SignedInContext,
  db: Db,
  { packageId, inboundParcelIds }: { packageId: string; inboundParcelIds: readonly string[] },
): Promise<readonly [GatheredParcel, ...GatheredParcel[]]> {
  const ids = [...new Set(inboundParcelIds)];
  const gathered = await lockParcelsOfPackage(db, packageId);
  const open = new Map(
    gathered.filter(({ state }) => isOpenParcel(state)).map((parcel) => [parcel.id, parcel]),
  );
  const chosen = ids.flatMap((id) => {
    const parcel = open.get(id);
    return parcel === undefined || parcel.state === "packed" ? [] : [parcel];
  });
  const [first, ...others] = chosen;
  if (first === undefined || chosen.length < ids.length) {
    const own = await lockParcels(db, context.session.person.id, ids);
    throw apiError(own.length < ids.length ? "not_found" : "inbound_parcel_not_free");
  }
  if (chosen.length === open.size) throw apiError("no_parcel_left");
  return [first, ...others];
}

/** Throws `ship_request_open` where one of these parcels of locked packages goes with an open ship request. */
export async function requireNotRequested(
  { listeners }: Pick<AppServices, "listeners">,
  db: Db,
  parcels: readonly Pick<LockedParcel, "id" | "packageId">[],
): Promise<void> {
  const gathered = parcels.filter(({ packageId }) => packageId !== null).map(({ id }) => id);
  if (gathered.length > 0 && (await listeners.requestOf(db, gathered)) !== null) {
    throw apiError("ship_request_open");
  }
}

/** Throws `ship_request_open` where the box of a locked package is closed, so that nothing joins it. */
function rejectClosedBox(pkg: Shipment): void {
  if (isBoxClosed(pkg)) throw apiError("ship_request_open");
}
