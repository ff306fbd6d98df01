// What staff write into a leg, how it is stored, and how its history tells of it.
import { refusal } from "#contract/problems.ts";

/** A leg as staff give it; times are ISO 8601 in UTC, and empty texts count as not given. */
export type LegFields = {
  readonly origin: string;
  readonly destination: string;
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly estimatedDeparture: string | null;
  readonly estimatedArrival: string | null;
  readonly notes: string | null;
};

const labels = {
  origin: "Origin",
  destination: "Destination",
  carrier: "Carrier",
  trackingNumber: "Tracking number",
  estimatedDeparture: "Estimated departure",
  estimatedArrival: "Estimated arrival",
  notes: "Notes",
} as const satisfies Record<keyof LegFields, string>;

function orNull(text: string | null): string | null {
  return text === "" ? null : text;
}

function utc(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/**
 * The fields alone, empties as null and times in one spelling. Refuses with `missing_information` when origin or
 * destination is empty, and with `invalid_input` when the leg would arrive before it departs.
 */
export function givenLegFields(input: LegFields): LegFields {
  const { origin, destination } = input;
  if (origin === "" || destination === "") throw refusal("missing_information");
  const estimatedDeparture = utc(input.estimatedDeparture);
  const estimatedArrival = utc(input.estimatedArrival);
  if (
    estimatedDeparture !== null &&
    estimatedArrival !== null &&
    estimatedArrival < estimatedDeparture
  ) {
    throw refusal(
      "invalid_input",
      { field: "estimatedArrival" },
      "The estimated arrival must not be before the estimated departure.",
    );
  }
  return {
    origin,
    destination,
    carrier: orNull(input.carrier),
    trackingNumber: orNull(input.trackingNumber),
    estimatedDeparture,
    estimatedArrival,
    notes: orNull(input.notes),
  };
}

/** The fields as columns of the leg's row. */
export function legColumns(fields: LegFields) {
  const { estimatedDeparture, estimatedArrival } = fields;
  return {
    origin: fields.origin,
    destination: fields.destination,
    carrier: fields.carrier,
    tracking_number: fields.trackingNumber,
    estimated_departure: estimatedDeparture === null ? null : new Date(estimatedDeparture),
    estimated_arrival: estimatedArrival === null ? null : new Date(estimatedArrival),
    notes: fields.notes,
  };
}

const names = Object.keys(labels) as (keyof LegFields)[];

/** The names of the fields in which two versions of a leg differ. */
export function changedLegFields(before: LegFields, after: LegFields): (keyof LegFields)[] {
  return names.filter((name) => before[name] !== after[name]);
}

/** Some of a leg's fields in words, such as "Carrier: DHL, Notes: none". */
export function legFieldsInWords(fields: LegFields, chosen: readonly (keyof LegFields)[]): string {
  return chosen.map((name) => `${labels[name]}: ${fields[name] ?? "none"}`).join(", ");
}
