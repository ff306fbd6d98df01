// The editable fields of a leg, and how two versions of them are compared and merged.
import type { LegStatus } from "#tracking/rules/package-status.ts";
import { maxLegsPerPackage } from "#catalogue/rules/shipping-service.ts";

/**
 * The fields in the order of the form, with the maximum length of a text. Texts without a value are null, except those
 * of the two places, which are required; times are ISO 8601 in UTC.
 */
const fields = {
  origin: { isRequired: true, maximumLength: 120 },
  destination: { isRequired: true, maximumLength: 120 },
  carrier: { isRequired: false, maximumLength: 120 },
  trackingNumber: { isRequired: false, maximumLength: 64 },
  estimatedDeparture: { isRequired: false, maximumLength: null },
  estimatedArrival: { isRequired: false, maximumLength: null },
  notes: { isRequired: false, maximumLength: 2000 },
} as const;

export type LegField = keyof typeof fields;

/** The values of the fields. */
export type LegFields = {
  readonly [Name in LegField]: (typeof fields)[Name]["isRequired"] extends true
    ? string
    : string | null;
};

/** What applies to a field; `maximumLength` is null for a time. */
type LegFieldRules = {
  readonly isRequired: boolean;
  readonly maximumLength: number | null;
};

/** The names of the fields, in the order of the form. */
export const legFieldNames = Object.keys(fields) as readonly LegField[];

/** An object with a value for each field, such as a schema. */
export function forLegFields<Values extends Readonly<Record<LegField, unknown>>>(
  valueOf: (name: LegField, rules: LegFieldRules) => Values[LegField],
): Values {
  const entries = legFieldNames.map((name) => [name, valueOf(name, fields[name])] as const);
  return Object.fromEntries(entries) as Values;
}

/** Only the editable fields of an object that has more, such as a whole leg. */
export function legFieldsOf(leg: LegFields): LegFields {
  return forLegFields<LegFields>((name) => leg[name]);
}

/** The fields in which two versions of a leg differ, in the order of the form. */
export function differingLegFields(one: LegFields, other: LegFields): LegField[] {
  return legFieldNames.filter((name) => one[name] !== other[name]);
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

/**
 * The number of the leg that is added next, which is the count of existing legs plus 1; null when
 * the package already has as many as it may have.
 */
export function nextLegNumber(legCount: number): number | null {
  return legCount < maxLegsPerPackage ? legCount + 1 : null;
}

/**
 * The numbers of legs that are still pending or in transit although a later one is in transit or delivered. That is
 * allowed, since updates of legs may arrive in any order, but an admin should check it.
 */
export function overtakenLegs(
  legs: readonly { readonly legNumber: number; readonly status: LegStatus }[],
): number[] {
  const lastBegun = Math.max(
    0,
    ...legs
      .filter(({ status }) => status === "in_transit" || status === "delivered")
      .map(({ legNumber }) => legNumber),
  );
  return legs
    .filter(({ legNumber }) => legNumber < lastBegun)
    .filter(({ status }) => status === "pending" || status === "in_transit")
    .map(({ legNumber }) => legNumber)
    .toSorted((one, other) => one - other);
}
