// What was recorded at a desk and waits for the server, as this browser keeps it.
import { promisifyRequest, set, values as readAll } from "idb-keyval";
import { openStore } from "./kept-lists.ts";

/** Something that was recorded, as it is stored. */
export type OutboxRecord<Body> = {
  /** The same each time it is sent. A record replaces the one with its key. */
  readonly key: string;
  /** The account that recorded it, under which alone it is sent. */
  readonly userId: string;
  /** Milliseconds; larger than those of all records before it. */
  readonly addedAt: number;
  /** Why the server did not accept it; null while it waits, and once it is sent. */
  readonly refusal: string | null;
  /** The server has it, and it is kept to be shown. */
  readonly isSent: boolean;
  readonly body: Body;
};

/** What becomes of a stored record; null: it is removed. */
export type RecordChange<Body> = (record: OutboxRecord<Body>) => OutboxRecord<Body> | null;

/** Where records are stored. Every method resolves once the browser has written it to disk. */
export type OutboxStore<Body> = {
  /** Those of all accounts, in the order in which they were recorded. */
  readonly list: () => Promise<readonly OutboxRecord<Body>[]>;
  readonly put: (record: OutboxRecord<Body>) => Promise<void>;
  /** Resolves to what is stored of them then; one that was recorded anew meanwhile is not changed. */
  readonly change: (
    records: readonly OutboxRecord<Body>[],
    change: RecordChange<Body>,
  ) => Promise<readonly OutboxRecord<Body>[]>;
};

export type OutboxState<Body> = {
  /** Of the account, in the order in which they were recorded. */
  readonly records: readonly OutboxRecord<Body>[];
  /** Whether `records` has been read from this device. */
  readonly isRead: boolean;
  readonly isOnline: boolean;
  /** Nothing more is recorded until some were sent. */
  readonly isFull: boolean;
  /** This browser could not store a record, which is lost when the page is closed before it is sent. */
  readonly isUnstored: boolean;
  /** Records that another account made on this device; nothing else of them is shown. */
  readonly otherAccountCount: number;
  /** Whether records wait because the session in this browser may not send them. */
  readonly isSignInNeeded: boolean;
  /** Whether that is because the account's roles no longer do. */
  readonly isRoleMissing: boolean;
};

/** What is known of the records and of the connection. */
type Known<Body> = Pick<
  OutboxState<Body>,
  "records" | "isRead" | "isUnstored" | "otherAccountCount" | "isSignInNeeded" | "isRoleMissing"
> & {
  /** Whether the last request had an answer. */
  readonly isReachable: boolean;
};

export type RecordServices<Body> = {
  readonly userId: string;
  readonly store: OutboxStore<Body>;
  readonly isBrowserOnline: () => boolean;
  /** Tells the other tabs that the store has changed. */
  readonly announce: () => void;
};

/** Whether a record waits to be sent. */
export function isWaiting(record: OutboxRecord<unknown>): boolean {
  return !record.isSent && record.refusal === null;
}

/** Two accounts may record the same. */
function storedKey({ userId, key }: Pick<OutboxRecord<unknown>, "userId" | "key">): string {
  return `${userId} ${key}`;
}

/** The records in the IndexedDB database `name`. */
export function openOutboxStore<Body>(name: string): OutboxStore<Body> {
  const store = openStore(name);
  return {
    async list() {
      const stored = await readAll<OutboxRecord<Body>>(store);
      return stored.toSorted((one, other) => one.addedAt - other.addedAt);
    },
    put: (record) => set(storedKey(record), record, store),
    change: (records, change) =>
      store("readwrite", async (values) => {
        const present: OutboxRecord<Body>[] = [];
        for (const record of records) {
          const key = storedKey(record);
          const reading: IDBRequest<OutboxRecord<Body> | undefined> = values.get(key);
          reading.onsuccess = () => {
            const current = reading.result;
            if (current === undefined) return;
            const changed = current.addedAt === record.addedAt ? change(current) : current;
            if (changed === null) values.delete(key);
            else if (changed !== current) values.put(changed, key);
            if (changed !== null) present.push(changed);
          };
        }
        await promisifyRequest(values.transaction);
        return present;
      }),
  };
}

type Rules<Body> = {
  readonly isFull: (own: readonly OutboxRecord<Body>[]) => boolean;
  /** Whether a record that the disk does not take is sent from memory. */
  readonly isSentUnstored: boolean;
};

/** What the screen sees, and who is told when it changes. */
function createView<Body>({ isBrowserOnline }: RecordServices<Body>, { isFull }: Rules<Body>) {
  const listeners = new Set<() => void>();
  let known: Known<Body> = {
    records: [],
    isRead: false,
    isUnstored: false,
    otherAccountCount: 0,
    isReachable: true,
    isSignInNeeded: false,
    isRoleMissing: false,
  };
  const describe = ({ isReachable, ...shown }: Known<Body>): OutboxState<Body> => ({
    ...shown,
    isOnline: isReachable && isBrowserOnline(),
    isFull: isFull(shown.records),
    isSignInNeeded: shown.isSignInNeeded && shown.records.some(isWaiting),
    isRoleMissing: shown.isRoleMissing && shown.records.some(isWaiting),
  });
  let state = describe(known);
  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    show(change: Partial<Known<Body>> = {}) {
      known = { ...known, ...change };
      state = describe(known);
      for (const listener of listeners) listener();
    },
  };
}

/** The records of the account: those on the disk and those in memory alone. */
function readBy<Body>(
  userId: string,
  all: readonly OutboxRecord<Body>[],
  inMemory: readonly OutboxRecord<Body>[],
): Pick<Known<Body>, "records" | "otherAccountCount"> {
  const keys = new Set(inMemory.map(({ key }) => key));
  const own = all.filter((record) => record.userId === userId && !keys.has(record.key));
  const others = all.filter((record) => record.userId !== userId && !record.isSent);
  return { records: [...own, ...inMemory], otherAccountCount: others.length };
}

/** All records, with `change` made to those that were asked for and not recorded anew meanwhile. */
function changed<Body>(
  all: readonly OutboxRecord<Body>[],
  asked: readonly OutboxRecord<Body>[],
  change: RecordChange<Body>,
): readonly OutboxRecord<Body>[] {
  const addedAt = new Map(asked.map((record) => [record.key, record.addedAt]));
  return all.flatMap((record) =>
    addedAt.get(record.key) === record.addedAt ? (change(record) ?? []) : record,
  );
}

/** Runs one work after the other. A failure is thrown, or reported where what failed goes on from memory. */
function createTurns(onFailure: (() => void) | null) {
  let last: Promise<unknown> = Promise.resolve();
  return async <Result>(work: () => Promise<Result>, failed: () => Result): Promise<Result> => {
    const done = last.then(work).catch((error: unknown) => {
      if (onFailure === null) throw error;
      onFailure();
      return failed();
    });
    last = done.catch(() => undefined);
    return await done;
  };
}

export type OutboxRecords<Body> = ReturnType<typeof createOutboxRecords<Body>>;

/** The records of an account in memory and on the disk, which other tabs change too. */
export function createOutboxRecords<Body>(services: RecordServices<Body>, rules: Rules<Body>) {
  const { userId, store, announce } = services;
  const view = createView(services, rules);
  const { state, show } = view;
  /** The keys of those that the disk does not take. */
  const untaken = new Set<string>();
  const write = createTurns(rules.isSentUnstored ? () => show({ isUnstored: true }) : null);
  let changes = 0;

  function setRecords(records: readonly OutboxRecord<Body>[]): void {
    changes += 1;
    show({ records });
  }

  /** What is shown is on the disk, but for what is sent from memory, which is shown at once. */
  async function commit(
    next: (all: readonly OutboxRecord<Body>[]) => readonly OutboxRecord<Body>[],
    work: () => Promise<unknown>,
    failed?: () => void,
  ): Promise<void> {
    if (rules.isSentUnstored) setRecords(next(state().records));
    await write(work, () => failed?.());
    if (!rules.isSentUnstored) setRecords(next(state().records));
    announce();
  }

  return {
    ...view,
    async load(): Promise<void> {
      for (;;) {
        const before = changes;
        const all = await write(store.list, () => []);
        // What was changed meanwhile is not on the disk yet.
        if (before !== changes) continue;
        const inMemory = state().records.filter(({ key }) => untaken.has(key));
        return show({ ...readBy(userId, all, inMemory), isRead: true });
      }
    },
    /** Resolves once the record is on the disk; rejects where the disk does not take it. */
    async add(record: OutboxRecord<Body>): Promise<void> {
      const { key } = record;
      untaken.delete(key);
      await commit(
        (all) => [...all.filter((one) => one.key !== key), record],
        () => store.put(record),
        () => void untaken.add(key),
      );
    },
    async change(records: readonly OutboxRecord<Body>[], change: RecordChange<Body>) {
      await commit(
        (all) => changed(all, records, change),
        () => store.change(records, change),
      );
    },
    /** Those of `records` that wait by the disk, where another tab may just have sent some. */
    async stillWaiting(records: readonly OutboxRecord<Body>[]) {
      let asked = records;
      const read = async () => {
        // Known only now: what was added just before may be refused by the disk.
        asked = records.filter(({ key }) => !untaken.has(key));
        return await store.change(asked, (record) => record);
      };
      const present = await write(read, () => asked);
      const byKey = new Map(present.map((record) => [record.key, record]));
      setRecords(changed(state().records, asked, ({ key }) => byKey.get(key) ?? null));
      return [...present, ...records.filter(({ key }) => untaken.has(key))].filter(isWaiting);
    },
  };
}
