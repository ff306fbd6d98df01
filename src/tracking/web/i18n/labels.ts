import { packageStatuses } from "#tracking/rules/package-status.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import type { RecognitionReason, TrackingIssuer } from "#catalogue/rules/tracking-number.ts";
import { countryName } from "#catalogue/web/i18n/country-names.ts";

/** The label of a package's or leg's status. */
export function statusLabel(status: string): string {
  const known = packageStatuses.find((one) => one === status);
  return known === undefined ? status : t(`common.packageStatus.${known}`);
}

/** A courier within a country that is in no list. */
function domesticCourierName(): string {
  return t("labels.domesticCourier");
}

/** The name of the national post of a country. */
function postName(country: string): string {
  return t("labels.postOfCountry", { country });
}

/** Why a number may be a carrier's. */
export function recognitionReasonText(reason: RecognitionReason): string {
  return t(`labels.recognitionReason.${reason}`);
}

/** Who issued a tracking number; `nameOf` names a carrier by its code. */
export function issuerName(
  issuer: TrackingIssuer,
  nameOf: (carrierCode: string) => string,
): string {
  if (issuer === "domestic-courier") return domesticCourierName();
  return "postOf" in issuer ? postName(countryName(issuer.postOf)) : nameOf(issuer.carrierCode);
}
