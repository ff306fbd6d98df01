// A fake of the browser's WebUSB with label printers that remember what they were sent.
import { onTestFinished } from "vitest";
import type { Usb, UsbConfiguration, UsbDevice } from "#web/receiving/labels/usb.ts";

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

/** A printer that behaves as Chromium's: it must be open, configured and claimed before it takes data. */
export class FakeLabelPrinter implements UsbDevice {
  readonly vendorId = 0x0a5f;
  readonly productId: number;
  readonly serialNumber: string;
  readonly productName = "ZTC GK420d";
  readonly configurations = [printerConfiguration];
  configuration: UsbConfiguration | null = null;
  trouble: Trouble | null = null;
  /** What was sent, a text for each transfer. */
  readonly printed: string[] = [];
  isOpen = false;
  #claimed: number | null = null;

  constructor(serialNumber: string, productId = 0x0080) {
    this.serialNumber = serialNumber;
    this.productId = productId;
  }

  async open() {
    if (this.isOpen) throw failure("InvalidStateError");
    this.isOpen = true;
  }

  async close() {
    this.isOpen = false;
    this.#claimed = null;
  }

  async selectConfiguration(value: number) {
    if (!this.isOpen) throw failure("InvalidStateError");
    this.configuration =
      this.configurations.find((one) => one.configurationValue === value) ?? null;
  }

  async claimInterface(interfaceNumber: number) {
    if (this.configuration === null) throw failure("InvalidStateError");
    if (this.trouble === "held by another program") throw failure("NetworkError");
    this.#claimed = interfaceNumber;
  }

  async selectAlternateInterface() {
    if (this.#claimed === null) throw failure("InvalidStateError");
  }

  async transferOut(endpointNumber: number, data: BufferSource) {
    if (this.#claimed !== 1 || endpointNumber !== 3) throw failure("NotFoundError");
    if (this.trouble === "unplugged while printing") throw failure("NetworkError");
    if (this.trouble === "out of paper") await new Promise(() => undefined);
    const written = this.trouble === "takes a part" ? data.byteLength - 1 : data.byteLength;
    this.printed.push(new TextDecoder().decode(data));
    return { status: "ok" as const, bytesWritten: written };
  }
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
