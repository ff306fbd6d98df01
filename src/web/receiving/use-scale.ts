import { useCallback, useEffect, useRef, useState } from "react";
import type { ScaleReading } from "#core/scale-reading.ts";
import {
  chooseScale,
  watchScales,
  type ScaleConnection,
  type ScaleListener,
} from "./scale-devices.ts";

/** `lost`: unplugged or failed; weights are typed. */
export type ScaleState = "none" | "connected" | "lost";

/** The scale of this desk. `onReading` gets null when it is lost. */
export function useScale(
  onReading: (reading: ScaleReading | null, connection: ScaleConnection) => void,
) {
  const [state, setState] = useState<ScaleState>("none");
  const report = useRef(onReading);
  useEffect(() => {
    report.current = onReading;
  });
  const listener = useRef<ScaleListener>({
    onReading: (reading, connection) => report.current(reading, connection),
    onConnected: () => setState("connected"),
    onLost: () => {
      setState((before) => (before === "connected" ? "lost" : before));
      report.current(null, "hid");
    },
  });
  useEffect(() => watchScales(listener.current), []);
  const connect = useCallback(async (connection: ScaleConnection) => {
    try {
      await chooseScale(connection, listener.current);
    } catch (error) {
      // Closing the browser's list of devices chooses none.
      const isCancelled = error instanceof DOMException && error.name === "NotFoundError";
      if (!isCancelled) setState("lost");
    }
  }, []);
  return { state, connect };
}
