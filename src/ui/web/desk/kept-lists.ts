// What a desk needs to go on without a network, kept in this browser until somebody signs out.
import { delMany, get, promisifyRequest, set, type UseStore } from "idb-keyval";
import { useCallback, useEffect, useRef, useState } from "react";
import { keptListsName } from "./desk-account.ts";

/** Its only object store. */
const storeName = "values";

function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => void request.result.createObjectStore(storeName);
  return promisifyRequest(request);
}

/**
 * The IndexedDB database `name`. It is opened for each use, so that a sign-out in any tab can delete a database, and
 * writes are on the disk when they resolve, which the library's own store leaves to the browser.
 */
export function openStore(name: string): UseStore {
  return async (mode, work) => {
    const database = await open(name);
    try {
      const transaction = database.transaction(storeName, mode, { durability: "strict" });
      return await work(transaction.objectStore(storeName));
    } finally {
      // Closes once its transactions are complete.
      database.close();
    }
  };
}

const store = openStore(keptListsName);

/** What was kept under `name`; undefined where there is nothing or the browser has no storage. */
export async function readKept<Value>(name: string): Promise<Value | undefined> {
  return await get<Value>(name, store).catch(() => undefined);
}

/** Keeps `value` under `name`; without storage it is gone after a reload. */
export async function keep(name: string, value: unknown): Promise<void> {
  await set(name, value, store).catch(() => undefined);
}

/** Removes what was kept under `names`. */
export async function removeKept(names: string[]): Promise<void> {
  await delMany(names, store).catch(() => undefined);
}

/** Not a query that live changes load again: a list may have 2 MB. */
const refreshMilliseconds = 5 * 60_000;

type Kept<List> = { readonly of: string; readonly list: List };

/**
 * A list that answers scans without a request: as kept in this browser under `name`, then as `load` reads it every five
 * minutes and when the network is back.
 * @param of the account and the place of which the list is; another one's is neither shown nor kept. null: not known yet.
 */
export function useKeptList<List>(
  name: string,
  of: string | null,
  load: (signal: AbortSignal) => Promise<List>,
): { readonly list: List | null; readonly isFailed: boolean; readonly reload: () => void } {
  const [kept, setKept] = useState<Kept<List> | null>(null);
  const [isFailed, setFailed] = useState(false);
  const refresh = useRef<() => void>(() => undefined);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    if (of === null) return undefined;
    const stopping = new AbortController();
    const { signal } = stopping;
    const reading = readKept<Kept<List>>(name).then((read) => {
      if (read?.of !== of || signal.aborted) return;
      // It may come after the one that was loaded.
      setKept((shown) => (shown?.of === of ? shown : read));
    });
    const loadList = async () => {
      try {
        const list = await latest.current(signal);
        if (signal.aborted) return;
        setFailed(false);
        setKept({ of, list });
        await keep(name, { of, list });
      } catch {
        // Without a network the list known until now stays.
        await reading;
        if (!signal.aborted) setFailed(true);
      }
    };
    const start = () => void loadList();
    refresh.current = start;
    start();
    const timer = setInterval(start, refreshMilliseconds);
    window.addEventListener("online", start);
    return () => {
      stopping.abort();
      clearInterval(timer);
      window.removeEventListener("online", start);
    };
  }, [name, of]);
  const reload = useCallback(() => refresh.current(), []);
  return { list: kept?.of === of ? kept.list : null, isFailed, reload };
}
