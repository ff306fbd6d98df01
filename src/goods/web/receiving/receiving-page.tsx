import { useDeskSettings, type DeskSettings, useReceivingWarehouses } from "./desk-memory.ts";
import { useReceivingOutbox } from "./receiving-outbox.tsx";
import { useDeskUser } from "#ui/web/desk/use-outbox.ts";
import { useState } from "react";
import type { AwaitedNumber } from "#goods/contract/receiving.ts";
import type { ReceivingOutbox } from "./receiving-records.ts";
import { ReceivingScreen } from "./receiving-screen.tsx";
import { Button, Card, Radio, Stack, Text, TextInput, Title } from "@mantine/core";
import { ErrorState } from "#ui/web/states.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { receivingLimits } from "#goods/rules/receiving.ts";
import { useApiClient } from "#goods/web/api.ts";
import { useKeptList } from "#ui/web/desk/kept-lists.ts";

export default function ReceivingPage() {
  const outbox = useReceivingOutbox();
  const { settings, change } = useDeskSettings();
  const awaited = useAwaitedNumbers(settings.warehouseId);
  return (
    <ReceivingDesk outbox={outbox} awaited={awaited} settings={settings} onSettings={change} />
  );
}

/** The receiving desk, or the question where it stands. */
export function ReceivingDesk(props: {
  outbox: ReceivingOutbox;
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
      outbox={props.outbox}
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

/** The numbers that the warehouse awaits, for matching scans without a network; null: no warehouse is chosen yet. */
export function useAwaitedNumbers(warehouseId: string | null): readonly AwaitedNumber[] {
  const client = useApiClient();
  const { userId } = useDeskUser();
  const of = warehouseId === null ? null : `${userId} ${warehouseId}`;
  const { list } = useKeptList("awaited-numbers", of, async (signal) => {
    const options = { signal, context: { userId } };
    const { items } = await client.receiving.listAwaitedNumbers(
      { warehouseId: warehouseId ?? "" },
      options,
    );
    return items.slice(0, receivingLimits.awaitedNumbers);
  });
  return list ?? nothing;
}

const nothing: readonly AwaitedNumber[] = [];
