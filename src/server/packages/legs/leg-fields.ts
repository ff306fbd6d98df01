// A leg's editable fields: parsed from input, as columns, and in words for the history.
import { apiError } from "#contract/errors.ts";
import { legFieldLabels, type LegField, type LegFields } from "#core/leg-edit.ts";

function orNull(text: string | null): string | null {
  return text === "" ? null : text;
}

function utc(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/**
 * The fields alone, empty texts as null and times in UTC. Throws `missing_information` when origin or destination is
 * empty, and `invalid_input` when the leg would arrive before it departs.
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
    ...fields,
    estimatedDeparture: estimatedDeparture === null ? null : new Date(estimatedDeparture),
    estimatedArrival: estimatedArrival === null ? null : new Date(estimatedArrival),
  };
}

/** Some of a leg's fields in words, such as "Carrier: DHL, Notes: none". */
export function describeLegFields(fields: LegFields, names: readonly LegField[]): string {
  return names.map((name) => `${legFieldLabels[name]}: ${fields[name] ?? "none"}`).join(", ");
}
