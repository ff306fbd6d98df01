import { sentence, translate } from "#platform/server/translate.ts";
// Validates the input of a new package, and whether the customer may add it.
import type { Person } from "#platform/contract/session.ts";
import { apiError } from "#platform/contract/errors.ts";
import { isOverPlanWeight, newPackageAccess } from "#money/rules/allowance.ts";
import {
  countryByCode,
  countryByName,
  originByName,
  origins,
  type CountryCode,
  type OriginCode,
} from "#catalogue/rules/country.ts";
import { countryName } from "#catalogue/rules/country-name.ts";
import type { Recipient } from "#catalogue/rules/recipient.ts";
import { checkTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { formatKilograms, maxRecordedWeightGrams } from "#platform/rules/weight.ts";

/** The fields of the form. */
export type NewPackageInput = {
  readonly trackingNumber: string;
  readonly origin: string;
  readonly destination: string;
  readonly description?: string | undefined;
  readonly estimatedWeightGrams?: number | undefined;
  /** The customer of the profile if missing. */
  readonly recipient?: Recipient | undefined;
  /** Of further parcels that the package gathers. */
  readonly furtherTrackingNumbers?: string[] | undefined;
};

/** A valid package: its number normalised, places with code and stored name. */
export type NewPackage = {
  readonly trackingNumber: string;
  readonly origin: { readonly code: OriginCode; readonly name: string };
  readonly destination: { readonly code: CountryCode; readonly name: string };
  readonly description: string | null;
  readonly estimatedWeightGrams: number | null;
  /** Without its own number, and each once. */
  readonly furtherTrackingNumbers: readonly string[];
};

/** Whether a weight can be recorded: whole grams, at least one, at most a tonne. */
export function isRecordableWeight(grams: number): boolean {
  return Number.isSafeInteger(grams) && grams > 0 && grams <= maxRecordedWeightGrams;
}

function parseOrigin(name: string): NewPackage["origin"] {
  const origin = originByName(name);
  if (origin !== null) return origin;
  throw apiError("invalid_input", { field: "origin" }, (language) =>
    translate(language, "errors.originUnknown", {
      origins: new Intl.ListFormat(language, { type: "disjunction" }).format(
        origins.map(({ code }) => countryName(code, language)),
      ),
    }),
  );
}

function parseDestination(name: string): NewPackage["destination"] {
  const destination = countryByName(name) ?? countryByCode(name);
  if (destination !== null) return destination;
  throw apiError("invalid_input", { field: "destination" }, sentence("errors.destinationUnknown"));
}

/** The further numbers, each once and without the package's own. Throws `invalid_tracking_number` with the `index`. */
function parseFurtherNumbers(numbers: readonly string[], ownNumber: string): string[] {
  const further = new Set<string>();
  for (const [index, number] of numbers.entries()) {
    const checked = checkTrackingNumber(number);
    if (!checked.ok) {
      const field = "furtherTrackingNumbers";
      throw apiError("invalid_tracking_number", { reason: checked.reason, field, index });
    }
    if (checked.trackingNumber !== ownNumber) further.add(checked.trackingNumber);
  }
  return [...further];
}

/** Whether parcels come to the warehouse for a package from there. */
export function hasInboundParcels(origin: { readonly code: OriginCode }): boolean {
  return origin.code !== "SG";
}

/**
 * Validates the input. Throws, in the order of the form: `missing_information`, `invalid_weight`,
 * `invalid_tracking_number`, then `invalid_input` for places that we do not ship from or to, or for further numbers of a
 * package that no parcel comes to us for.
 */
export function parsePackage(input: NewPackageInput): NewPackage {
  const tracking = checkTrackingNumber(input.trackingNumber);
  const isNumberMissing = !tracking.ok && tracking.reason === "missing";
  if (isNumberMissing || input.origin === "" || input.destination === "") {
    throw apiError("missing_information");
  }
  const { estimatedWeightGrams = null, description = "" } = input;
  if (estimatedWeightGrams !== null && !isRecordableWeight(estimatedWeightGrams)) {
    throw apiError("invalid_weight");
  }
  if (!tracking.ok) throw apiError("invalid_tracking_number", { reason: tracking.reason });
  const { trackingNumber } = tracking;
  const further = parseFurtherNumbers(input.furtherTrackingNumbers ?? [], trackingNumber);
  const origin = parseOrigin(input.origin);
  if (further.length > 0 && !hasInboundParcels(origin)) {
    const field = "furtherTrackingNumbers";
    throw apiError("invalid_input", { field }, sentence("errors.furtherNumbersNotPossible"));
  }
  return {
    trackingNumber,
    origin,
    destination: parseDestination(input.destination),
    description: description === "" ? null : description,
    estimatedWeightGrams,
    furtherTrackingNumbers: further,
  };
}

/**
 * Checks that the customer's plan allows this package. Throws `subscription_required`, `quota_exceeded`, or
 * `weight_above_plan` with both weights in its message.
 */
export function requirePackageAllowance(pkg: NewPackage, person: Person): void {
  const access = newPackageAccess(person);
  if (access !== "allowed") throw apiError(access);
  requireWeightAllowance(pkg.estimatedWeightGrams, person);
}

/** The same for the weight of a package that is registered already; a larger one needs a plan. */
export function requireWeightAllowance(estimatedWeightGrams: number | null, person: Person): void {
  const { isAdmin, maxWeightGrams, subscription } = person;
  if (!isAdmin && subscription === null) throw apiError("subscription_required");
  if (!isOverPlanWeight({ isAdmin, estimatedWeightGrams, maxWeightGrams })) return;
  throw apiError("weight_above_plan", { estimatedWeightGrams, maxWeightGrams }, (language) =>
    translate(language, "errors.heavierThanPlan", {
      weight: formatKilograms(estimatedWeightGrams ?? 0, language),
      plan: subscription ?? "",
      limit: formatKilograms(maxWeightGrams, language),
    }),
  );
}
