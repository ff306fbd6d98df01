// Sends one record and then its photos, so that being interrupted anywhere loses nothing and doubles nothing.
import type { ReceivedParcel } from "#goods/contract/receiving.ts";
import { receivingLimits } from "#goods/rules/receiving.ts";
import type { ApiClient } from "#goods/web/api.ts";
import type { QueuedPhoto } from "#goods/web/receiving/receiving-queue.ts";
import { t } from "./messages.ts";
import type {
  ReceivingStore,
  StoredMove,
  StoredReceiving,
  StoredRecord,
} from "./receiving-store.ts";

/** A request without an answer must not hold up the queue for ever. */
const timeoutMilliseconds = { record: 30_000, photo: 120_000 } as const;

export type Sending = {
  readonly client: { readonly receiving: SendingClient };
  readonly store: ReceivingStore;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly onReceived: (record: StoredRecord, answer: ReceivedParcel) => void;
};

export type SendingClient = Pick<
  ApiClient["receiving"],
  "receiveInboundParcel" | "measureAgain" | "storeInboundParcels" | "addInboundParcelImage"
>;

/** A photo that the browser has lost; the server never saw it. */
export class UnreadablePhotoError extends Error {
  constructor() {
    super(t("receiving-queue.photoUnreadable"));
  }
}

async function readPhoto({ file, idempotencyKey }: QueuedPhoto): Promise<File> {
  try {
    return new File([await file.arrayBuffer()], `${idempotencyKey}.jpg`, { type: file.type });
  } catch {
    throw new UnreadablePhotoError();
  }
}

function recordOptions(signal: AbortSignal, userId: string) {
  return {
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMilliseconds.record)]),
    context: { userId },
  };
}

/** A move may arrive long after it happened, and by a clock that is wrong: how long ago it was decides. */
async function sendMove(sending: Sending, record: StoredMove): Promise<void> {
  const { client, signal, now } = sending;
  const { warehouseId, storageLocationCode, labelCode, recordedAt } = record.input;
  const age = Math.max(0, Math.round(now() - Date.parse(recordedAt)));
  const { items } = await client.receiving.storeInboundParcels(
    {
      warehouseId,
      storageLocationCode,
      labelCodes: [labelCode],
      ageMilliseconds: Math.min(age, receivingLimits.oldestMoveMilliseconds),
    },
    recordOptions(signal, record.userId),
  );
  const [parcel] = items;
  if (parcel !== undefined) sending.onReceived(record, { outcome: "seen_before", parcel });
}

async function sendInput(
  { client, signal }: Sending,
  { input, kind, userId }: StoredReceiving,
): Promise<ReceivedParcel> {
  const options = recordOptions(signal, userId);
  const { inboundParcelId, measurements, station, recordedAt, idempotencyKey } = input;
  if (kind !== "measured_again" || typeof inboundParcelId !== "string") {
    return await client.receiving.receiveInboundParcel(input, options);
  }
  const measured = { inboundParcelId, measurements, station, recordedAt, idempotencyKey };
  const parcel = await client.receiving.measureAgain(measured, options);
  return { outcome: "seen_before", parcel };
}

/** The id of the parcel, for its photos. */
async function sendMeasurements(sending: Sending, record: StoredReceiving): Promise<string> {
  if (record.inboundParcelId !== null) return record.inboundParcelId;
  const answer = await sendInput(sending, record);
  const inboundParcelId = answer.parcel.id;
  await sending.store.change(record.idempotencyKey, { inboundParcelId });
  sending.onReceived(record, answer);
  return inboundParcelId;
}

/**
 * Sends `record` under its account and removes it from the store. Rejects as the API does, with what was sent until then
 * noted in the store.
 */
export async function sendRecord(sending: Sending, record: StoredRecord): Promise<void> {
  if (record.kind === "stored") await sendMove(sending, record);
  else await sendReceiving(sending, record);
  await sending.store.remove(record.idempotencyKey);
}

async function sendReceiving(sending: Sending, record: StoredReceiving): Promise<void> {
  const { client, store, signal } = sending;
  const inboundParcelId = await sendMeasurements(sending, record);
  let photos = record.photos;
  while (photos[0] !== undefined) {
    const { kind, idempotencyKey } = photos[0];
    const file = await readPhoto(photos[0]);
    await client.receiving.addInboundParcelImage(
      { inboundParcelId, kind, file, idempotencyKey },
      {
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMilliseconds.photo)]),
        context: { userId: record.userId },
      },
    );
    photos = photos.slice(1);
    await store.change(record.idempotencyKey, { photos });
  }
}
