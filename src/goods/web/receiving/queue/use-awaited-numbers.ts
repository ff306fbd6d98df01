import { useEffect, useState } from "react";
import { receivingLimits } from "#goods/rules/receiving.ts";
import { useApiClient } from "#goods/web/api.ts";
import { readAwaitedList, writeAwaitedList, type AwaitedList } from "./awaited-store.ts";
import { useQueueAccount } from "./queue-provider.tsx";

/** Not a query that live changes load again: the list has up to 2 MB. */
const refreshMilliseconds = 5 * 60_000;

const nothing = { items: [], listedAt: null } as const;

/**
 * The numbers that the warehouse awaits, for matching scans without a network: as stored in this browser, then as listed
 * every five minutes. `warehouseId` is null while it is not known.
 */
export function useAwaitedNumbers(
  warehouseId: string | null,
): Pick<AwaitedList, "items" | "listedAt"> {
  const client = useApiClient();
  const { userId } = useQueueAccount();
  const [list, setList] = useState<AwaitedList | null>(null);
  useEffect(() => {
    if (warehouseId === null) return undefined;
    const stopping = new AbortController();
    const { signal } = stopping;
    const show = (loaded: AwaitedList | null) => {
      // The stored list may come after the listed one.
      if (loaded !== null && !signal.aborted)
        setList((shown) => (isNewer(loaded, shown) ? loaded : shown));
    };
    const load = async () => {
      const answer = await client.receiving.listAwaitedNumbers(
        { warehouseId },
        { signal, context: { userId } },
      );
      const items = answer.items.slice(0, receivingLimits.awaitedNumbers);
      const loaded = { userId, warehouseId, items, listedAt: answer.listedAt };
      show(loaded);
      if (!signal.aborted) await writeAwaitedList(loaded);
    };
    // Without a network or room on the disk the numbers known until now stay.
    const ignoreFailure = () => undefined;
    const refresh = () => void load().catch(ignoreFailure);
    void readAwaitedList(userId, warehouseId).then(show).catch(ignoreFailure);
    refresh();
    const timer = setInterval(refresh, refreshMilliseconds);
    window.addEventListener("online", refresh);
    return () => {
      stopping.abort();
      clearInterval(timer);
      window.removeEventListener("online", refresh);
    };
  }, [client, userId, warehouseId]);
  return list?.warehouseId === warehouseId && list.userId === userId ? list : nothing;
}

function isNewer(loaded: AwaitedList, shown: AwaitedList | null): boolean {
  if (shown?.warehouseId !== loaded.warehouseId || shown.userId !== loaded.userId) return true;
  return (loaded.listedAt ?? "") > (shown.listedAt ?? "");
}
