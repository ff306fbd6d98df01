import { useCallback, useEffect, useRef, useState } from "react";
import type { ScaleReading } from "#goods/rules/scale-reading.ts";
import { watchScales, type ScaleConnection, type Scales } from "./scale-devices.ts";
import type { BaudRate } from "./serial-scale.ts";

/** `lost`: unplugged or failed, so that weights are typed; `unreadable`: what it sends says no weight. */
export type ScaleState = "none" | "connected" | "unreadable" | "lost";

/** The scale of this desk. `onReading` gets null when it is lost; `sent` is what was unreadable. */
export function useScale(
  baudRate: BaudRate,
  onReading: (reading: ScaleReading | null, connection: ScaleConnection) => void,
) {
  const [state, setState] = useState<ScaleState>("none");
  const [sent, setSent] = useState("");
  const report = useRef(onReading);
  useEffect(() => {
    report.current = onReading;
  });
  const scales = useRef<Scales | null>(null);
  useEffect(() => {
    const watched = watchScales(
      {
        onReading: (reading, connection) => {
          setState("connected");
          report.current(reading, connection);
        },
        onConnected: () => setState("connected"),
        onUnreadable: (line) => {
          setSent(line);
          setState("unreadable");
        },
        onLost: () => {
          setState((before) => (before === "none" ? before : "lost"));
          report.current(null, "hid");
        },
      },
      baudRate,
    );
    scales.current = watched;
    return watched.stop;
  }, [baudRate]);
  const connect = useCallback(async (connection: ScaleConnection) => {
    try {
      await scales.current?.choose(connection);
    } catch (error) {
      // Closing the browser's list of devices chooses none.
      const isCancelled = error instanceof DOMException && error.name === "NotFoundError";
      if (!isCancelled) setState("lost");
    }
  }, []);
  return { state, sent, connect };
}
