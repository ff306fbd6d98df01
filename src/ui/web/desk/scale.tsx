import { Button, NativeSelect, Text } from "@mantine/core";
import {
  baudRates,
  type BaudRate,
  openSerialScale,
  type LineListener,
  type SerialPort,
} from "./serial-scale.ts";
import classes from "./desk.module.css";
import { t } from "#ui/web/i18n/messages.tsx";
import { useCallback, useEffect, useRef, useState } from "react";
import { type ScaleReading, readScaleReport } from "./scale-reading.ts";

/** Connects a scale where the browser can read one. */
export function ScaleControls(props: {
  scale: ReturnType<typeof useScale>;
  baudRate: BaudRate;
  onBaudRate: (baudRate: BaudRate) => void;
}) {
  const { scale, baudRate } = props;
  const hasHid = hidOf() !== null;
  const hasSerial = serialOf() !== null;
  return (
    <section aria-label={t("desk.scaleTitle")}>
      <Text size="sm" mb="xs" role="status">
        {hasHid || hasSerial
          ? t(`desk.scaleState.${scale.state}`, { sent: scale.sent })
          : t("desk.noScale")}
      </Text>
      <div className={classes["actions"]}>
        {hasHid ? (
          <Button variant="default" size="md" onClick={() => void scale.connect("hid")}>
            {t("desk.connectUsb")}
          </Button>
        ) : null}
        {hasSerial ? (
          <Button variant="default" size="md" onClick={() => void scale.connect("serial")}>
            {t("desk.connectSerial")}
          </Button>
        ) : null}
      </div>
      {hasSerial ? (
        <NativeSelect
          mt="xs"
          size="md"
          label={t("desk.baudRate")}
          description={t("desk.baudRateHint")}
          value={String(baudRate)}
          data={baudRates.map(String)}
          onChange={(event) => {
            const chosen = Number(event.currentTarget.value);
            const rate = baudRates.find((one) => one === chosen);
            if (rate !== undefined) props.onBaudRate(rate);
          }}
        />
      ) : null}
    </section>
  );
}

/** `lost`: unplugged or failed, so that weights are typed; `unreadable`: what it sends says no weight. */
type ScaleState = "none" | "connected" | "unreadable" | "lost";

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

type ScaleConnection = "hid" | "serial";

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
type ScaleListener = {
  readonly onReading: (reading: ScaleReading, connection: ScaleConnection) => void;
  readonly onConnected: () => void;
  /** It has sent nothing but what is no weight, such as `sent`. */
  readonly onUnreadable: (sent: string) => void;
  /** It was unplugged or failed. */
  readonly onLost: () => void;
};

type Scales = {
  /** Asks the user for a scale; it is remembered by the browser. Must be called from a click. */
  readonly choose: (connection: ScaleConnection) => Promise<void>;
  readonly stop: () => void;
};

const weighingScales = 0x8d;
/** A scale that is plugged in while it sends begins with a part of a line. */
const unreadableLines = 3;
const shownCharacters = 40;

function hidOf(target: Navigator = navigator): Hid | null {
  return (target as { hid?: Hid }).hid ?? null;
}

function serialOf(target: Navigator = navigator): Serial | null {
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
function watchScales(listener: ScaleListener, baudRate: BaudRate): Scales {
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
