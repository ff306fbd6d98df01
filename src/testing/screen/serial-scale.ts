// A fake of the browser's WebSerial with one port, to which a scale is connected.
import { onTestFinished } from "vitest";

/** The scale sends at 9600 baud: at another rate its bytes arrive as others, and some not at all. */
const scaleBaudRate = 9600;

class FakePort extends EventTarget {
  readable: ReadableStream<Uint8Array<ArrayBuffer>> | null = null;
  baudRate: number | null = null;
  private controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | null = null;

  private renew(): void {
    this.readable = new ReadableStream({
      start: (controller) => void (this.controller = controller),
    });
  }

  open = async ({ baudRate }: { baudRate: number }): Promise<void> => {
    if (this.readable !== null) throw new DOMException("It is open.", "InvalidStateError");
    this.baudRate = baudRate;
    this.renew();
  };

  close = async (): Promise<void> => {
    if (this.readable === null) throw new DOMException("It is closed.", "InvalidStateError");
    if (this.readable.locked) throw new TypeError("It is being read.");
    this.readable = null;
    this.baudRate = null;
  };

  write(text: string): void {
    const bytes = new TextEncoder().encode(text);
    const isReadable = this.baudRate === scaleBaudRate;
    this.controller?.enqueue(isReadable ? bytes : bytes.map((byte) => 128 + (byte % 64)));
  }

  /** A frame that cannot be read: its stream ends, and there is another one. */
  breakFrame(): void {
    const { controller } = this;
    this.renew();
    controller?.error(new DOMException("A frame cannot be read.", "FramingError"));
  }

  unplug(): void {
    const { controller } = this;
    this.readable = null;
    controller?.error(new DOMException("The device has been lost.", "NetworkError"));
  }
}

/** Connects a serial scale, which was chosen before where `isKnown`; until the end of the test. */
export function connectSerialScale({ isKnown = false } = {}) {
  const port = new FakePort();
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
