// Labels of tracking numbers in the language of the document.
import type { RecognitionReason, TrackingIssuer } from "#catalogue/rules/tracking-number.ts";
import { countryName } from "#catalogue/web/i18n/country-names.ts";
import { t } from "#ui/web/i18n/messages.tsx";

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
