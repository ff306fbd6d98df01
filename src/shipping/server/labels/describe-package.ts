import type { PackageToLabel } from "#shipping/contract/shipping-labels.ts";
import type { Language } from "#platform/rules/language.ts";
import { shipRequestReference, unprintableFields } from "#shipping/rules/shipping-label.ts";
import type { PackageToLabelRow } from "./label-queries.ts";

/** A package to label as the contract defines it. */
export function describePackageToLabel(row: PackageToLabelRow, language: Language): PackageToLabel {
  const { labelId, trackingNumber, numberSource, labelledAt } = row;
  const hasLabel =
    labelId !== null && trackingNumber !== null && numberSource !== null && labelledAt !== null;
  return {
    shipRequestId: row.shipRequestId,
    packageId: row.packageId,
    reference: shipRequestReference(row.number),
    countryCode: row.countryCode,
    serviceName: row.serviceNames[language],
    carrierCode: row.carrierCode,
    weightGrams: row.weightGrams,
    parcelsCount: row.parcelsCount,
    acceptedAt: row.acceptedAt?.toISOString() ?? null,
    unprintableFields: unprintableFields(row.recipient),
    label: hasLabel
      ? {
          id: labelId,
          trackingNumber,
          numberSource,
          createdAt: labelledAt.toISOString(),
          isOnManifest: row.isOnManifest,
        }
      : null,
  };
}
