// The fields that an event of a package's history records, as JSON in its texts.

export type RecordedFields = Readonly<Record<string, string | number | null>>;

export function recordFields(fields: RecordedFields): string {
  return JSON.stringify(fields);
}

/** The recorded fields; null for the English text that earlier releases stored. */
export function readRecordedFields(text: string): RecordedFields | null {
  if (!text.startsWith("{")) return null;
  try {
    return JSON.parse(text) as RecordedFields;
  } catch {
    return null;
  }
}
