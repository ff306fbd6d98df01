// How this browser prints labels; other devices have other printers.
import { brandSlug } from "#core/brand.ts";

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
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    const { way, printer } = stored as { way?: unknown; printer?: unknown };
    return { way: labelWays.find((known) => known === way) ?? "pdf", printer: printerOf(printer) };
  } catch {
    return { way: "pdf", printer: null };
  }
}

export function writePrinting(memory: PrintingMemory): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(memory));
  } catch {
    // It is then chosen again at the next visit.
  }
}
