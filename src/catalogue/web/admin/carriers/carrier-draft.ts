import * as z from "zod/mini";
import type { Carrier, EnteredCarrier } from "#catalogue/contract/carriers.ts";
import { isCarrierCode, numberPlaceholder, parseTrackingPage } from "#catalogue/rules/carrier.ts";
import { checkedText, requiredText } from "#ui/web/field-rules.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** The fields of the form, in its order. */
export const carrierFieldNames = [
  "name",
  "nameZhHant",
  "nameZhHans",
  "trackingPage",
  "isNumberFilledIn",
  "isActive",
  "source",
  "checkedOn",
] as const satisfies readonly (keyof EnteredCarrier)[];

export type CarrierField = (typeof carrierFieldNames)[number];

/** The fields as texts; a switch is "on" or empty. */
export type CarrierTexts = Readonly<Record<CarrierField, string>>;

function switchText(isOn: boolean): string {
  return isOn ? "on" : "";
}

/** The texts of a carrier, or of a new one that is added today. */
export function textsOf(carrier: Carrier | null): CarrierTexts {
  return {
    name: carrier?.name ?? "",
    nameZhHant: carrier?.nameZhHant ?? "",
    nameZhHans: carrier?.nameZhHans ?? "",
    trackingPage: carrier?.trackingPage ?? "",
    isNumberFilledIn: switchText(carrier?.isNumberFilledIn ?? true),
    isActive: switchText(carrier?.isActive ?? true),
    source: carrier?.source ?? "",
    checkedOn: carrier?.checkedOn ?? new Date().toISOString().slice(0, 10),
  };
}

export function enteredOf(texts: CarrierTexts): EnteredCarrier {
  return {
    ...texts,
    isNumberFilledIn:
      texts.isNumberFilledIn !== "" && texts.trackingPage.includes(numberPlaceholder),
    isActive: texts.isActive !== "",
  };
}

/** What to save after somebody else's change: the edited fields as typed, all others as they are stored now. */
export function mergedTexts(
  original: CarrierTexts,
  typed: CarrierTexts,
  current: CarrierTexts,
): CarrierTexts {
  const merged = carrierFieldNames.map((name) => {
    const text = typed[name].trim();
    return [name, text === original[name] ? current[name] : text] as const;
  });
  return Object.fromEntries(merged) as CarrierTexts;
}

function pageError(text: string, isRequired: boolean): string | null {
  if (text === "" && !isRequired) return null;
  return parseTrackingPage(text) === null
    ? t("fields.trackingPageInvalid", { placeholder: numberPlaceholder })
    : null;
}

/** @param carrier null for a new one. */
export function schemaFor(carrier: Carrier | null) {
  return z.object({
    code: checkedText((text) =>
      carrier !== null || isCarrierCode(text) ? null : t("fields.carrierCodeInvalid"),
    ),
    name: requiredText(() => t("fields.carrierNameMissing")),
    nameZhHant: z.string(),
    nameZhHans: z.string(),
    trackingPage: checkedText((text) => pageError(text, carrier?.isOnTrackPage ?? false)),
    isNumberFilledIn: z.string(),
    isActive: z.string(),
    source: z.string(),
    checkedOn: requiredText(() => t("fields.checkedOnMissing")),
  });
}
