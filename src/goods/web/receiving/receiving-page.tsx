import { useDeskSettings, type DeskSettings, useReceivingWarehouses } from "./desk-memory.ts";
import { useReceivingQueue, useQueueAccount } from "./queue/queue-provider.tsx";
import { useState, useEffect } from "react";
import type { AwaitedNumber } from "#goods/contract/receiving.ts";
import type { ReceivingQueue } from "./receiving-queue.ts";
import { ReceivingScreen } from "./receiving-screen.tsx";
import { Button, Card, Radio, Stack, Text, TextInput, Title } from "@mantine/core";
import { ErrorState } from "#ui/web/states.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { receivingLimits } from "#goods/rules/receiving.ts";
import { useApiClient } from "#goods/web/api.ts";
import { get, set } from "idb-keyval";
import { awaitedNumbersName } from "#goods/web/desk-account-key.ts";
import { openStore } from "./queue/queue-records.ts";

export default function ReceivingPage() {
  const queue = useReceivingQueue();
  const { settings, change } = useDeskSettings();
  const { items } = useAwaitedNumbers(settings.warehouseId);
  return <ReceivingDesk queue={queue} awaited={items} settings={settings} onSettings={change} />;
}

/** The receiving desk, or the question where it stands. */
export function ReceivingDesk(props: {
  queue: ReceivingQueue;
  awaited: readonly AwaitedNumber[];
  settings: DeskSettings;
  onSettings: (settings: DeskSettings) => void;
}) {
  const { settings, onSettings } = props;
  const [isChanging, setChanging] = useState(false);
  const { data } = useReceivingWarehouses();
  const { warehouseId, station } = settings;
  const warehouse = data?.items.find(({ id }) => id === warehouseId);
  // Without a network the list does not come, and the desk goes on where it was.
  const isClosed = data !== undefined && warehouse === undefined;
  if (warehouseId === null || isClosed || isChanging) {
    return (
      <StationForm
        settings={settings}
        onChoose={(place) => {
          onSettings({ ...settings, ...place });
          setChanging(false);
        }}
      />
    );
  }
  return (
    <ReceivingScreen
      key={warehouseId}
      place={{ warehouseId, station }}
      warehouseName={warehouse?.name ?? ""}
      queue={props.queue}
      awaited={props.awaited}
      settings={settings}
      onSettings={onSettings}
      onChangeStation={() => setChanging(true)}
    />
  );
}

/** Asks once for the warehouse and the name of this desk. */
export function StationForm(props: {
  settings: DeskSettings;
  onChoose: (place: { warehouseId: string; station: string }) => void;
}) {
  const { data, isError, refetch } = useReceivingWarehouses();
  const [chosenId, setChosenId] = useState(props.settings.warehouseId);
  const [station, setStation] = useState(props.settings.station);
  if (isError) {
    return (
      <ErrorState
        title={t("receiving.warehousesNotLoaded")}
        description={t("common.pleaseTryAgain")}
        retryLabel={t("common.tryAgain")}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <LoadingCard lines={4} />;
  const warehouseId = data.items.some(({ id }) => id === chosenId)
    ? chosenId
    : (data.items[0]?.id ?? null);
  if (warehouseId === null) return <Text>{t("receiving.noWarehouse")}</Text>;
  return (
    <Card maw={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          props.onChoose({ warehouseId, station: station.trim() });
        }}
      >
        <Stack gap="lg">
          <Title order={1} size="h3">
            {t("receiving.station.title")}
          </Title>
          <Radio.Group
            label={t("receiving.station.warehouse")}
            value={warehouseId}
            onChange={setChosenId}
          >
            <Stack gap="xs" mt="xs">
              {data.items.map(({ id, code, name }) => (
                <Radio key={id} value={id} size="md" label={`${code} · ${name}`} />
              ))}
            </Stack>
          </Radio.Group>
          <TextInput
            size="md"
            label={t("receiving.station.name")}
            description={t("receiving.station.nameHint")}
            maxLength={60}
            value={station}
            onChange={(event) => setStation(event.currentTarget.value)}
          />
          <Button type="submit" size="lg">
            {t("receiving.station.start")}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}

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

/** The numbers that a warehouse awaits, as last listed for an account. */
type AwaitedList = {
  readonly userId: string;
  readonly warehouseId: string;
  /** null before the first list has arrived. */
  readonly listedAt: string | null;
  readonly items: readonly AwaitedNumber[];
};

const key = "list";

/** The stored list, or null when it is of another account or warehouse. */
async function readAwaitedList(userId: string, warehouseId: string): Promise<AwaitedList | null> {
  const stored = await get<AwaitedList>(key, openStore(awaitedNumbersName));
  return stored?.userId === userId && stored.warehouseId === warehouseId ? stored : null;
}

/** Replaces what is stored, also of another account. */
async function writeAwaitedList(list: AwaitedList): Promise<void> {
  await set(key, list, openStore(awaitedNumbersName));
}
