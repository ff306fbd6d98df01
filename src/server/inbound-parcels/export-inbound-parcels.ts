import type { InboundParcel, InboundParcelEvent } from "#contract/inbound-parcels.ts";
import type { ParcelImage, ReceivingRecord } from "#contract/parcel-measurements.ts";
import type { SignedInContext } from "#server/context.ts";
import { receivingRecordOf } from "#server/receiving/list-receiving-records.ts";
import { listOwnEvents } from "./event-queries.ts";
import { listImageRows, listRecordRows } from "./export-queries.ts";
import { parcelImageOf } from "./images/list-parcel-images.ts";
import { listAllOwnParcels } from "./inbound-parcel-queries.ts";

type ExportedParcel = {
  parcel: InboundParcel;
  images: ParcelImage[];
  receivingRecords: ReceivingRecord[];
  events: InboundParcelEvent[];
};

/** All own parcels with photos, receiving records and history, newest first, for the export of the account. */
export async function exportInboundParcels(context: SignedInContext): Promise<ExportedParcel[]> {
  const { db, session } = context;
  const userId = session.person.id;
  const parcels = await listAllOwnParcels(context, db, userId);
  const ids = parcels.map(({ id }) => id);
  const events = await listOwnEvents(db, userId, ids);
  const images = await listImageRows(db, ids);
  const records = await listRecordRows(db, ids);
  return parcels.map((parcel) => ({
    parcel,
    images: (images.get(parcel.id) ?? []).map((row) => parcelImageOf(context, row)),
    receivingRecords: (records.get(parcel.id) ?? []).map(receivingRecordOf),
    events: events.get(parcel.id) ?? [],
  }));
}
