import { useState } from "react";
import type { AwaitedNumber } from "#goods/contract/receiving.ts";
import { type DeskSettings, useReceivingWarehouses } from "./desk-memory.ts";
import type { ReceivingQueue } from "./receiving-queue.ts";
import { ReceivingScreen } from "./receiving-screen.tsx";
import { StationForm } from "./station-form.tsx";

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
