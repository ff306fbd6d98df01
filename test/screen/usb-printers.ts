// A fake of the browser's WebUSB with label printers that remember what they were sent.
import { onTestFinished } from "vitest";
import type { Usb, UsbConfiguration, UsbDevice } from "#goods/web/receiving/labels/usb-printer.ts";

type Trouble =
  | "held by another program"
  | "unplugged while printing"
  | "out of paper"
  | "takes a part";

const printerConfiguration: UsbConfiguration = {
  configurationValue: 1,
  interfaces: [
    // A device can be more than a printer.
    {
      interfaceNumber: 0,
      alternates: [
        {
          alternateSetting: 0,
          interfaceClass: 3,
          endpoints: [{ endpointNumber: 1, direction: "in", type: "interrupt" }],
        },
      ],
    },
    {
      interfaceNumber: 1,
      alternates: [
        {
          alternateSetting: 0,
          interfaceClass: 7,
          endpoints: [
            { endpointNumber: 2, direction: "in", type: "bulk" },
            { endpointNumber: 3, direction: "out", type: "bulk" },
          ],
        },
      ],
    },
  ],
};

function failure(name: string): DOMException {
  return new DOMException("The simulator refuses.", name);
}

export type FakeLabelPrinter = UsbDevice & {
  trouble: Trouble | null;
  /** What was sent, a text for each transfer. */
  readonly printed: string[];
  readonly isOpen: boolean;
};

/** A printer that behaves as Chromium's: it must be open, configured and claimed before it takes data. */
export function fakeLabelPrinter(serialNumber: string): FakeLabelPrinter {
  const configurations = [printerConfiguration];
  const state = {
    isOpen: false,
    configuration: null as UsbConfiguration | null,
    claimed: null as number | null,
  };
  const printer: FakeLabelPrinter = {
    vendorId: 0x0a5f,
    productId: 0x0080,
    serialNumber,
    productName: "ZTC GK420d",
    configurations,
    trouble: null,
    printed: [],
    get isOpen() {
      return state.isOpen;
    },
    get configuration() {
      return state.configuration;
    },
    open: async () => {
      if (state.isOpen) throw failure("InvalidStateError");
      state.isOpen = true;
    },
    close: async () => {
      state.isOpen = false;
      state.claimed = null;
    },
    selectConfiguration: async (value) => {
      if (!state.isOpen) throw failure("InvalidStateError");
      state.configuration = configurations.find((one) => one.configurationValue === value) ?? null;
    },
    claimInterface: async (interfaceNumber) => {
      if (state.configuration === null) throw failure("InvalidStateError");
      if (printer.trouble === "held by another program") throw failure("NetworkError");
      state.claimed = interfaceNumber;
    },
    selectAlternateInterface: async () => {
      if (state.claimed === null) throw failure("InvalidStateError");
    },
    transferOut: async (endpointNumber, data) => {
      if (state.claimed !== 1 || endpointNumber !== 3) throw failure("NotFoundError");
      if (printer.trouble === "unplugged while printing") throw failure("NetworkError");
      if (printer.trouble === "out of paper") await new Promise(() => undefined);
      const isPart = printer.trouble === "takes a part";
      printer.printed.push(new TextDecoder().decode(data));
      return { status: "ok", bytesWritten: isPart ? data.byteLength - 1 : data.byteLength };
    },
  };
  return printer;
}

/**
 * Gives the browser these printers until the test ends.
 * @param options.plugged those that are plugged in and known to the site.
 * @param options.chosen what the user chooses when asked; null closes the question.
 */
export function fakeUsb(options: {
  readonly plugged?: readonly FakeLabelPrinter[];
  readonly chosen?: FakeLabelPrinter | null;
}): void {
  const known = [...(options.plugged ?? [])];
  const usb: Usb = {
    getDevices: async () => known,
    requestDevice: async ({ filters }) => {
      const { chosen = null } = options;
      if (chosen === null || filters[0]?.classCode !== 7) throw failure("NotFoundError");
      known.push(chosen);
      return chosen;
    },
  };
  const before = Object.getOwnPropertyDescriptor(navigator, "usb");
  Object.defineProperty(navigator, "usb", { value: usb, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, "usb");
    if (before !== undefined) Object.defineProperty(navigator, "usb", before);
  });
}
