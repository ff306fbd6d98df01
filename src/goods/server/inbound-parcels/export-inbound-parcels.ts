import type { CarrierEvent } from "#tracking/contract/carrier-events.ts";
import type { InboundParcel, InboundParcelEvent } from "#goods/contract/inbound-parcels.ts";
import type { ParcelImage, ReceivingRecord } from "#goods/contract/parcel-measurements.ts";
import { groupOf } from "#goods/rules/inbound-parcel.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { toReceivingRecord } from "#goods/server/receiving/list-receiving-records.ts";
import { listCourierEvents } from "#goods/server/tracking/list-carrier-events.ts";
import { exportStorage, type ExportedStorage } from "#goods/server/storage-rates/export-storage.ts";
import { listOwnEvents } from "./event-queries.ts";
import { listImageRows, listRecordRows } from "./export-queries.ts";
import { toParcelImage } from "./images/list-parcel-images.ts";
import { listAllOwnParcels } from "./inbound-parcel-queries.ts";

type ExportedParcel = {
  parcel: InboundParcel;
  storage: ExportedStorage | null;
  images: ParcelImage[];
  receivingRecords: ReceivingRecord[];
  carrierEvents: CarrierEvent[];
  events: InboundParcelEvent[];
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

/** All own parcels with photos, receiving records, storage, what couriers report and history, newest first, for the export of the account. */
export async function exportInboundParcels(context: SignedInContext): Promise<ExportedParcel[]> {
  const { db, session } = context;
  const userId = session.person.id;
  const parcels = await listAllOwnParcels(context, db, userId);
  const ids = parcels.map(({ id }) => id);
  const events = await listOwnEvents(db, userId, ids);
  const images = await listImageRows(db, ids);
  const records = await listRecordRows(db, ids);
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
      storage: storages.get(parcel.id) ?? null,
      images: (images.get(parcel.id) ?? []).map((row) => toParcelImage(context, row)),
      receivingRecords: (records.get(parcel.id) ?? []).map(toReceivingRecord),
      carrierEvents: await listCourierEvents(db, parcel.id),
      events: events.get(parcel.id) ?? [],
    });
  }
  return exported;
}
