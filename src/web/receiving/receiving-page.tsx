import { useDeskSettings } from "./desk-memory.ts";
import { useAwaitedNumbers } from "./queue/use-awaited-numbers.ts";
import { useReceivingQueue } from "./queue/use-receiving-queue.ts";
import { ReceivingDesk } from "./receiving-desk.tsx";

export default function ReceivingPage() {
  const { settings, change } = useDeskSettings();
  const queue = useReceivingQueue();
  const awaited = useAwaitedNumbers(settings.warehouseId);
  return (
    <ReceivingDesk queue={queue} awaited={awaited.items} settings={settings} onSettings={change} />
  );
}
