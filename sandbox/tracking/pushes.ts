// Pushes to the client: signed, and retried until they are accepted or given up.
import { createHash } from "node:crypto";
import { readFaults } from "./faults.ts";
import { chance, type SandboxState } from "./sandbox-state.ts";

const attemptTimeoutMilliseconds = 10_000;
const claimMilliseconds = 12_000;
const parallelAttempts = 4;
const pollMilliseconds = 250;

export type PushOptions = {
  readonly state: SandboxState;
  readonly webhookUrl: string;
  /** Signs the pushes, as it allows requests. */
  readonly apiKey: string;
  readonly deliver: (request: Request) => Promise<Response>;
  /** After each failed attempt; a push that fails once more is given up. */
  readonly retryMilliseconds: readonly number[];
  /** Runs before each look at the queue. */
  readonly tick: () => void;
  readonly log: (message: string, error: unknown) => void;
};

/** Queues a push as the current faults say: doubled, in another order, or dropped. */
export function queuePush(state: SandboxState, number: string, body: string): void {
  const { pushCopies, dropsPerMille, areReordered } = readFaults(state);
  const now = state.wallNow().getTime();
  const insert = state.database.prepare(
    "insert into pushes (number, body, next_attempt_at) values (?, ?, ?)",
  );
  const update = state.database.prepare(
    "update pushes set rank = ?, outcome = ? where sequence = ?",
  );
  for (let copy = 0; copy < pushCopies; copy += 1) {
    const sequence = Number(insert.run(number, body, now).lastInsertRowid);
    const isDropped = chance("drop", sequence) < dropsPerMille;
    const rank = areReordered ? chance("order", sequence) : 0;
    if (isDropped || rank > 0) update.run(rank, isDropped ? "dropped" : null, sequence);
  }
}

export type CountedPushes = Readonly<
  Record<"waiting" | "delivered" | "dropped" | "given up", number>
>;

export function countPushes({ database }: SandboxState): CountedPushes {
  const rows = database
    .prepare(
      "select coalesce(outcome, 'waiting') as outcome, count(*) as count from pushes group by pushes.outcome",
    )
    .all();
  const counted = Object.fromEntries(
    rows.map((row) => [String(row["outcome"]), Number(row["count"])]),
  );
  return { waiting: 0, delivered: 0, dropped: 0, "given up": 0, ...counted };
}

/** Makes every waiting push due now. */
export function hastenPushes({ database, wallNow }: SandboxState): void {
  database
    .prepare("update pushes set next_attempt_at = ? where outcome is null")
    .run(wallNow().getTime());
}

type Push = { readonly sequence: number; readonly body: string; readonly attempts: number };

function claimPush({ database, wallNow }: SandboxState): Push | null {
  const now = wallNow().getTime();
  const row = database
    .prepare(
      `update pushes set claimed_until = ?, attempts = attempts + 1
         where sequence = (
           select sequence from pushes indexed by pushes_pending
           where outcome is null and next_attempt_at <= ? and claimed_until <= ?
           order by rank, sequence limit 1)
         returning sequence, body, attempts`,
    )
    .get(now + claimMilliseconds, now, now);
  if (row === undefined) return null;
  return {
    sequence: Number(row["sequence"]),
    body: String(row["body"]),
    attempts: Number(row["attempts"]),
  };
}

/** 17TRACK's signature: SHA-256 of the body, a slash and the key. */
export function signBody(body: string, apiKey: string): string {
  return createHash("sha256").update(`${body}/${apiKey}`).digest("hex");
}

async function isAccepted(
  { state, webhookUrl, apiKey, deliver }: PushOptions,
  { body }: Push,
  stopping: AbortSignal,
): Promise<boolean> {
  const key = readFaults(state).hasWrongSignature ? `${apiKey}-wrong` : apiKey;
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(attemptTimeoutMilliseconds)]);
  const request = new Request(webhookUrl, {
    method: "POST",
    body,
    redirect: "manual",
    signal,
    headers: { "content-type": "application/json; charset=utf-8", sign: signBody(body, key) },
  });
  const cutOff = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });
  const response = await Promise.race([deliver(request), cutOff]);
  await response.body?.cancel();
  return response.status === 200;
}

async function attempt(options: PushOptions, push: Push, stopping: AbortSignal): Promise<void> {
  const { state, retryMilliseconds } = options;
  const { sequence, attempts } = push;
  const isDone = await isAccepted(options, push, stopping).catch(() => false);
  const wait = stopping.aborted ? 0 : retryMilliseconds[attempts - 1];
  const outcome = isDone ? "delivered" : wait === undefined ? "given up" : null;
  state.database
    .prepare(
      "update pushes set outcome = ?, next_attempt_at = ?, claimed_until = 0 where sequence = ?",
    )
    .run(outcome, state.wallNow().getTime() + (wait ?? 0), sequence);
}

export type PushDelivery = {
  start(): void;
  /** Looks for due pushes now. */
  wake(): void;
  stop(): Promise<void>;
};

/** Nothing is sent before `start`. */
export function createPushDelivery(options: PushOptions): PushDelivery {
  const { state, tick, log } = options;
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  function begin(push: Push): void {
    const running = attempt(options, push, stopping.signal)
      .catch((error: unknown) => log("A push of the tracking sandbox failed to be recorded", error))
      .finally(() => {
        underWay.delete(running);
        wake();
      });
    underWay.add(running);
  }

  function wake(): void {
    if (timer === undefined) return;
    try {
      tick();
      if (readFaults(state).areHeld) return;
      while (underWay.size < parallelAttempts) {
        const push = claimPush(state);
        if (push === null) return;
        begin(push);
      }
    } catch (error) {
      log("The timer of the tracking sandbox failed", error);
    }
  }

  return {
    start() {
      if (timer !== undefined) return;
      timer = setInterval(wake, pollMilliseconds);
      timer.unref();
      wake();
    },
    wake,
    async stop() {
      clearInterval(timer);
      timer = undefined;
      stopping.abort(new Error("The tracking sandbox is closing."));
      await Promise.all(underWay);
    },
  };
}
