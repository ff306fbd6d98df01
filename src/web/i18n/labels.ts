// The labels of codes, in the language of the document. A value without a label is shown as it is.
import { arrivalWords, type ExpectedArrival } from "#core/expected-arrival.ts";
import type { LaneConfidence } from "#core/lane.ts";
import type { LegField } from "#core/leg-edit.ts";
import { shownTransactionType, type TransactionStatus } from "#core/ledger.ts";
import type { PlanFeature } from "#core/plan.ts";
import type { RecipientField } from "#core/recipient.ts";
import type { DeliveryTime, RateDestinationId } from "#core/shipping-rate.ts";
import type { RecognitionReason } from "#core/tracking-number.ts";
import type english from "#messages/en/labels.json";
import { readerLocale } from "#web/ui/figures.tsx";
import { countryText } from "./country-names.ts";
import { loadMessages, type MessageFile } from "./messages.tsx";

const { t } = await loadMessages<typeof english>(
  import.meta.glob<MessageFile>("/src/messages/*/labels.json", { query: "?lingui" }),
);

/** The label of a transaction's type; early payouts were recorded as fees and are labelled as payouts. */
export function transactionLabel(transaction: Parameters<typeof shownTransactionType>[0]): string {
  return t(`labels.transactionType.${shownTransactionType(transaction)}`);
}

export function transactionStatusLabel(status: TransactionStatus): string {
  return t(`labels.transactionStatus.${status}`);
}

export function planFeatureLabel(feature: PlanFeature): string {
  return t(`labels.planFeature.${feature}`);
}

export function legFieldLabel(field: LegField): string {
  return t(`labels.legField.${field}`);
}

export function recipientFieldLabel(field: RecipientField): string {
  return t(`labels.recipientField.${field}`);
}

export function laneConfidenceLabel(confidence: LaneConfidence): string {
  return t(`labels.laneConfidence.${confidence}`);
}

/** Beside a status that the legs of its package do not say. */
export function setByStaffLabel(): string {
  return t("labels.setByStaff");
}

/** A courier within a country that is in no list. */
export function domesticCourierName(): string {
  return t("labels.domesticCourier");
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

/** The name of the national post of a country. */
export function postName(country: string): string {
  return t("labels.postOfCountry", { country });
}

/** Why a number may be a carrier's. */
export function recognitionReasonText(reason: RecognitionReason): string {
  return t(`labels.recognitionReason.${reason}`);
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
