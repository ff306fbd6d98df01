// The part of WebUSB that a printer needs; browsers that have it are Chromium's, and their types are not in TypeScript's.

export type UsbAlternate = {
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
