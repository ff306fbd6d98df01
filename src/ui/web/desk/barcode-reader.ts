// Reads barcodes from a picture with the browser's detector, or with a decoder that is loaded where it has none.

/** Of couriers' labels and of ours. */
export const barcodeFormats = [
  "code_128",
  "code_39",
  "itf",
  "qr_code",
  "data_matrix",
  "pdf417",
] as const;

export type Detector = {
  readonly detect: (source: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>;
};

type BrowserDetector = {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
};

/** The browser's detector; null where there is none, or one that lacks a format. */
async function browserDetector(): Promise<Detector | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: BrowserDetector };
  if (BarcodeDetector === undefined) return null;
  const supported = await BarcodeDetector.getSupportedFormats();
  const isComplete = barcodeFormats.every((format) => supported.includes(format));
  return isComplete ? new BarcodeDetector({ formats: barcodeFormats }) : null;
}

export async function createBarcodeReader(): Promise<Detector> {
  return (await browserDetector()) ?? (await import("./barcode-decoder.ts")).createDecoder();
}
