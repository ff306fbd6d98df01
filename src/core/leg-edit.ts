// What staff may write into a leg, and how two versions of it are told apart and put together.

/** A leg as staff give it; times are ISO 8601 in UTC, and what is not given is null. */
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

/** The fields in the order of the form, by their labels. */
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

/** The fields alone of whatever has them, such as a whole leg. */
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

/** `current` with what somebody changed who saw `seen` and wanted `wanted`; what they left alone stays as it is now. */
export function mergedLegEdit(seen: LegFields, wanted: LegFields, current: LegFields): LegFields {
  const changed = differingLegFields(seen, wanted).map((name) => [name, wanted[name]] as const);
  return { ...current, ...Object.fromEntries(changed) };
}
