// What a scale sends: the reports of a USB scale (HID usage page 0x8D) and the lines of a serial one.

/**
 * What a scale says at a moment. Only `stable` is a weight; `unavailable` is a scale that reports a fault or needs to be
 * calibrated.
 */
export type ScaleReading =
  | { readonly kind: "stable"; readonly weightGrams: number }
  | { readonly kind: "unstable" | "zero" | "negative" | "over" | "unavailable" };

const statuses: Readonly<Record<number, Exclude<ScaleReading["kind"], "stable">>> = {
  2: "zero",
  3: "unstable",
  5: "negative",
  6: "over",
};
const stableStatus = 4;

/** Grams in each unit of weight that USB scales report in. */
const gramsByHidUnit: Readonly<Record<number, number>> = {
  2: 1,
  3: 1000,
  11: 28.349523125,
  12: 453.59237,
};

const gramsByUnit: Readonly<Record<string, number>> = {
  g: 1,
  kg: 1000,
  oz: 28.349523125,
  lb: 453.59237,
};

function stable(weightGrams: number): ScaleReading {
  const rounded = Math.round(weightGrams);
  return rounded === 0 ? { kind: "zero" } : { kind: "stable", weightGrams: rounded };
}

/** Reads the five bytes behind the report's number: status, unit, power of ten (signed), weight (low, high). */
export function readScaleReport(report: DataView): ScaleReading {
  if (report.byteLength < 5) return { kind: "unavailable" };
  const status = report.getUint8(0);
  if (status !== stableStatus) return { kind: statuses[status] ?? "unavailable" };
  const grams = gramsByHidUnit[report.getUint8(1)];
  if (grams === undefined) return { kind: "unavailable" };
  return stable(report.getUint16(3, true) * 10 ** report.getInt8(2) * grams);
}

const scaleLine =
  /^(ST|US|OL)(?:,(?:GS|NT|TR))?(?:,\s*([+-]?)\s*(\d{1,6}(?:\.\d{1,4})?)\s*(kg|g|lb|oz))?$/i;

/** Reads a line such as `ST,GS,+  1.250kg`; null for a line that says no weight, or one that was cut off. */
export function readScaleLine(line: string): ScaleReading | null {
  const [, status, sign, number, unit = ""] = scaleLine.exec(line.trim()) ?? [];
  if (status === undefined) return null;
  if (status.toUpperCase() === "OL") return { kind: "over" };
  const grams = gramsByUnit[unit.toLowerCase()];
  if (number === undefined || grams === undefined) return null;
  if (status.toUpperCase() === "US") return { kind: "unstable" };
  const weightGrams = Number(number) * grams;
  return sign === "-" && weightGrams > 0 ? { kind: "negative" } : stable(weightGrams);
}
