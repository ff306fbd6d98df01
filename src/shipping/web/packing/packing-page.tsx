import { useOpenRow } from "#ui/web/admin/use-open-row.ts";
import { useDeskSettings } from "#goods/web/receiving/desk-memory.ts";
import { PackingScreen } from "./packing-screen.tsx";
import { QueueScreen } from "./queue-screen.tsx";

/** The queue, or the one ship request whose box is open. */
export default function PackingPage() {
  const { settings, change } = useDeskSettings();
  const { id, open } = useOpenRow("request");
  if (id !== null) {
    return (
      <PackingScreen
        key={id}
        shipRequestId={id}
        settings={settings}
        onSettings={change}
        onLeave={() => open(null)}
      />
    );
  }
  return (
    <QueueScreen
      warehouseId={settings.warehouseId}
      onWarehouse={(warehouseId) => change({ ...settings, warehouseId })}
      onOpen={open}
    />
  );
}
