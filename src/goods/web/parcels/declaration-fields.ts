// The texts of the declaration's form, and what they are sent as.
import * as z from "zod/mini";
import { errorText } from "#ui/web/i18n/texts.ts";
import type { DeclarationChange, InboundParcel } from "#goods/contract/inbound-parcels.ts";
import {
  declaredValueText,
  parseDeclaredValue,
  type DeclaredCurrency,
  declaredCurrencies,
} from "#goods/rules/inbound-parcel.ts";
import { checkTrackingNumber, tidyTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** The carrier that the number suggests, as a choice. */
export const carrierOfNumber = "number";

const defaultCurrency: DeclaredCurrency = "CNY";

function currencyOf(text: string): DeclaredCurrency {
  return declaredCurrencies.find((one) => one === text) ?? defaultCurrency;
}

/** A parcel that came without a number, or is here already, has no number to correct. */
const trackingNumber = z.pipe(
  z.string().check(
    z.refine((text) => text === "" || checkTrackingNumber(text).ok, {
      error: () => errorText("invalid_tracking_number"),
    }),
  ),
  z.transform(tidyTrackingNumber),
);

export const declarationSchema = z
  .object({
    trackingNumber,
    carrier: z.string(),
    shop: z.string().check(z.trim()),
    orderReference: z.string().check(z.trim()),
    description: z.string().check(z.trim()),
    value: z.string().check(z.trim()),
    currency: z.string(),
  })
  .check(
    z.refine(
      ({ value, currency }) =>
        value === "" || parseDeclaredValue(value, currencyOf(currency)) !== null,
      { path: ["value"], error: () => t("parcel-details.valueInvalid") },
    ),
  );
export type DeclarationName = keyof z.input<typeof declarationSchema>;
type Texts = Readonly<Record<DeclarationName, string>>;

/** What the form shows of a parcel. */
export function declarationTexts(parcel: InboundParcel): Texts {
  const { declaredValueMinor, declaredCurrency } = parcel;
  const isPriced = declaredValueMinor !== null && declaredCurrency !== null;
  return {
    trackingNumber: parcel.trackingNumber ?? "",
    carrier: (parcel.carrierConfidence === "given" && parcel.carrierCode) || carrierOfNumber,
    shop: parcel.shop,
    orderReference: parcel.orderReference,
    description: parcel.description,
    value: isPriced ? declaredValueText(declaredValueMinor, declaredCurrency) : "",
    currency: declaredCurrency ?? defaultCurrency,
  };
}

/** The texts as they are sent. */
export function declarationOf(texts: Texts): DeclarationChange {
  const { shop, orderReference, description } = texts;
  const currency = currencyOf(texts.currency);
  const declaredValueMinor = parseDeclaredValue(texts.value, currency);
  return {
    trackingNumber: texts.trackingNumber,
    carrierCode: texts.carrier === carrierOfNumber ? null : texts.carrier,
    shop,
    orderReference,
    description,
    declaredValueMinor,
    declaredCurrency: declaredValueMinor === null ? null : currency,
  };
}
