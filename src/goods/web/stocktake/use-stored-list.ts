import { useCallback, useEffect, useState } from "react";
import { useApiClient } from "#goods/web/api.ts";
import { writeStoredList, type ActiveCount, type StoredList } from "./count-memory.ts";

/** Not a query that live changes load again: the list has up to 20,000 parcels. */
const refreshMilliseconds = 5 * 60_000;

/**
 * What lies in the warehouse, for answering scans without a request: as kept in this browser, then as listed every five
 * minutes.
 */
export function useStoredList(
  { userId, warehouseId }: ActiveCount,
  kept: StoredList | null,
): { list: StoredList | null; isFailed: boolean; reload: () => void } {
  const client = useApiClient();
  const [list, setList] = useState(kept);
  const [isFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const reload = useCallback(() => setAttempt((before) => before + 1), []);
  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const load = async () => {
      const options = { signal, context: { userId } };
      const [stored, locations] = await Promise.all([
        client.stocktakes.listStoredParcels({ warehouseId }, options),
        client.storageLocations.listStorageLocations({ warehouseId }, options),
      ]);
      const active = locations.items.filter(({ isActive }) => isActive);
      const loaded = { parcels: stored.items, locationCodes: active.map(({ code }) => code) };
      if (signal.aborted) return;
      setFailed(false);
      setList(loaded);
      await writeStoredList(loaded);
    };
    // Without a network the list known until now stays.
    void load().catch(() => {
      if (!signal.aborted) setFailed(true);
    });
    const timer = setInterval(reload, refreshMilliseconds);
    window.addEventListener("online", reload);
    return () => {
      stopping.abort();
      clearInterval(timer);
      window.removeEventListener("online", reload);
    };
  }, [client, userId, warehouseId, reload, attempt]);
  return { list, isFailed, reload };
}
