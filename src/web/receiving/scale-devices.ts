// Scales that the browser can read: by WebHID as USB scales report, or by WebSerial as lines of text.
import { readScaleLine, readScaleReport, type ScaleReading } from "#core/scale-reading.ts";

export type ScaleConnection = "hid" | "serial";

type HidDevice = EventTarget & {
  readonly opened: boolean;
  open(): Promise<void>;
  close(): Promise<void>;
};

type Hid = EventTarget & {
  getDevices(): Promise<readonly HidDevice[]>;
  requestDevice(options: {
    filters: readonly { usagePage: number }[];
  }): Promise<readonly HidDevice[]>;
};

type SerialPort = EventTarget & {
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  open(options: { baudRate: number }): Promise<void>;
  close(): Promise<void>;
};

type Serial = EventTarget & {
  getPorts(): Promise<readonly SerialPort[]>;
  requestPort(): Promise<SerialPort>;
};

/** What a connected scale says; `lost` when it is unplugged. */
export type ScaleListener = {
  readonly onReading: (reading: ScaleReading, connection: ScaleConnection) => void;
  readonly onConnected: (connection: ScaleConnection) => void;
  readonly onLost: () => void;
};

const weighingScales = 0x8d;
/** The setting of nearly all scales when they are delivered. */
const baudRate = 9_600;

export function hidOf(target: Navigator = navigator): Hid | null {
  return (target as { hid?: Hid }).hid ?? null;
}

export function serialOf(target: Navigator = navigator): Serial | null {
  return (target as { serial?: Serial }).serial ?? null;
}

async function openHid(device: HidDevice, listener: ScaleListener): Promise<void> {
  if (!device.opened) await device.open();
  device.addEventListener("inputreport", (event) => {
    const { data } = event as Event & { readonly data: DataView };
    listener.onReading(readScaleReport(data), "hid");
  });
  listener.onConnected("hid");
}

async function openSerial(port: SerialPort, listener: ScaleListener): Promise<void> {
  if (port.readable === null) await port.open({ baudRate });
  const { readable } = port;
  if (readable === null) return;
  listener.onConnected("serial");
  void readLines(readable, (line) => {
    const reading = readScaleLine(line);
    if (reading !== null) listener.onReading(reading, "serial");
  }).catch(listener.onLost);
}

async function readLines(
  readable: ReadableStream<Uint8Array<ArrayBuffer>>,
  report: (line: string) => void,
): Promise<void> {
  const reader = readable.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split(/[\r\n]+/);
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") report(line);
  }
}

/** Asks the user for a scale; it is remembered by the browser. Must be called from a click. */
export async function chooseScale(
  connection: ScaleConnection,
  listener: ScaleListener,
): Promise<void> {
  if (connection === "hid") {
    const devices = await hidOf()?.requestDevice({ filters: [{ usagePage: weighingScales }] });
    if (devices?.[0] !== undefined) await openHid(devices[0], listener);
    return;
  }
  const port = await serialOf()?.requestPort();
  if (port !== undefined) await openSerial(port, listener);
}

/** Opens the scales that were chosen before, and again when one is plugged in. Returns how to stop. */
export function watchScales(listener: ScaleListener): () => void {
  const hid = hidOf();
  const serial = serialOf();
  const fail = () => listener.onLost();
  const onHid = (event: Event) => {
    const { device } = event as Event & { readonly device: HidDevice };
    void openHid(device, listener).catch(fail);
  };
  const onSerial = (event: Event) => {
    if (event.target !== null) void openSerial(event.target as SerialPort, listener).catch(fail);
  };
  const openKnown = async () => {
    const device = (await hid?.getDevices())?.[0];
    if (device !== undefined) return await openHid(device, listener);
    const port = (await serial?.getPorts())?.[0];
    return port === undefined ? undefined : await openSerial(port, listener);
  };
  void openKnown().catch(fail);
  hid?.addEventListener("connect", onHid);
  hid?.addEventListener("disconnect", listener.onLost);
  serial?.addEventListener("connect", onSerial);
  serial?.addEventListener("disconnect", listener.onLost);
  return () => {
    hid?.removeEventListener("connect", onHid);
    hid?.removeEventListener("disconnect", listener.onLost);
    serial?.removeEventListener("connect", onSerial);
    serial?.removeEventListener("disconnect", listener.onLost);
  };
}
