// Sends the records of an account in order, one at a time, and again until the server has answered.
import { ORPCError } from "@orpc/client";
import type { ReceivedParcel } from "#goods/contract/receiving.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import type {
  QueueRecords,
  ReceivingStore,
  StoredRecord,
  StoredMove,
  StoredReceiving,
} from "./queue-records.ts";
import { receivingLimits } from "#goods/rules/receiving.ts";
import type { ApiClient } from "#goods/web/api.ts";
import type { QueuedPhoto } from "#goods/web/receiving/receiving-queue.ts";
import type { ErrorCode } from "#platform/contract/errors.ts";
import { apiErrorCode } from "#ui/web/api.tsx";

const firstRetryMilliseconds = 1_000;
const longestRetryMilliseconds = 30_000;
/** After so many failures of the server itself a record lets the others pass. */
const maxServerFailures = 8;

export type SendingServices = {
  readonly store: ReceivingStore;
  readonly client: { readonly receiving: SendingClient };
  readonly now: () => number;
  /** Runs `work` while no other tab runs any. */
  readonly lock: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Resolves after the time, or at once when `signal` is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly onReceived: (record: StoredRecord, answer: ReceivedParcel) => void;
};

type SendingLoop = {
  /** Sends what waits until the returned function is called. */
  readonly start: () => () => void;
  /** Tries to send now, such as after signing in. */
  readonly wake: () => void;
  /** The same for a loop that has sent everything; one that waits to try again keeps its pause. */
  readonly wakeIdle: () => void;
};

/** What one attempt came to: a record was sent or set aside, nothing waits, or it must be tried later. */
type Attempt = "done" | "empty" | "later";

function retryMilliseconds(retries: number): number {
  const longest = Math.min(firstRetryMilliseconds * 2 ** (retries - 1), longestRetryMilliseconds);
  return longest * (0.75 + Math.random() / 4);
}

/** Sends the oldest record that waits. */
function createAttempt(services: SendingServices, records: QueueRecords) {
  const { store } = services;
  let serverFailures = 0;

  async function setAside(record: StoredRecord, reason: string): Promise<Attempt> {
    const isReceived = record.inboundParcelId !== null;
    const refusal = isReceived ? t("receiving-queue.photoRefused", { reason }) : reason;
    await store.change(record.idempotencyKey, { refusal });
    serverFailures = 0;
    return "done";
  }

  async function onFailure(error: unknown, key: string): Promise<Attempt> {
    // Read again: the measurements may have been sent before a photo failed.
    const record = (await records.load()).find(({ idempotencyKey }) => idempotencyKey === key);
    if (record === undefined) return "done";
    if (error instanceof UnreadablePhotoError) return await setAside(record, error.message);
    const kind = sendingError(error);
    records.setConnection({
      isReachable: error instanceof ORPCError,
      isSignInNeeded: kind === "account",
    });
    if (kind === "refused" && error instanceof Error) return await setAside(record, error.message);
    if (error instanceof ORPCError && error.status === 500) serverFailures += 1;
    if (serverFailures < maxServerFailures) return "later";
    return await setAside(record, t("receiving-queue.serverFailed"));
  }

  return async (signal: AbortSignal): Promise<Attempt> => {
    // Read under the lock: another tab may just have sent it.
    const record = (await records.load()).find(({ refusal }) => refusal === null);
    if (record === undefined) return "empty";
    records.setConnection({ sendingKey: record.idempotencyKey });
    try {
      await sendRecord({ ...services, signal }, record);
      records.setConnection({ isReachable: true, isSignInNeeded: false });
      serverFailures = 0;
      return "done";
    } catch (error) {
      return await onFailure(error, record.idempotencyKey);
    } finally {
      records.setConnection({ sendingKey: null });
    }
  };
}

export function createSendingLoop(services: SendingServices, records: QueueRecords): SendingLoop {
  const { lock, pause } = services;
  const attempt = createAttempt(services, records);
  let retries = 0;
  let waking = new AbortController();

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      waking = new AbortController();
      // A browser that cannot read its storage now may do so later.
      const last = await lock(() => attempt(signal)).catch((): Attempt => "later");
      // An attempt that changed nothing is not announced, or two tabs would wake each other for ever.
      await (last === "done" ? records.changed() : records.load()).catch(() => undefined);
      retries = last === "later" ? retries + 1 : 0;
      if (last === "done") continue;
      const milliseconds = last === "empty" ? Number.POSITIVE_INFINITY : retryMilliseconds(retries);
      await pause(milliseconds, AbortSignal.any([signal, waking.signal]));
    }
  }

  return {
    start() {
      const stopping = new AbortController();
      void run(stopping.signal);
      return () => stopping.abort();
    },
    wake() {
      retries = 0;
      records.setConnection({ isReachable: true });
      waking.abort();
    },
    wakeIdle() {
      if (retries === 0) waking.abort();
    },
  };
}

/** A request without an answer must not hold up the queue for ever. */
const timeoutMilliseconds = { record: 30_000, photo: 120_000 } as const;

type Sending = {
  readonly client: { readonly receiving: SendingClient };
  readonly store: ReceivingStore;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly onReceived: (record: StoredRecord, answer: ReceivedParcel) => void;
};

type SendingClient = Pick<
  ApiClient["receiving"],
  "receiveInboundParcel" | "measureAgain" | "storeInboundParcels" | "addInboundParcelImage"
>;

/** A photo that the browser has lost; the server never saw it. */
class UnreadablePhotoError extends Error {
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
async function sendRecord(sending: Sending, record: StoredRecord): Promise<void> {
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

/**
 * What an error means for a record. `retry`: the server may accept it later. `account`: not under the session that this
 * browser has now. `refused`: somebody must correct or discard it.
 */
type SendingError = "retry" | "account" | "refused";

const temporary: readonly ErrorCode[] = ["maintenance", "too_many_requests", "request_aborted"];
const ofAccount: readonly ErrorCode[] = ["signed_out", "forbidden", "two_factor_setup_required"];

export function sendingError(error: unknown): SendingError {
  const code = apiErrorCode(error);
  // Answers of a proxy or of a Wi-Fi sign-in page have no code of the contract, whose codes are in lower case.
  if (code === null || !/^[a-z_]+$/.test(code) || temporary.includes(code)) return "retry";
  return ofAccount.includes(code) ? "account" : "refused";
}
