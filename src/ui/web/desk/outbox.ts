// Sends what an account records at a desk: in order, once, and again until the server has answered.
import { ORPCError } from "@orpc/client";
import type { ErrorCode } from "#platform/contract/errors.ts";
import { apiErrorCode } from "#ui/web/api.tsx";
import {
  createOutboxRecords,
  isWaiting,
  type OutboxRecord,
  type OutboxRecords,
  type OutboxState,
  type RecordChange,
  type RecordServices,
} from "./outbox-records.ts";

const firstRetryMilliseconds = 1_000;
const longestRetryMilliseconds = 30_000;
/** After so many failures of the server itself a record lets the others pass. */
const maxServerFailures = 8;
/** A request without an answer must not hold up the others for ever. */
const timeoutMilliseconds = 30_000;
const hourMilliseconds = 3_600_000;

/** What sending records can use. */
export type Sending<Body, Answer> = {
  readonly now: () => number;
  /** Of each request: the account, and when it is given up. */
  readonly options: (milliseconds?: number) => {
    readonly context: { readonly userId: string };
    readonly signal: AbortSignal;
  };
  /** Notes what the server has of a record already. */
  readonly note: (record: OutboxRecord<Body>, sent: Partial<Body>) => Promise<void>;
  /** Tells the screen what the server made of a record. */
  readonly answered: (record: OutboxRecord<Body>, answer: Answer) => void;
};

/** What a desk records, how it is sent, and in which words it is refused. */
export type OutboxKind<Body, Answer> = {
  /** Of the database, of the lock under which one tab sends, and of the channel on which tabs report changes. */
  readonly name: string;
  readonly keyOf: (body: Body) => string;
  /** The records, of those that wait, that are sent together; without it the oldest alone. */
  readonly batchOf?: (waiting: readonly OutboxRecord<Body>[]) => readonly OutboxRecord<Body>[];
  /** Records of so long a time are sent together. */
  readonly batchMilliseconds?: number;
  /** Resolves to what becomes of the records. Rejects as the API does, or with `RefusedError`. */
  readonly send: (
    records: readonly OutboxRecord<Body>[],
    sending: Sending<Body, Answer>,
  ) => Promise<RecordChange<Body>>;
  /** When nothing more is recorded until some were sent, and the sentence that says so. */
  readonly full?: {
    readonly records: number;
    readonly hours: number;
    readonly sentence: () => string;
  };
  /** That the browser could not store a record; without it such a record is sent from memory. */
  readonly notStored?: () => string;
  /** That the server failed several times. */
  readonly serverFailed: () => string;
  /** What stands beside a refused record, if it is not the reason alone. */
  readonly refusal?: (body: Body, reason: string) => string;
};

export type OutboxServices<Body> = RecordServices<Body> & {
  readonly now: () => number;
  /** Runs `work` while no other tab runs any. */
  readonly lock: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Resolves after the time, or at once when `signal` is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};

/** What was recorded at a desk on this device by one account. */
export type Outbox<Body, Answer> = {
  readonly state: () => OutboxState<Body>;
  readonly subscribe: (listener: () => void) => () => void;
  /** Resolves once the record is stored and shown; rejects with the sentence that says why it is not. */
  readonly add: (body: Body) => Promise<void>;
  /** Sends a refused record again, with what was corrected. */
  readonly resend: (body: Body) => Promise<void>;
  readonly discard: (records: readonly OutboxRecord<Body>[]) => Promise<void>;
  /** Called with what the server made of a record. Returns how to stop. */
  readonly onAnswer: (listener: (record: OutboxRecord<Body>, answer: Answer) => void) => () => void;
  /** Reads the store again, which another tab may have changed, and sends what it added. */
  readonly refresh: () => Promise<void>;
  /** Tries to send now, such as after signing in or when the network is back. */
  readonly wake: () => void;
  /** Tries to send now what would wait for its batch. */
  readonly hurry: () => void;
  /** Sends what waits until the returned function is called. */
  readonly start: () => () => void;
};

/** A record that cannot be sent, with the sentence that says why. */
export class RefusedError extends Error {}

/**
 * What an error means for a record. `retry`: the server may accept it later. `account`: not under the session that this
 * browser has now. `refused`: somebody must correct or discard it.
 */
type SendingError = "retry" | "account" | "refused";

const temporary: readonly ErrorCode[] = ["maintenance", "too_many_requests", "request_aborted"];
const ofAccount: readonly ErrorCode[] = ["signed_out", "forbidden", "two_factor_setup_required"];

function sendingError(error: unknown): SendingError {
  if (error instanceof RefusedError) return "refused";
  const code = apiErrorCode(error);
  // Answers of a proxy or of a Wi-Fi sign-in page have no code of the contract, whose codes are in lower case.
  if (code === null || !/^[a-z_]+$/.test(code) || temporary.includes(code)) return "retry";
  return ofAccount.includes(code) ? "account" : "refused";
}

/** What the desk says of the connection and the account after a failure. */
function failureStatus(error: unknown, meaning: SendingError) {
  const isRoleMissing = apiErrorCode(error) === "forbidden";
  const isSignInNeeded = meaning === "account" && !isRoleMissing;
  return { isReachable: error instanceof ORPCError, isSignInNeeded, isRoleMissing };
}

/** What one attempt came to: something was sent or set aside, nothing waits, or it must be tried later. */
type Attempt = "done" | "empty" | "later";

function createAttempt<Body extends object, Answer>(
  kind: OutboxKind<Body, Answer>,
  services: OutboxServices<Body>,
  records: OutboxRecords<Body>,
  answered: Sending<Body, Answer>["answered"],
) {
  const { userId, now } = services;
  const { batchOf = (waiting) => waiting.slice(0, 1) } = kind;
  let serverFailures = 0;

  /** Found under the lock, so that no other tab sends them too. */
  async function nextBatch(): Promise<readonly OutboxRecord<Body>[]> {
    if (!records.state().isRead) await records.load();
    for (;;) {
      const batch = batchOf(records.state().records.filter(isWaiting));
      const waiting = batch.length === 0 ? batch : await records.stillWaiting(batch);
      if (batch.length === 0 || waiting.length > 0) return waiting;
    }
  }

  async function setAside(batch: readonly OutboxRecord<Body>[], reason: string): Promise<Attempt> {
    const refusalOf = kind.refusal ?? ((_, given) => given);
    await records.change(batch, (record) => ({
      ...record,
      refusal: refusalOf(record.body, reason),
    }));
    serverFailures = 0;
    return "done";
  }

  async function onFailure(error: unknown, batch: readonly OutboxRecord<Body>[]): Promise<Attempt> {
    const meaning = sendingError(error);
    if (!(error instanceof RefusedError)) {
      records.show(failureStatus(error, meaning));
    }
    if (meaning === "refused" && error instanceof Error)
      return await setAside(batch, error.message);
    if (error instanceof ORPCError && error.status === 500) serverFailures += 1;
    if (serverFailures < maxServerFailures) return "later";
    return await setAside(batch, kind.serverFailed());
  }

  return async (signal: AbortSignal): Promise<Attempt> => {
    const batch = await nextBatch();
    if (batch.length === 0) return "empty";
    try {
      const change = await kind.send(batch, {
        now,
        options: (milliseconds = timeoutMilliseconds) => ({
          context: { userId },
          signal: AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]),
        }),
        note: async (record, sent) =>
          await records.change([record], (noted) => ({
            ...noted,
            body: { ...noted.body, ...sent },
          })),
        answered,
      });
      await records.change(batch, change);
      records.show({ isReachable: true, isSignInNeeded: false, isRoleMissing: false });
      serverFailures = 0;
      return "done";
    } catch (error) {
      return await onFailure(error, batch);
    }
  };
}

function retryMilliseconds(retries: number): number {
  const longest = Math.min(firstRetryMilliseconds * 2 ** (retries - 1), longestRetryMilliseconds);
  return longest * (0.75 + Math.random() / 4);
}

function createLoop<Body>(
  services: OutboxServices<Body>,
  records: OutboxRecords<Body>,
  attempt: (signal: AbortSignal) => Promise<Attempt>,
  batchMilliseconds: number,
) {
  const { lock, pause, now } = services;
  let retries = 0;
  let hurrying = new AbortController();
  let adding = new AbortController();

  function pauseAfter(last: Attempt, startedAt: number): number {
    if (last === "empty") return Number.POSITIVE_INFINITY;
    if (last === "later") return retryMilliseconds(retries);
    // What has waited for long, such as without a network, does not wait for its turn.
    const isBehind = records
      .state()
      .records.some((record) => isWaiting(record) && record.addedAt < startedAt);
    return isBehind ? 0 : startedAt + batchMilliseconds - now();
  }

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      hurrying = new AbortController();
      adding = new AbortController();
      const startedAt = now();
      // A browser that cannot read its storage now may do so later.
      const last = await lock(() => attempt(signal)).catch((): Attempt => "later");
      retries = last === "later" ? retries + 1 : 0;
      const milliseconds = pauseAfter(last, startedAt);
      const wakers = [signal, hurrying.signal, ...(last === "empty" ? [adding.signal] : [])];
      if (milliseconds > 0) await pause(milliseconds, AbortSignal.any(wakers));
    }
  }

  return {
    start() {
      const stopping = new AbortController();
      void run(stopping.signal);
      return () => stopping.abort();
    },
    hurry() {
      retries = 0;
      hurrying.abort();
    },
    /** A loop that has sent everything goes on; one that waits to try again, or for its batch, keeps its pause. */
    onAdded: () => adding.abort(),
  };
}

/** The records of `services.userId` of a kind, and what sends them. */
export function createOutbox<Body extends object, Answer>(
  kind: OutboxKind<Body, Answer>,
  services: OutboxServices<Body>,
): Outbox<Body, Answer> {
  const { userId, now } = services;
  const { full } = kind;
  const listeners = new Set<Sending<Body, Answer>["answered"]>();
  function isFull(own: readonly OutboxRecord<Body>[]): boolean {
    if (full === undefined) return false;
    const oldest = own.find(isWaiting);
    const isOld = oldest !== undefined && now() - oldest.addedAt >= full.hours * hourMilliseconds;
    return own.length >= full.records || isOld;
  }
  const isSentUnstored = kind.notStored === undefined;
  const records = createOutboxRecords(services, { isFull, isSentUnstored });
  const attempt = createAttempt(kind, services, records, (record, answer) => {
    for (const listener of listeners) listener(record, answer);
  });
  const loop = createLoop(services, records, attempt, kind.batchMilliseconds ?? 0);
  let lastAddedAt = 0;

  return {
    state: records.state,
    subscribe: records.subscribe,
    start: loop.start,
    hurry: loop.hurry,
    async add(body) {
      if (!records.state().isRead) await records.load();
      const own = records.state().records;
      if (isFull(own)) throw new Error(full?.sentence());
      // Later than all before it, also when the clock was set back or two are added at once.
      lastAddedAt = Math.max(now(), lastAddedAt + 1, (own.at(-1)?.addedAt ?? 0) + 1);
      const unsent = { userId, addedAt: lastAddedAt, refusal: null, isSent: false };
      await records.add({ key: kind.keyOf(body), ...unsent, body }).catch(() => {
        throw new Error(kind.notStored?.());
      });
      loop.onAdded();
    },
    async resend(body) {
      const key = kind.keyOf(body);
      const resent = records.state().records.filter((record) => record.key === key);
      await records.change(resent, (record) => ({
        ...record,
        refusal: null,
        body: { ...record.body, ...body },
      }));
      loop.onAdded();
    },
    async discard(discarded) {
      if (discarded.length === 0) return;
      // Under the lock, so that none is being sent while it is discarded.
      await services.lock(() => records.change(discarded, () => null));
    },
    onAnswer(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async refresh() {
      await records.load();
      if (records.state().records.some(isWaiting)) loop.onAdded();
    },
    wake() {
      records.show({ isReachable: true });
      loop.hurry();
    },
  };
}
