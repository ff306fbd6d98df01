// A fake of the browser's WebSerial with one port, to which a scale is connected.
import { onTestFinished } from "vitest";

/** The scale sends at 9600 baud: at another rate its bytes arrive as others, and some not at all. */
const scaleBaudRate = 9600;

type Bytes = Uint8Array<ArrayBuffer>;

function createPort() {
  let controller: ReadableStreamDefaultController<Bytes> | null = null;
  const newStream = () =>
    new ReadableStream<Bytes>({ start: (started) => void (controller = started) });
  const port = Object.assign(new EventTarget(), {
    readable: null as ReadableStream<Bytes> | null,
    baudRate: null as number | null,
    async open({ baudRate }: { baudRate: number }): Promise<void> {
      if (port.readable !== null) throw new DOMException("It is open.", "InvalidStateError");
      port.baudRate = baudRate;
      port.readable = newStream();
    },
    async close(): Promise<void> {
      if (port.readable === null) throw new DOMException("It is closed.", "InvalidStateError");
      if (port.readable.locked) throw new TypeError("It is being read.");
      port.readable = null;
      port.baudRate = null;
    },
    write(text: string): void {
      const bytes = new TextEncoder().encode(text);
      const isReadable = port.baudRate === scaleBaudRate;
      controller?.enqueue(isReadable ? bytes : bytes.map((byte) => 128 + (byte % 64)));
    },
    /** A frame that cannot be read: its stream ends, and there is another one. */
    breakFrame(): void {
      const ended = controller;
      port.readable = newStream();
      ended?.error(new DOMException("A frame cannot be read.", "FramingError"));
    },
    unplug(): void {
      port.readable = null;
      controller?.error(new DOMException("The device has been lost.", "NetworkError"));
    },
  });
  return port;
}

/** Connects a serial scale, which was chosen before where `isKnown`; until the end of the test. */
export function connectSerialScale({ isKnown = false } = {}) {
  const port = createPort();
  let known = isKnown ? [port] : [];
  const serial = Object.assign(new EventTarget(), {
    getPorts: async () => known,
    requestPort: async () => {
      known = [port];
      return port;
    },
  });
  Object.defineProperty(navigator, "serial", { value: serial, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "serial"));
  return {
    /** null while it is closed. */
    baudRate: () => port.baudRate,
    send: (...lines: readonly string[]) => port.write(lines.map((line) => `${line}\r\n`).join("")),
    sendPart: (text: string) => port.write(text),
    breakFrame: () => port.breakFrame(),
    unplug: () => {
      port.unplug();
      serial.dispatchEvent(new Event("disconnect"));
    },
  };
}
