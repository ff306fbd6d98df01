// The labels of codes of carriers, services, lanes and addresses, in the language of the document.
import { arrivalWords, type ExpectedArrival } from "#catalogue/rules/expected-arrival.ts";
import type { LaneConfidence } from "#catalogue/rules/lane.ts";
import type { RecipientField } from "#catalogue/rules/recipient.ts";
import type { CountryCode } from "#catalogue/rules/country.ts";
import { isPostalCode, postalCodeExample } from "#catalogue/rules/postal-code.ts";
import {
  rateDestinationIds,
  type DeliveryTime,
  type RateDestinationId,
} from "#catalogue/rules/shipping-rate.ts";
import { readerLocale } from "#ui/web/figures.tsx";
import { countryName, countryText } from "./country-names.ts";
import { t } from "#ui/web/i18n/messages.tsx";

export function recipientFieldLabel(field: RecipientField): string {
  return t(`labels.recipientField.${field}`);
}

/** What the postal codes of a country look like, where a text does not. */
export function postalCodeSentence(code: CountryCode): string {
  return t("labels.postalCodeExample", { example: postalCodeExample(code) });
}

/** What is wrong with a text as a postal code of a country; null where nothing is, as with an empty one. */
export function postalCodeProblem(code: CountryCode | null, text: string): string | null {
  if (code === null || text.trim() === "" || isPostalCode(code, text)) return null;
  return postalCodeSentence(code);
}

export function laneConfidenceLabel(confidence: LaneConfidence): string {
  return t(`labels.laneConfidence.${confidence}`);
}

const describedCarriers = ["sf-express", "hk-post", "sg-post", "dhl", "fedex", "ups"] as const;

/** What a carrier of Track Shipment does. */
export function carrierDescription(carrierCode: string): string {
  const described = describedCarriers.find((code) => code === carrierCode);
  return described === undefined ? "" : t(`labels.carrierDescription.${described}`);
}

/** The name of a destination of the price table. */
export function rateDestinationName(id: RateDestinationId): string {
  return t(`labels.rateDestination.${id}`);
}

/** A delivery time in words: "7-14 business days". */
export function deliveryTimeText({ earliest, latest, unit }: DeliveryTime): string {
  return t(`labels.deliveryTime.${unit}`, { earliest, latest });
}

/** When a package arrives, such as "between 4 and 9 December", by the reader's calendar. */
export function arrivalText(arrival: ExpectedArrival): string {
  const { id, days } = arrivalWords(arrival, { locale: readerLocale(), now: new Date() });
  return t(`labels.arrival.${id}`, days);
}

/** The same as a line of its own. */
export function arrivalLine(arrival: ExpectedArrival): string {
  return t("labels.arrival.line", { when: arrivalText(arrival) });
}

/** That duty is prepaid in a country, and in none of the prices. */
export function dutyNoteText(countryCode: string): string {
  return t("labels.dutyPrepaid", { country: countryCode, name: countryText(countryCode) });
}

/** An end of a leg of a quoted route: a country, or a destination of the price table. */
export function quotedPlaceName(place: CountryCode | RateDestinationId): string {
  const destination = rateDestinationIds.find((id) => id === place);
  return destination === undefined
    ? countryName(place as CountryCode)
    : rateDestinationName(destination);
}
