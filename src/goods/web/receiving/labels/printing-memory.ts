// How this browser prints labels; other devices have other printers.
import { brandSlug } from "#platform/rules/brand.ts";
import { readStoredJson, writeStored } from "#ui/web/storage.ts";

/** `pdf`: in a new tab; `zpl`: a downloaded file; `usb`: sent to a label printer. */
export const labelWays = ["pdf", "zpl", "usb"] as const;
export type LabelWay = (typeof labelWays)[number];

export type KnownPrinter = {
  readonly vendorId: number;
  readonly productId: number;
  /** Empty: the printer states none. */
  readonly serialNumber: string;
};

type PrintingMemory = { readonly way: LabelWay; readonly printer: KnownPrinter | null };

const storageKey = `${brandSlug}-label-printing`;

function printerOf(value: unknown): KnownPrinter | null {
  if (typeof value !== "object" || value === null) return null;
  const { vendorId, productId, serialNumber } = value as Partial<KnownPrinter>;
  const isKnown = typeof vendorId === "number" && typeof productId === "number";
  return isKnown ? { vendorId, productId, serialNumber: String(serialNumber ?? "") } : null;
}

/** PDF and no printer where nothing was chosen or the browser blocks its storage. */
export function readPrinting(): PrintingMemory {
  const stored = readStoredJson("local", storageKey) ?? {};
  const { way, printer } = stored as { way?: unknown; printer?: unknown };
  return { way: labelWays.find((known) => known === way) ?? "pdf", printer: printerOf(printer) };
}

/** Without storage it is chosen again at the next visit. */
export function writePrinting(memory: PrintingMemory): void {
  writeStored("local", storageKey, JSON.stringify(memory));
}
