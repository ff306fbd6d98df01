import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import { apiError } from "#platform/contract/errors.ts";
import { isMovableParcel } from "#goods/rules/inbound-parcel.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { updatePackageFromParcels } from "#goods/server/packages/follow-inbound-parcels.ts";
import { countParcelChange } from "./count-parcel-change.ts";
import { listOwnParcels, updateParcels } from "./inbound-parcel-queries.ts";
import { lockOwnParcels } from "./lock-own-parcels.ts";
import { recordParcelEvents, type ParcelEvent } from "./record-parcel-events.ts";
import { rejectClosedBox, requireNotRequested } from "./require-not-requested.ts";
import { requireOpenPackage } from "./require-open-package.ts";

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
  if (moving.length === 0) return;
  if (!moving.every(({ state }) => isMovableParcel(state))) {
    throw apiError("inbound_parcel_not_free");
  }
  const touchedIds = new Set([packageId, ...moving.map((parcel) => parcel.packageId)]);
  const touched = packages.filter(({ id }) => touchedIds.has(id));
  await requireNotRequested(context, db, moving);
  for (const pkg of touched) rejectClosedBox(pkg);
  for (const pkg of touched) await requireOpenPackage(db, pkg);
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
  for (const { id } of touched) await updatePackageFromParcels(context, db, id);
  if (context.session.person.isAdmin) {
    await recordAdminAction(context, db, {
      action: "inboundParcels.moveInboundParcels",
      target: packageId ?? moving[0]?.id ?? "",
      before: { parcels: moving.map(({ id, packageId: from }) => ({ id, packageId: from })) },
      after: { packageId },
    });
  }
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
  await countParcelChange(context);
  return await atomically(context.db, async (db) => {
    await move(context, db, input);
    context.log.info({ packageId, count: inboundParcelIds.length }, "Inbound parcels moved");
    const parcelIds = [...new Set(inboundParcelIds)];
    return { items: await listOwnParcels(context, db, context.session.person.id, parcelIds) };
  });
}
