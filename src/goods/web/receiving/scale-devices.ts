// Scales that the browser can read: by WebHID as USB scales report, or by WebSerial as lines of text.
import { readScaleReport, type ScaleReading } from "#goods/rules/scale-reading.ts";
import {
  openSerialScale,
  type BaudRate,
  type LineListener,
  type SerialPort,
} from "./serial-scale.ts";

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

type Serial = EventTarget & {
  getPorts(): Promise<readonly SerialPort[]>;
  requestPort(): Promise<SerialPort>;
};

/** What a connected scale says. */
export type ScaleListener = {
  readonly onReading: (reading: ScaleReading, connection: ScaleConnection) => void;
  readonly onConnected: () => void;
  /** It has sent nothing but what is no weight, such as `sent`. */
  readonly onUnreadable: (sent: string) => void;
  /** It was unplugged or failed. */
  readonly onLost: () => void;
};

export type Scales = {
  /** Asks the user for a scale; it is remembered by the browser. Must be called from a click. */
  readonly choose: (connection: ScaleConnection) => Promise<void>;
  readonly stop: () => void;
};

const weighingScales = 0x8d;
/** A scale that is plugged in while it sends begins with a part of a line. */
const unreadableLines = 3;
const shownCharacters = 40;

export function hidOf(target: Navigator = navigator): Hid | null {
  return (target as { hid?: Hid }).hid ?? null;
}

export function serialOf(target: Navigator = navigator): Serial | null {
  return (target as { serial?: Serial }).serial ?? null;
}

/** The characters of a line that can be shown. */
function shownLine(line: string): string {
  return line
    .replaceAll(/[^\x20-\x7E]/g, "\uFFFD")
    .trim()
    .slice(0, shownCharacters);
}

/** A port is opened again, such as at another baud rate, once it is closed. */
let closing: Promise<unknown> = Promise.resolve();

/** Opens the scales that were chosen before, and again when one is plugged in. */
export function watchScales(listener: ScaleListener, baudRate: BaudRate): Scales {
  const hid = hidOf();
  const serial = serialOf();
  const stopping = new AbortController();
  const { signal } = stopping;
  const fail = () => {
    if (!signal.aborted) listener.onLost();
  };

  async function openHid(device: HidDevice): Promise<void> {
    if (!device.opened) await device.open();
    const onReport = (event: Event) => {
      const { data } = event as Event & { readonly data: DataView };
      listener.onReading(readScaleReport(data), "hid");
    };
    device.addEventListener("inputreport", onReport, { signal });
    if (!signal.aborted) listener.onConnected();
  }

  async function openSerial(port: SerialPort): Promise<void> {
    await closing;
    if (signal.aborted) return;
    let unreadable = 0;
    const onReading: LineListener = (reading, line) => {
      unreadable = reading === null ? unreadable + 1 : 0;
      if (reading !== null) listener.onReading(reading, "serial");
      else if (unreadable === unreadableLines) listener.onUnreadable(shownLine(line));
    };
    const { ended } = await openSerialScale(port, { baudRate, onReading, signal });
    closing = ended;
    listener.onConnected();
    void ended.then(fail);
  }

  const openKnown = async () => {
    const device = (await hid?.getDevices())?.[0];
    if (device !== undefined) return await openHid(device);
    const port = (await serial?.getPorts())?.[0];
    return port === undefined ? undefined : await openSerial(port);
  };
  void openKnown().catch(fail);
  const onHid = (event: Event) => {
    const { device } = event as Event & { readonly device: HidDevice };
    void openHid(device).catch(fail);
  };
  const onSerial = (event: Event) => {
    if (event.target !== null) void openSerial(event.target as SerialPort).catch(fail);
  };
  hid?.addEventListener("connect", onHid, { signal });
  hid?.addEventListener("disconnect", fail, { signal });
  serial?.addEventListener("connect", onSerial, { signal });
  serial?.addEventListener("disconnect", fail, { signal });

  return {
    async choose(connection) {
      if (connection === "hid") {
        const devices = await hid?.requestDevice({ filters: [{ usagePage: weighingScales }] });
        if (devices?.[0] !== undefined) await openHid(devices[0]);
        return;
      }
      const port = await serial?.requestPort();
      if (port !== undefined && port.readable === null) await openSerial(port);
    },
    stop: () => stopping.abort(),
  };
}
