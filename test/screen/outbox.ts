// What a browser keeps of an outbox on its disk, its tabs, and a server that fails as told.
import { ORPCError } from "@orpc/client";
import { errorCatalogue, type ErrorCode } from "#platform/contract/errors.ts";
import type { OutboxRecord, OutboxStore } from "#ui/web/desk/outbox-records.ts";
import { createOutbox, type OutboxKind, type OutboxServices } from "#ui/web/desk/outbox.ts";

const keyOf = ({ userId, key }: OutboxRecord<unknown>) => `${userId} ${key}`;

/** What a browser keeps, for all of its tabs. */
export function createDisk<Body>() {
  const records = new Map<string, OutboxRecord<Body>>();
  const store: OutboxStore<Body> = {
    list: async () => [...records.values()].toSorted((one, other) => one.addedAt - other.addedAt),
    put: async (record) => void records.set(keyOf(record), record),
    change: async (changed, change) =>
      changed.flatMap((record) => {
        const key = keyOf(record);
        const current = records.get(key);
        if (current === undefined) return [];
        const next = current.addedAt === record.addedAt ? change(current) : current;
        if (next === null) records.delete(key);
        else records.set(key, next);
        return next ?? [];
      }),
  };
  let turn = Promise.resolve();
  const lock: OutboxServices<Body>["lock"] = async (work) => {
    const before = turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    turn = promise;
    await before;
    return await work().finally(resolve);
  };
  return { records, store, lock };
}

export type Disk<Body> = ReturnType<typeof createDisk<Body>>;

/** A tab of the browser. Its pauses end at once, and none of them is without an end. */
export function openTab<Body extends object, Answer>(
  disk: Disk<Body>,
  kind: OutboxKind<Body, Answer>,
  options: Partial<OutboxServices<Body>> = {},
) {
  const idle = Promise.withResolvers<void>();
  const pauses: number[] = [];
  const outbox = createOutbox(kind, {
    userId: "mei",
    store: disk.store,
    lock: disk.lock,
    now: () => 1_000,
    isBrowserOnline: () => true,
    announce: () => undefined,
    pause: async (milliseconds, signal) => {
      pauses.push(milliseconds);
      if (Number.isFinite(milliseconds)) return;
      idle.resolve();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    },
    ...options,
  });
  return { outbox, pauses, idle: idle.promise };
}

export type Fault = "lost request" | "lost answer" | ErrorCode | "proxy page" | null;

function errorOf(fault: Fault): Error {
  if (fault === "proxy page") return new ORPCError("NOT_FOUND", { status: 404 });
  if (fault === null || fault.startsWith("lost")) return new TypeError("Failed to fetch");
  return new ORPCError(fault, errorCatalogue[fault as ErrorCode]);
}

/** Saves each key once and fails as told, first request first. `answer` is called by each operation. */
export function failingServer(faults: readonly Fault[]) {
  const left = [...faults];
  const accounts = new Set<string | undefined>();
  const answer = (saved: string[], key: string, userId: string | undefined) => {
    const fault = left.shift() ?? null;
    if (fault !== null && fault !== "lost answer") throw errorOf(fault);
    accounts.add(userId);
    if (!saved.includes(key)) saved.push(key);
    if (fault !== null) throw errorOf(fault);
  };
  return { left, accounts, answer };
}
