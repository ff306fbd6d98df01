// What the receiving desk has recorded and the server has not confirmed yet. It is kept in the browser until then.
import type { ReceivedParcel } from "#goods/contract/receiving.ts";
import type { ParcelImageKind } from "#goods/rules/receiving.ts";
import type { ApiClient } from "#goods/web/api.ts";

export type ReceiveInput = Parameters<ApiClient["receiving"]["receiveInboundParcel"]>[0];

/** `measured_again`: new measurements of a parcel that is here; the input's `inboundParcelId` says which. */
export type RecordKind = "received" | "measured_again";

/** A photo that waits for its parcel's record to be sent. */
export type QueuedPhoto = {
  readonly idempotencyKey: string;
  readonly kind: ParcelImageKind;
  readonly file: Blob;
};

/** One that was in the queue before has its key. */
export type AddedPhoto = Omit<QueuedPhoto, "idempotencyKey"> &
  Partial<Pick<QueuedPhoto, "idempotencyKey">>;

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

/** `refused`: the server did not accept it; it stays until somebody corrects or discards it. */
export type QueuedState = "waiting" | "sending" | "refused";

type Queued = {
  /** That of the input. */
  readonly idempotencyKey: string;
  /** The account that recorded it, under which alone it is sent. */
  readonly userId: string;
  readonly state: QueuedState;
  /** Why it was refused, as the server says it. */
  readonly errorMessage: string | null;
};

export type QueuedReceiving = Queued & {
  readonly kind: RecordKind;
  readonly input: ReceiveInput;
  readonly photos: readonly QueuedPhoto[];
  /** The server has the record, and only photos are missing. */
  readonly isRecorded: boolean;
};

export type QueuedMove = Queued & { readonly kind: "stored"; readonly input: MoveInput };

export type QueuedRecord = QueuedReceiving | QueuedMove;

/** The queue of the signed-in account on this device. */
export type ReceivingQueue = {
  /** In the order in which they were recorded. */
  readonly items: readonly QueuedRecord[];
  /** Whether `items` has been read from this device. */
  readonly isRead: boolean;
  readonly isOnline: boolean;
  /** After 300 records or 8 hours without a network: nothing more is recorded until some were sent. */
  readonly isFull: boolean;
  /** Resolves once it is stored in this browser; it is sent as soon as there is a network. */
  readonly add: (
    input: ReceiveInput,
    photos: readonly AddedPhoto[],
    kind?: RecordKind,
  ) => Promise<void>;
  /** Sends a refused record again, with what staff corrected and the photos that it has now. */
  readonly resend: (
    input: ReceiveInput,
    photos: readonly AddedPhoto[],
    kind?: RecordKind,
  ) => Promise<void>;
  /** The same for a parcel that was moved. */
  readonly addMove: (input: MoveInput) => Promise<void>;
  /** Sends a refused move again, to the storage location that staff scanned now. */
  readonly resendMove: (input: MoveInput) => Promise<void>;
  readonly discard: (idempotencyKey: string) => Promise<void>;
  /** Called with what the server made of a record. Returns how to stop. */
  readonly onReceived: (
    listener: (item: QueuedRecord, answer: ReceivedParcel) => void,
  ) => () => void;
};
