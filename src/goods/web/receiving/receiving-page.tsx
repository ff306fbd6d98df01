import { useDeskSettings } from "./desk-memory.ts";
import { useAwaitedNumbers } from "./queue/use-awaited-numbers.ts";
import { useReceivingQueue } from "./queue/queue-provider.tsx";
import { ReceivingDesk } from "./receiving-desk.tsx";

export default function ReceivingPage() {
  const queue = useReceivingQueue();
  const { settings, change } = useDeskSettings();
  const { items } = useAwaitedNumbers(settings.warehouseId);
  return <ReceivingDesk queue={queue} awaited={items} settings={settings} onSettings={change} />;
}
