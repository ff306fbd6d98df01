// A scale that sends lines of text through a serial port, read by WebSerial.
import { readScaleLine, statesStability, type ScaleReading } from "./scale-reading.ts";

/** Those at which scales can be set. */
export const baudRates = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200] as const;
export type BaudRate = (typeof baudRates)[number];

/** The setting of nearly all scales when they are delivered. */
export const defaultBaudRate: BaudRate = 9600;

export type SerialPort = EventTarget & {
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  open(options: { baudRate: number }): Promise<void>;
  close(): Promise<void>;
};

/** Longer lines are no scale's. */
const longestLine = 200;

/** A scale that sends by itself does so several times a second. */
const quietMilliseconds = 1_000;

/** Called with each line and what it says; null where that is no weight, as at a wrong baud rate. */
export type LineListener = (reading: ScaleReading | null, line: string) => void;

/**
 * Of a scale that does not say whether it rests, a weight is stable that came twice running, or alone, as at the press of
 * a key: the line before may have been cut off, or the next one differ.
 */
function createStabilityCheck() {
  let [before, at]: [ScaleReading | null, number] = [null, performance.now()];
  return (reading: ScaleReading | null, line: string): ScaleReading | null => {
    const now = performance.now();
    const [last, isAlone] = [before, now - at > quietMilliseconds];
    [before, at] = [reading, now];
    if (reading?.kind !== "stable" || statesStability(line) || isAlone) return reading;
    const isSame = last?.kind === "stable" && last.weightGrams === reading.weightGrams;
    return isSame ? reading : { kind: "unstable" };
  };
}

function createLineReader(onReading: LineListener) {
  const checked = createStabilityCheck();
  const decoder = new TextDecoder();
  let rest = "";
  return (bytes: Uint8Array) => {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/[\r\n]+/);
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") onReading(checked(readScaleLine(line), line), line);
    if (rest.length <= longestLine) return;
    onReading(null, rest);
    rest = "";
  };
}

/** Reads `port` until it is closed or gone. */
async function readPort(port: SerialPort, onReading: LineListener, signal: AbortSignal) {
  let last: SerialPort["readable"] = null;
  // A frame that cannot be read ends its stream, and the port then has another one.
  while (port.readable !== null && port.readable !== last && !signal.aborted) {
    last = port.readable;
    const reader = port.readable.getReader();
    const cancel = () => void reader.cancel().catch(() => undefined);
    signal.addEventListener("abort", cancel);
    const readBytes = createLineReader(onReading);
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        readBytes(value);
      }
    } catch {
      onReading(null, "");
    } finally {
      signal.removeEventListener("abort", cancel);
      reader.releaseLock();
    }
  }
}

/** Opens the scale and reads it until `signal` is aborted; resolves to how that ended, with the port closed. */
export async function openSerialScale(
  port: SerialPort,
  options: {
    readonly baudRate: BaudRate;
    readonly onReading: LineListener;
    readonly signal: AbortSignal;
  },
): Promise<{ readonly ended: Promise<"closed" | "lost"> }> {
  const { baudRate, onReading, signal } = options;
  await port.open({ baudRate });
  const read = async () => {
    await readPort(port, onReading, signal);
    // A port that is gone is closed already.
    await port.close().catch(() => undefined);
    return signal.aborted ? "closed" : "lost";
  };
  return { ended: read() };
}
