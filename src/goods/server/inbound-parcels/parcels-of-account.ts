import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { updatePackageFromParcels } from "#goods/server/packages/change-package.ts";
import { listFiles } from "#platform/server/files/files.ts";
import { describePhoto } from "#platform/server/files/serve-file.ts";
import { followParcels } from "#goods/server/tracking/follow-holders.ts";
import {
  eraseDeclarations,
  listExpectedIds,
  updateParcels,
  listAllOwnParcels,
  countParcels,
} from "./inbound-parcel-queries.ts";
import { eraseReceivingTexts, listRecordRows } from "./parcel-record-queries.ts";
import { lockOwnParcels } from "./lock-own-parcels.ts";
import { readOwnParcelEvents, recordParcelEvents } from "./parcel-events.ts";
import type { CarrierEvent } from "#tracking/contract/carrier-events.ts";
import type { InboundParcel, InboundParcelEvent } from "#goods/contract/inbound-parcels.ts";
import type { ParcelImage, ReceivingRecord } from "#goods/contract/parcel-measurements.ts";
import type { OwnParcelRemoval } from "#goods/contract/parcel-removal-fields.ts";
import type { GoodsProof } from "#goods/contract/goods-proof-fields.ts";
import type { GoodsItem } from "#goods/rules/goods-item.ts";
import { groupOf } from "#goods/rules/inbound-parcel.ts";
import { deleteItemsOfCustomer } from "#goods/server/goods/goods-item-queries.ts";
import { readProofs } from "#goods/server/goods/read-proofs.ts";
import { eraseProofTexts } from "#goods/server/goods/proof-queries.ts";
import { readDeclaredGoods } from "#goods/server/goods/declared-goods.ts";
import { listOwnRemovals } from "#goods/server/parcel-removals/read-removals.ts";
import { eraseRemovalTexts } from "#goods/server/parcel-removals/removal-queries.ts";
import { toReceivingRecord } from "#goods/server/receiving/receiving-records.ts";
import { listCourierEvents } from "#goods/server/tracking/carrier-events.ts";
import { exportStorage, type ExportedStorage } from "#goods/server/storage-rates/storage.ts";

/**
 * Cancels the expected parcels of an account that is being closed, which leave their packages, and erases what was
 * declared about all, and what staff noted about them. Numbers, weights and history stay, like those of packages. Must run
 * before the profile is marked as closed. Throws `goods_in_store` where one was received meanwhile.
 */
export async function closeInboundParcels(context: SignedInContext, db: Db): Promise<void> {
  const userId = context.session.person.id;
  const now = context.now();
  const expectedIds = await listExpectedIds(db, userId);
  if (expectedIds.length > 0) {
    const { parcels, packages } = await lockOwnParcels(context, db, expectedIds);
    // One may have been received before it was locked.
    const parcelsHereCount = await countParcelsHere(db, userId);
    if (parcelsHereCount > 0) throw apiError("goods_in_store", { parcelsHereCount });
    const awaited = parcels.filter(({ state }) => state === "expected");
    const awaitedIds = awaited.map(({ id }) => id);
    await updateParcels(db, awaitedIds, { state: "cancelled", packageId: null, updatedAt: now });
    await followParcels(context, db, awaitedIds);
    await recordParcelEvents(
      context,
      db,
      awaited.map(({ id: parcelId, packageId }) => ({ parcelId, kind: "cancelled", packageId })),
    );
    for (const { id } of packages) await updatePackageFromParcels(context, db, id);
  }
  await eraseDeclarations(db, userId, now);
  await deleteItemsOfCustomer(db, userId);
  await eraseReceivingTexts(db, userId);
  await eraseRemovalTexts(db, userId);
  await eraseProofTexts(db, userId);
}

type ExportedParcel = {
  parcel: InboundParcel;
  goodsItems: readonly GoodsItem[];
  isValueConfirmed: boolean;
  storage: ExportedStorage | null;
  images: ParcelImage[];
  receivingRecords: ReceivingRecord[];
  carrierEvents: CarrierEvent[];
  events: InboundParcelEvent[];
  removal: OwnParcelRemoval | null;
  proof: GoodsProof | null;
};

/** When a parcel left: with its package, or else when its last state began; null while it is awaited or here. */
function leftAt(
  { state, updatedAt }: InboundParcel,
  events: readonly InboundParcelEvent[],
): Date | null {
  if (groupOf(state) !== "gone") return null;
  const departed = events.findLast(({ kind }) => kind === "departed");
  return new Date(departed?.createdAt ?? updatedAt);
}

/** All own parcels with what is in them, photos, receiving records, storage, what couriers report and history, newest first, for the export of the account. */
export async function exportInboundParcels(context: SignedInContext): Promise<ExportedParcel[]> {
  const { db, session } = context;
  const userId = session.person.id;
  const parcels = await listAllOwnParcels(context, db, userId);
  const ids = parcels.map(({ id }) => id);
  const events = await readOwnParcelEvents(db, userId, ids);
  const images = Map.groupBy(await listFiles(db, "inbound_parcel", ids), ({ ownerId }) => ownerId);
  const records = await listRecordRows(db, ids);
  const removals = await listOwnRemovals(db, userId, ids);
  const proofs = await readProofs(context, db, ids);
  const declared = new Map(
    (await readDeclaredGoods(context, db, ids)).map((goods) => [goods.inboundParcelId, goods]),
  );
  const storages = await exportStorage(
    context,
    parcels.map((parcel) => ({
      id: parcel.id,
      leftAt: leftAt(parcel, events.get(parcel.id) ?? []),
    })),
  );
  const exported: ExportedParcel[] = [];
  for (const parcel of parcels) {
    exported.push({
      parcel,
      goodsItems: declared.get(parcel.id)?.goodsItems ?? [],
      isValueConfirmed: declared.get(parcel.id)?.isValueConfirmed ?? false,
      storage: storages.get(parcel.id) ?? null,
      images: (images.get(parcel.id) ?? []).map((row) => describePhoto(context, row)),
      receivingRecords: (records.get(parcel.id) ?? []).map(toReceivingRecord),
      carrierEvents: await listCourierEvents(db, parcel.id),
      events: events.get(parcel.id) ?? [],
      removal: removals.get(parcel.id) ?? null,
      proof: proofs.get(parcel.id) ?? null,
    });
  }
  return exported;
}

/** How many parcels of a customer are in the warehouse. */
export async function countParcelsHere(db: Db, userId: string): Promise<number> {
  return await countParcels(db, userId, ["received", "packed"]);
}
