import { Button, Card, Radio, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { ErrorState } from "#ui/web/states.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import { type DeskSettings, useReceivingWarehouses } from "./desk-memory.ts";
import { t } from "#ui/web/i18n/messages.tsx";

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
