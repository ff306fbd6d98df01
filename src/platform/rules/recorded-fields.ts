// The fields that an event of a package's history records, as JSON in its texts.
import { parseWeightGrams } from "./weight.ts";

export type RecordedFields = Readonly<Record<string, string | number | null>>;

export function recordFields(fields: RecordedFields): string {
  return JSON.stringify(fields);
}

/** What earlier releases wrote before the value of a field, in the order in which they wrote the fields. */
const writtenLabels = [
  ["origin", "Origin"],
  ["destination", "Destination"],
  ["carrier", "Carrier"],
  ["trackingNumber", "Tracking number"],
  ["estimatedDeparture", "Estimated departure"],
  ["estimatedArrival", "Estimated arrival"],
  ["notes", "Notes"],
  ["estimatedWeightGrams", "Estimated weight"],
  ["description", "Description"],
] as const;

function writtenValue(name: string, text: string): string | number | null | undefined {
  if (name !== "estimatedWeightGrams") return text === "none" ? null : text;
  if (text === "unknown") return null;
  const reading = parseWeightGrams(text.replace(/ kg$/, "").replaceAll(",", ""));
  return reading.ok ? reading.weightGrams : undefined;
}

/** The fields of a text such as "Carrier: DHL, Notes: none"; null for a text that is not of this form. */
function readWrittenFields(text: string): RecordedFields | null {
  const fields: Record<string, string | number | null> = {};
  let rest = text;
  for (const [index, [name, label]] of writtenLabels.entries()) {
    const start = `${label}: `;
    if (!rest.startsWith(start)) continue;
    const next = writtenLabels
      .slice(index + 1)
      .map(([, following]) => rest.indexOf(`, ${following}: `))
      .filter((position) => position >= 0);
    const end = Math.min(rest.length, ...next);
    const value = writtenValue(name, rest.slice(start.length, end));
    if (value === undefined) return null;
    fields[name] = value;
    rest = rest.slice(end + ", ".length);
  }
  return rest === "" && Object.keys(fields).length > 0 ? fields : null;
}

/** The recorded fields, also of an English text of an earlier release; null for any other text. */
export function readRecordedFields(text: string): RecordedFields | null {
  if (!text.startsWith("{")) return readWrittenFields(text);
  try {
    return JSON.parse(text) as RecordedFields;
  } catch {
    return null;
  }
}
