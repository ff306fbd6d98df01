import { useEffect, useMemo, useState } from "react";
import { useRefetch } from "#ui/web/action.ts";
import { useApiClient } from "#goods/web/api.ts";
import { useKeptList } from "#ui/web/desk/kept-lists.ts";
import { useOpenRow } from "#ui/web/open-state.ts";
import { useDeskSettings } from "#goods/web/receiving/desk-memory.ts";
import { useDeskUser, useOutbox } from "#ui/web/desk/use-outbox.ts";
import { ErrorState } from "#ui/web/states.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import {
  clearCountMemory,
  readCountMemory,
  storedListName,
  writeActiveCount,
  type ActiveCount,
  type CountMemory,
  type StoredList,
} from "./count-memory.ts";
import { CountingScreen } from "./counting-screen.tsx";
import { StartScreen } from "./start-screen.tsx";
import { scanKind } from "./scan-records.ts";
import { ScanProblems, WaitingCount } from "./waiting-scans.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const StocktakeDialog = laterPart(
  async () => (await import("./stocktake-dialog.tsx")).StocktakeDialog,
);

/** What this device counts: as kept in this browser, until it is left or finished. */
function useActiveCount(userId: string) {
  const [memory, setMemory] = useState<CountMemory | null | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    void readCountMemory(userId).then((kept) => isCurrent && setMemory(kept));
    return () => {
      isCurrent = false;
    };
  }, [userId]);
  const begin = (count: ActiveCount) => {
    setMemory({ count, shelf: null });
    void writeActiveCount(count);
  };
  const end = () => {
    setMemory(null);
    void clearCountMemory();
  };
  return { memory, begin, end };
}

/** What lies in the warehouse, for answering scans without a request. */
function useStoredList({ userId, warehouseId }: ActiveCount) {
  const client = useApiClient();
  return useKeptList<StoredList>(storedListName, `${userId} ${warehouseId}`, async (signal) => {
    const options = { signal, context: { userId } };
    const [stored, locations] = await Promise.all([
      client.stocktakes.listStoredParcels({ warehouseId }, options),
      client.storageLocations.listStorageLocations({ warehouseId }, options),
    ]);
    const active = locations.items.filter(({ isActive }) => isActive);
    return { parcels: stored.items, locationCodes: active.map(({ code }) => code) };
  });
}

/** Loads what lies in the warehouse, then counts. */
function Counting(
  props: Omit<Parameters<typeof CountingScreen>[0], "list" | "initialShelf"> & {
    memory: CountMemory;
  },
) {
  const { memory, ...rest } = props;
  const { list, isFailed, reload } = useStoredList(memory.count);
  if (list === null || !props.state.isRead) {
    return isFailed && list === null ? (
      <ErrorState title={t("stocktake.listNotLoaded")} onRetry={reload} />
    ) : (
      <LoadingCard lines={6} />
    );
  }
  return <CountingScreen {...rest} list={list} initialShelf={memory.shelf} />;
}

export default function StocktakePage() {
  const { userId } = useDeskUser();
  const client = useApiClient();
  const refetch = useRefetch();
  const { outbox, state } = useOutbox(useMemo(() => scanKind(client), [client]));
  const { settings, change } = useDeskSettings();
  const { memory, begin, end } = useActiveCount(userId);
  const { id, open } = useOpenRow("stocktake");
  if (memory === undefined) return <LoadingCard lines={4} />;
  const leave = () => {
    refetch();
    end();
  };
  if (memory !== null) {
    return (
      <Counting
        key={memory.count.stocktakeId}
        count={memory.count}
        memory={memory}
        outbox={outbox}
        state={state}
        settings={settings}
        onSettings={change}
        onLeave={leave}
        onFinished={() => {
          leave();
          open(memory.count.stocktakeId);
        }}
      />
    );
  }
  return (
    <>
      <WaitingCount state={state} isQuiet />
      <ScanProblems outbox={outbox} state={state} />
      <StartScreen
        warehouseId={settings.warehouseId}
        onWarehouse={(warehouseId) => change({ ...settings, warehouseId })}
        onStarted={(warehouse, stocktake) => {
          change({ ...settings, warehouseId: warehouse.id });
          // What was sent to other stocktakes is no longer shown.
          const ended = state.records.filter(
            ({ isSent, body }) => isSent && body.stocktakeId !== stocktake.id,
          );
          void outbox.discard(ended);
          begin({
            userId,
            warehouseId: warehouse.id,
            warehouseName: warehouse.name,
            stocktakeId: stocktake.id,
            startedAt: stocktake.startedAt,
          });
        }}
        onOpen={open}
      />
      <StocktakeDialog isWanted={id !== null} stocktakeId={id} onClose={() => open(null)} />
    </>
  );
}
