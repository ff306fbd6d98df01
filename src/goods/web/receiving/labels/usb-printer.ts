// Sends bytes to a label printer by WebUSB.

/** The class of printers in the USB standard. */
export const printerClass = 7;

/** A printer that is out of paper takes no bytes, for as long as it is. */
const answerMilliseconds = 15_000;

type PrinterProblem = "in_use" | "no_printer" | "not_allowed" | "not_responding" | "unplugged";

export class PrinterError extends Error {
  readonly problem: PrinterProblem;

  constructor(problem: PrinterProblem) {
    super(`The label printer: ${problem}.`);
    this.problem = problem;
  }
}

/** Runs one step; the name of the browser's error and the step together say what is wrong. */
async function step<Result>(
  work: Promise<Result>,
  problemOf: (errorName: string) => PrinterProblem,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PrinterError) throw error;
    const name = error instanceof DOMException ? error.name : "";
    throw new PrinterError(name === "NotFoundError" ? "unplugged" : problemOf(name));
  }
}

/** Where a printer takes its data. */
function outputOf(configuration: UsbConfiguration | null) {
  for (const { interfaceNumber, alternates } of configuration?.interfaces ?? []) {
    for (const { alternateSetting, interfaceClass, endpoints } of alternates) {
      const endpoint = endpoints.find(
        ({ direction, type }) => direction === "out" && type === "bulk",
      );
      if (interfaceClass === printerClass && endpoint !== undefined) {
        return { interfaceNumber, alternateSetting, endpointNumber: endpoint.endpointNumber };
      }
    }
  }
  return null;
}

/** Whether a device is a printer to which data can be sent. */
export function isPrinter(device: UsbDevice): boolean {
  return device.configurations.some((configuration) => outputOf(configuration) !== null);
}

async function openOutput(device: UsbDevice) {
  if (device.configuration === null) {
    const [first] = device.configurations;
    if (first === undefined) throw new PrinterError("no_printer");
    await step(device.selectConfiguration(first.configurationValue), () => "in_use");
  }
  const output = outputOf(device.configuration);
  if (output === null) throw new PrinterError("no_printer");
  const { interfaceNumber, alternateSetting } = output;
  await step(device.claimInterface(interfaceNumber), () => "in_use");
  if (alternateSetting !== 0) {
    const selecting = device.selectAlternateInterface(interfaceNumber, alternateSetting);
    await step(selecting, () => "in_use");
  }
  return output;
}

/** Rejects after a while; closing the device then ends the transfer. */
async function inTime<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new PrinterError("not_responding")), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function send(device: UsbDevice, bytes: Uint8Array<ArrayBuffer>, milliseconds: number) {
  // The system refuses a device that another program has, or that it has a driver of its own for.
  await step(device.open(), () => "in_use");
  try {
    const { endpointNumber } = await openOutput(device);
    const sending = inTime(device.transferOut(endpointNumber, bytes), milliseconds);
    const { status, bytesWritten } = await step(sending, () => "unplugged");
    if (status !== "ok" || bytesWritten !== bytes.byteLength) {
      throw new PrinterError("not_responding");
    }
  } finally {
    // A device that is gone cannot be closed.
    await device.close().catch(() => undefined);
  }
}

let lastSending: Promise<unknown> = Promise.resolve();

/**
 * Sends `bytes` once the labels before have been sent, and releases the printer for other programs. Throws
 * `PrinterError`.
 */
export async function sendToPrinter(
  device: UsbDevice,
  bytes: Uint8Array<ArrayBuffer>,
  milliseconds = answerMilliseconds,
): Promise<void> {
  const sending = lastSending.then(() => send(device, bytes, milliseconds));
  lastSending = sending.catch(() => undefined);
  await sending;
}

type UsbAlternate = {
  readonly alternateSetting: number;
  readonly interfaceClass: number;
  readonly endpoints: readonly {
    readonly endpointNumber: number;
    readonly direction: "in" | "out";
    readonly type: "bulk" | "interrupt" | "isochronous";
  }[];
};

export type UsbConfiguration = {
  readonly configurationValue: number;
  readonly interfaces: readonly {
    readonly interfaceNumber: number;
    readonly alternates: readonly UsbAlternate[];
  }[];
};

export type UsbDevice = {
  readonly vendorId: number;
  readonly productId: number;
  readonly serialNumber?: string | undefined;
  readonly productName?: string | undefined;
  /** null until one is selected. */
  readonly configuration: UsbConfiguration | null;
  readonly configurations: readonly UsbConfiguration[];
  open(): Promise<void>;
  close(): Promise<void>;
  selectConfiguration(value: number): Promise<void>;
  claimInterface(interfaceNumber: number): Promise<void>;
  selectAlternateInterface(interfaceNumber: number, alternateSetting: number): Promise<void>;
  transferOut(
    endpointNumber: number,
    data: BufferSource,
  ): Promise<{ readonly status: "ok" | "stall" | "babble"; readonly bytesWritten: number }>;
};

export type Usb = {
  /** Those that the user chose on this site before and that are plugged in. */
  getDevices(): Promise<readonly UsbDevice[]>;
  /** Asks the user to choose one; rejects with `NotFoundError` when they choose none. */
  requestDevice(options: { filters: { classCode: number }[] }): Promise<UsbDevice>;
};

/** The browser's WebUSB, null where it has none. */
export function browserUsb(): Usb | null {
  return (navigator as Navigator & { readonly usb?: Usb }).usb ?? null;
}
