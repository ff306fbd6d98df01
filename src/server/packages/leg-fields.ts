// What staff write into a leg, how it is stored, and how its history tells of it.
import { apiError } from "#contract/errors.ts";
import { legFieldLabels, type LegField, type LegFields } from "#core/leg-edit.ts";

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
export function parseLegFields(input: LegFields): LegFields {
  const { origin, destination } = input;
  if (origin === "" || destination === "") throw apiError("missing_information");
  const estimatedDeparture = utc(input.estimatedDeparture);
  const estimatedArrival = utc(input.estimatedArrival);
  if (
    estimatedDeparture !== null &&
    estimatedArrival !== null &&
    estimatedArrival < estimatedDeparture
  ) {
    throw apiError(
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
    trackingNumber: fields.trackingNumber,
    estimatedDeparture: estimatedDeparture === null ? null : new Date(estimatedDeparture),
    estimatedArrival: estimatedArrival === null ? null : new Date(estimatedArrival),
    notes: fields.notes,
  };
}

/** Some of a leg's fields in words, such as "Carrier: DHL, Notes: none". */
export function legFieldsInWords(fields: LegFields, chosen: readonly LegField[]): string {
  return chosen.map((name) => `${legFieldLabels[name]}: ${fields[name] ?? "none"}`).join(", ");
}
