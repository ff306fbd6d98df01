// The fields that an event of a package's history records, as JSON in its texts.
export type RecordedFields = Readonly<Record<string, string | number | null>>;

export function recordFields(fields: RecordedFields): string {
  return JSON.stringify(fields);
}

/** The recorded fields; null where they were erased. */
export function readRecordedFields(text: string): RecordedFields | null {
  return text === "" ? null : (JSON.parse(text) as RecordedFields);
}
