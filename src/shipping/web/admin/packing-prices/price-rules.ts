// Rules of the texts in the forms of boxes and extra services.
import { parseAmountCents } from "#platform/rules/money.ts";
import { parseDimensions } from "#catalogue/rules/parcel-sides.ts";
import { shipRequestLimits } from "#shipping/rules/ship-request.ts";
import { parsedText, requiredText } from "#ui/web/field-rules.ts";
import { t } from "./messages.ts";

const maximumCents = 1_000_000;

/** An amount, also of nothing. */
export const priceText = parsedText(
  (text) => {
    if (/^0+(?:\.0{1,2})?$/.test(text)) return 0;
    const reading = parseAmountCents(text);
    return reading.ok && reading.amountCents <= maximumCents ? reading.amountCents : null;
  },
  () => t("packing-prices.priceInvalid"),
);

export const sidesText = parsedText(
  (text) => parseDimensions(text, shipRequestLimits.sideMm),
  () => t("packing-prices.sidesInvalid"),
);

/** A whole number between two limits. */
export function wholeNumberText(minimum: number, maximum: number, message: () => string) {
  return parsedText((text) => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : -1;
    return value >= minimum && value <= maximum ? value : null;
  }, message);
}

export const dayField = requiredText(() => t("packing-prices.validFromMissing"));
export const sourceField = requiredText(() => t("packing-prices.sourceMissing"));

/** A switch in a form, whose fields are texts. */
export const isOn = (text: string): boolean => text !== "";
export const switchText = (on: boolean): string => (on ? "on" : "");
