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

const weight = String.raw`([+-]?)\s*(\d{1,6}(?:[.,]\d{1,4})?)\s*(kg|g|lb|oz)`;

/** A&D and those like it: ST stable, US unstable, OL over the limit. */
const commaLine = new RegExp(String.raw`^(ST|US|OL)(?:,(?:GS|NT|TR))?(?:,\s*${weight})?$`, "i");
/** Mettler Toledo's standard: S S stable, S D dynamic, S + and S - out of range, S I busy. */
const standardLine = new RegExp(String.raw`^S ([SDI+-])(?:\s+${weight})?$`, "i");
/** Others send a weight alone, gross or net, with "?" while it moves. */
const plainLine = new RegExp(
  String.raw`^(?:w[wn]|gross|net|gs|nt|[gn])?:?\s*${weight}(?:\s+(gross|net|[gn]))?\s*(\?)?$`,
  "i",
);

const standardKinds: Readonly<Record<string, Exclude<ScaleReading["kind"], "stable">>> = {
  D: "unstable",
  I: "unavailable",
  "+": "over",
  "-": "negative",
};

function weighed(sign = "", number = "", unit = ""): ScaleReading | null {
  const grams = gramsByUnit[unit.toLowerCase()];
  if (number === "" || grams === undefined) return null;
  const weightGrams = Number(number.replace(",", ".")) * grams;
  return sign === "-" && weightGrams > 0 ? { kind: "negative" } : stable(weightGrams);
}

/**
 * Reads a line such as `ST,GS,+  1.250kg`, `S S 1.250 kg`, `wn01.250kg` or `1.250 kg`; null for a line that says no weight,
 * or one that was cut off.
 */
export function readScaleLine(line: string): ScaleReading | null {
  const text = line.trim();
  const [, status, sign, number, unit] = commaLine.exec(text) ?? [];
  if (status !== undefined) {
    if (status.toUpperCase() === "OL") return { kind: "over" };
    const reading = weighed(sign, number, unit);
    return reading !== null && status.toUpperCase() === "US" ? { kind: "unstable" } : reading;
  }
  const standard = standardLine.exec(text);
  if (standard !== null) {
    const kind = standardKinds[standard[1]?.toUpperCase() ?? ""];
    return kind === undefined ? weighed(standard[2], standard[3], standard[4]) : { kind };
  }
  const plain = plainLine.exec(text);
  if (plain === null) return null;
  return plain[5] === undefined ? weighed(plain[1], plain[2], plain[3]) : { kind: "unstable" };
}

/** Whether a line states itself whether the weight rests; otherwise only the lines around it show that. */
export function statesStability(line: string): boolean {
  const text = line.trim();
  return commaLine.test(text) || standardLine.test(text) || text.endsWith("?");
}
