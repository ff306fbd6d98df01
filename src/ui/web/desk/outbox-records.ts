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
};

/** What is known of the records and of the connection. */
type Known<Body> = Pick<
  OutboxState<Body>,
  "records" | "isRead" | "isUnstored" | "otherAccountCount" | "isSignInNeeded"
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

/** A store that has nothing and changes nothing where the disk fails. */
function forgivingStore<Body>(store: OutboxStore<Body>, onFailure: () => void): OutboxStore<Body> {
  return {
    put: store.put,
    list: () => store.list().catch(() => []),
    change: (records, change) =>
      store.change(records, change).catch(() => {
        onFailure();
        return records.flatMap((record) => change(record) ?? []);
      }),
  };
}

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
  };
  const describe = ({ isReachable, ...shown }: Known<Body>): OutboxState<Body> => ({
    ...shown,
    isOnline: isReachable && isBrowserOnline(),
    isFull: isFull(shown.records),
    isSignInNeeded: shown.isSignInNeeded && shown.records.some(isWaiting),
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

/** The records of an account: those on the disk, and those that it has not or not yet taken. */
function createMemory<Body>() {
  let stored: readonly OutboxRecord<Body>[] = [];
  const unstored = new Map<string, OutboxRecord<Body>>();
  return {
    all: () => [...stored.filter(({ key }) => !unstored.has(key)), ...unstored.values()],
    unstoredOf: ({ key }: OutboxRecord<Body>) => unstored.get(key),
    setStored(records: readonly OutboxRecord<Body>[]) {
      stored = records;
    },
    /** Puts what is stored of `asked` in its place. */
    replace(asked: readonly OutboxRecord<Body>[], present: readonly OutboxRecord<Body>[]) {
      const keys = new Set(asked.map(({ key }) => key));
      const byKey = new Map(present.map((record) => [record.key, record]));
      stored = stored.flatMap((record) =>
        keys.has(record.key) ? (byKey.get(record.key) ?? []) : record,
      );
    },
    add(record: OutboxRecord<Body>) {
      // The newest one is the last, also where it replaces another.
      unstored.delete(record.key);
      unstored.set(record.key, record);
    },
    onStored(record: OutboxRecord<Body>) {
      stored = [...stored.filter(({ key }) => key !== record.key), record];
      if (unstored.get(record.key) === record) unstored.delete(record.key);
    },
    drop(record: OutboxRecord<Body>) {
      if (unstored.get(record.key) === record) unstored.delete(record.key);
    },
    changeUnstored(asked: readonly OutboxRecord<Body>[], change: RecordChange<Body>) {
      for (const { key, addedAt } of asked) {
        const current = unstored.get(key);
        if (current?.addedAt !== addedAt) continue;
        const changed = change(current);
        if (changed === null) unstored.delete(key);
        else unstored.set(key, changed);
      }
    },
  };
}

export type OutboxRecords<Body> = ReturnType<typeof createOutboxRecords<Body>>;

/** The records of an account in memory and on the disk, which other tabs change too. */
export function createOutboxRecords<Body>(services: RecordServices<Body>, rules: Rules<Body>) {
  const { userId, announce } = services;
  const { isSentUnstored } = rules;
  const view = createView(services, rules);
  const onFailure = () => view.show({ isUnstored: true });
  const store = isSentUnstored ? forgivingStore(services.store, onFailure) : services.store;
  const memory = createMemory<Body>();
  const show = () => view.show({ records: memory.all() });
  let turn: Promise<unknown> = Promise.resolve();

  /** One after the other, so that what is known here follows what is stored. */
  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return await done.finally(show);
  }

  /** Changes what is stored. Returns what there is of `records` then. */
  async function apply(records: readonly OutboxRecord<Body>[], change: RecordChange<Body>) {
    return await inTurn(async () => {
      memory.changeUnstored(records, change);
      const onDisk = records.filter((record) => memory.unstoredOf(record) === undefined);
      const present = onDisk.length === 0 ? [] : await store.change(onDisk, change);
      memory.replace(onDisk, present);
      return [...present, ...records.flatMap((record) => memory.unstoredOf(record) ?? [])];
    });
  }

  return {
    state: view.state,
    subscribe: view.subscribe,
    show: view.show,
    async load(): Promise<void> {
      await inTurn(async () => {
        const all = await store.list();
        memory.setStored(all.filter((record) => record.userId === userId));
        const others = all.filter((record) => record.userId !== userId && !record.isSent);
        view.show({ isRead: true, otherAccountCount: others.length });
      });
    },
    /** Shows the record at once, and resolves once it is on the disk; rejects where the disk does not take it. */
    async add(record: OutboxRecord<Body>): Promise<void> {
      memory.add(record);
      show();
      await inTurn(async () => {
        try {
          await store.put(record);
          memory.onStored(record);
        } catch (error) {
          if (isSentUnstored) return onFailure();
          memory.drop(record);
          throw error;
        }
      });
      announce();
    },
    async change(records: readonly OutboxRecord<Body>[], change: RecordChange<Body>) {
      await apply(records, change);
      announce();
    },
    /** Those of `records` that wait by the disk, where another tab may just have sent some. */
    async stillWaiting(records: readonly OutboxRecord<Body>[]) {
      const present = await apply(records, (record) => record);
      return present.filter(isWaiting);
    },
  };
}
