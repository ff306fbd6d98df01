// The editable fields of a leg, and how two versions of them are compared and merged.

/** The editable fields; times are ISO 8601 in UTC, and missing values are null. */
export type LegFields = {
  readonly origin: string;
  readonly destination: string;
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly estimatedDeparture: string | null;
  readonly estimatedArrival: string | null;
  readonly notes: string | null;
};
export type LegField = keyof LegFields;

/** The labels of the fields, in the order of the form. */
export const legFieldLabels = {
  origin: "Origin",
  destination: "Destination",
  carrier: "Carrier",
  trackingNumber: "Tracking number",
  estimatedDeparture: "Estimated departure",
  estimatedArrival: "Estimated arrival",
  notes: "Notes",
} as const satisfies Record<LegField, string>;

const names = Object.keys(legFieldLabels) as readonly LegField[];

/** Only the editable fields of an object that has more, such as a whole leg. */
export function legFieldsOf(leg: LegFields): LegFields {
  const { origin, destination, carrier, trackingNumber, notes } = leg;
  const { estimatedDeparture, estimatedArrival } = leg;
  return {
    origin,
    destination,
    carrier,
    trackingNumber,
    estimatedDeparture,
    estimatedArrival,
    notes,
  };
}

/** The fields in which two versions of a leg differ, in the order of the form. */
export function differingLegFields(one: LegFields, other: LegFields): LegField[] {
  return names.filter((name) => one[name] !== other[name]);
}

/** `current` with the fields that differ between `original` and `edited`; the other fields stay as stored now. */
export function mergedLegEdit(
  original: LegFields,
  edited: LegFields,
  current: LegFields,
): LegFields {
  const changed = differingLegFields(original, edited).map((name) => [name, edited[name]] as const);
  return { ...current, ...Object.fromEntries(changed) };
}
