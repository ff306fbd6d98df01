// What the receiving desk records, and how it is sent.
import type { ReceivedParcel } from "#goods/contract/receiving.ts";
import { receivingLimits, type ParcelImageKind } from "#goods/rules/receiving.ts";
import type { ApiClient } from "#goods/web/api.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import type { OutboxRecord, OutboxState } from "#ui/web/desk/outbox-records.ts";
import { RefusedError, type Outbox, type OutboxKind, type Sending } from "#ui/web/desk/outbox.ts";

export type ReceiveInput = Parameters<ApiClient["receiving"]["receiveInboundParcel"]>[0];

/** `measured_again`: new measurements of a parcel that is here; the input's `inboundParcelId` says which. */
export type RecordKind = "received" | "measured_again";

/** A photo that waits for its parcel's record to be sent. */
export type DeskPhoto = {
  readonly idempotencyKey: string;
  readonly kind: ParcelImageKind;
  readonly file: Blob;
};

/** Where a parcel that is here was put; our label says which parcel. */
export type MoveInput = {
  readonly warehouseId: string;
  readonly storageLocationCode: string;
  readonly labelCode: string;
  /** What the desk calls the parcel. */
  readonly scan: string;
  readonly recordedAt: string;
  readonly idempotencyKey: string;
};

/** A parcel that was received or measured. */
export type ParcelBody = {
  readonly kind: RecordKind;
  readonly input: ReceiveInput;
  /** Removed one by one as the server confirms them. */
  readonly photos: readonly DeskPhoto[];
  /** Of the parcel, once the server has the record and only photos are missing. */
  readonly inboundParcelId?: string;
};
type MoveBody = { readonly kind: "stored"; readonly input: MoveInput };

export type ReceivingBody = ParcelBody | MoveBody;
export type ReceivingRecord = OutboxRecord<ReceivingBody>;

/** What the account has recorded at this desk. */
export type ReceivingOutbox = Pick<
  OutboxState<ReceivingBody>,
  "records" | "isRead" | "isOnline" | "isFull"
> &
  Pick<Outbox<ReceivingBody, ReceivedParcel>, "add" | "resend" | "discard" | "onAnswer">;

type SendingReceiving = Sending<ReceivingBody, ReceivedParcel>;
type Client = Pick<
  ApiClient["receiving"],
  "receiveInboundParcel" | "measureAgain" | "storeInboundParcels" | "addInboundParcelImage"
>;

const photoTimeoutMilliseconds = 120_000;

async function readPhoto({ file, idempotencyKey }: DeskPhoto): Promise<File> {
  try {
    return new File([await file.arrayBuffer()], `${idempotencyKey}.jpg`, { type: file.type });
  } catch {
    // The browser has lost it, and the server never saw it.
    throw new RefusedError(t("receiving-queue.photoUnreadable"));
  }
}

/** A move may arrive long after it happened, and by a clock that is wrong: how long ago it was decides. */
async function sendMove(
  client: Client,
  record: ReceivingRecord,
  input: MoveInput,
  { now, options, answered }: SendingReceiving,
): Promise<void> {
  const { warehouseId, storageLocationCode, labelCode, recordedAt } = input;
  const age = Math.max(0, Math.round(now() - Date.parse(recordedAt)));
  const ageMilliseconds = Math.min(age, receivingLimits.oldestMoveMilliseconds);
  const { items } = await client.storeInboundParcels(
    { warehouseId, storageLocationCode, labelCodes: [labelCode], ageMilliseconds },
    options(),
  );
  const [parcel] = items;
  if (parcel !== undefined) answered(record, { outcome: "seen_before", parcel });
}

async function sendInput(
  client: Client,
  { input, kind }: ParcelBody,
  options: ReturnType<SendingReceiving["options"]>,
): Promise<ReceivedParcel> {
  const { inboundParcelId, measurements, station, recordedAt, idempotencyKey } = input;
  if (kind !== "measured_again" || typeof inboundParcelId !== "string") {
    return await client.receiveInboundParcel(input, options);
  }
  const measured = { inboundParcelId, measurements, station, recordedAt, idempotencyKey };
  const parcel = await client.measureAgain(measured, options);
  return { outcome: "seen_before", parcel };
}

async function sendReceiving(
  client: Client,
  record: ReceivingRecord,
  body: ParcelBody,
  { options, note, answered }: SendingReceiving,
): Promise<void> {
  let { inboundParcelId, photos } = body;
  if (inboundParcelId === undefined) {
    const answer = await sendInput(client, body, options());
    inboundParcelId = answer.parcel.id;
    await note(record, { inboundParcelId });
    answered(record, answer);
  }
  while (photos[0] !== undefined) {
    const { kind, idempotencyKey } = photos[0];
    const file = await readPhoto(photos[0]);
    const input = { inboundParcelId, kind, file, idempotencyKey };
    await client.addInboundParcelImage(input, options(photoTimeoutMilliseconds));
    photos = photos.slice(1);
    await note(record, { photos });
  }
}

/** The outbox of the receiving desk. */
export function receivingKind(client: {
  readonly receiving: Client;
}): OutboxKind<ReceivingBody, ReceivedParcel> {
  return {
    name: "receiving-outbox",
    keyOf: ({ input }) => input.idempotencyKey,
    async send([record], sending) {
      const { receiving } = client;
      if (record?.body.kind === "stored") {
        await sendMove(receiving, record, record.body.input, sending);
      } else if (record !== undefined) {
        await sendReceiving(receiving, record, record.body, sending);
      }
      return () => null;
    },
    full: {
      records: receivingLimits.queuedRecords,
      hours: receivingLimits.queueHours,
      sentence: () => t("receiving-queue.full"),
    },
    notStored: () => t("receiving-queue.notStored"),
    serverFailed: () => t("receiving-queue.serverFailed"),
    refusal: (body, reason) =>
      body.kind !== "stored" && body.inboundParcelId !== undefined
        ? t("receiving-queue.photoRefused", { reason })
        : reason,
  };
}
