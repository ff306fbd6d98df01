import { recordFields } from "#platform/rules/recorded-fields.ts";
import { sentence } from "#platform/server/translate.ts";
// A leg's editable fields: parsed from input, as columns, and in words for the history.
import { apiError } from "#platform/contract/errors.ts";
import { forLegFields, type LegField, type LegFields } from "#goods/rules/leg-edit.ts";

/**
 * The fields alone, empty texts as null and times in UTC. Throws `missing_information` when origin or destination is
 * empty, and `invalid_input` when the leg would arrive before it departs.
 */
export function parseLegFields(input: LegFields): LegFields {
  if (input.origin === "" || input.destination === "") throw apiError("missing_information");
  const parsed = forLegFields<LegFields>((name, { maximumLength }) => {
    const value = input[name];
    if (value === null || value === "") return null;
    return maximumLength === null ? new Date(value).toISOString() : value;
  });
  const { estimatedDeparture, estimatedArrival } = parsed;
  if (
    estimatedDeparture !== null &&
    estimatedArrival !== null &&
    estimatedArrival < estimatedDeparture
  ) {
    throw apiError(
      "invalid_input",
      { field: "estimatedArrival" },
      sentence("errors.arrivalBeforeDeparture"),
    );
  }
  return parsed;
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

/** Some of a leg's fields as the history records them. */
export function recordedLegFields(fields: LegFields, names: readonly LegField[]): string {
  return recordFields(Object.fromEntries(names.map((name) => [name, fields[name]])));
}
