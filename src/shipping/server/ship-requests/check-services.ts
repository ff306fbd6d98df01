// Refuses a request whose service is closed or whose recipient no carrier takes, with every reason.
import { apiError } from "#platform/contract/errors.ts";
import { addressFaults, type AddressFault } from "#catalogue/rules/carrier-address.ts";
import type { SidesMm } from "#catalogue/rules/chargeable-weight.ts";
import {
  estimatePackage,
  estimateService,
  type EstimatedService,
  type PackageSpan,
} from "#goods/rules/package-estimate.ts";
import type { Language } from "#platform/rules/language.ts";
import { toBoxSize } from "#shipping/server/boxes/read-boxes.ts";
import type { BoxRow } from "#shipping/server/tables/ship-requests.ts";
import { translate } from "#platform/server/translate.ts";
import type { RequestParcel } from "./request-queries.ts";
import {
  comparisonRequest,
  faultsFor,
  type ServiceFacts,
  type ShippedPackage,
} from "./service-facts.ts";

type Measured = Pick<RequestParcel, "weightGrams" | "lengthMm" | "widthMm" | "heightMm">;

/** The sides of a parcel; null where they were not measured. */
export function sidesOf({ lengthMm, widthMm, heightMm }: Omit<Measured, "weightGrams">) {
  const isSized = lengthMm !== null && widthMm !== null && heightMm !== null;
  return isSized ? ([lengthMm, widthMm, heightMm] satisfies SidesMm) : null;
}

/** Between what a package will lie once it is packed; null where nothing was measured. */
export function spanOf(
  parcels: readonly (Measured & { readonly losesPackaging: boolean })[],
  boxes: readonly BoxRow[],
): PackageSpan | null {
  return estimatePackage(
    parcels.map((parcel) => ({
      weightGrams: parcel.weightGrams,
      sidesMm: sidesOf(parcel),
      losesPackaging: parcel.losesPackaging,
    })),
    boxes.map(toBoxSize),
  );
}

/** The smallest piece there is: by it a service is judged of which nothing was measured. */
const leastPiece = { weightGrams: 1, sidesMm: null };

export type EstimatedForPackage = EstimatedService & {
  readonly addressFaults: readonly AddressFault[];
};

/** What every service says to a package before it is packed. */
export function estimateServices(
  pkg: ShippedPackage,
  span: PackageSpan | null,
  facts: ServiceFacts,
): EstimatedForPackage[] {
  const ends = span ?? { low: leastPiece, high: leastPiece };
  return facts.offered.map((service) => {
    const estimated = estimateService(service, comparisonRequest(service, pkg, facts), ends, facts);
    return {
      ...estimated,
      usdCents: span === null ? null : estimated.usdCents,
      addressFaults: faultsFor(service, pkg, facts),
    };
  });
}

function faultSentence(fault: AddressFault, language: Language): string {
  const { field, kind, maximum = 0, character = "" } = fault;
  const name = translate(language, `errors.recipientField.${field}`);
  if (kind === "missing") return translate(language, "errors.recipientMissing", { field: name });
  return kind === "too_long"
    ? translate(language, "errors.recipientTooLong", { field: name, maximum })
    : translate(language, "errors.recipientNotPrintable", { field: name, character });
}

/** Throws `recipient_incomplete`, which names the first field and lists them all, where there is any fault. */
export function rejectFaults(faults: readonly AddressFault[]): void {
  const [first] = faults;
  if (first === undefined) return;
  throw apiError("recipient_incomplete", { field: first.field, faults }, (language) =>
    faultSentence(first, language),
  );
}

/**
 * Throws `recipient_incomplete` where the carriers of the chosen service, or those of every service, do not take the
 * recipient, and `service_closed` with all reasons where the chosen service, or every one, is closed.
 */
export function requireService(
  pkg: ShippedPackage,
  estimated: readonly EstimatedForPackage[],
  serviceCode: string | null,
): void {
  rejectFaults(addressFaults(pkg.recipient, pkg.destination, []));
  const wanted = estimated.filter(
    ({ service }) => serviceCode === null || service.code === serviceCode,
  );
  const open = wanted.filter(({ reasons }) => reasons.length === 0);
  if (open.length > 0) return;
  const [first] = wanted;
  if (first === undefined) throw apiError("service_closed", { reasons: [] });
  // Where the address alone closes it, the address is what has to be corrected.
  const isAddressAlone = wanted.some(({ reasons }) =>
    reasons.every(({ kind }) => kind === "address_incomplete"),
  );
  if (isAddressAlone) rejectFaults(first.addressFaults);
  throw apiError("service_closed", {
    reasons: wanted.flatMap(({ service, reasons }) =>
      reasons.map((reason) => ({ ...reason, service: service.code })),
    ),
  });
}
