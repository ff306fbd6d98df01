import * as z from "zod/mini";
import { t } from "#ui/web/i18n/messages.tsx";
import { parseWeightGrams } from "#platform/rules/weight.ts";
import { checkedText } from "#ui/web/field-rules.ts";

/** The grams of typed kilograms; null for a text that is empty or no weight. */
export function weightGramsOf(text: string): number | null {
  const reading = parseWeightGrams(text);
  return reading.ok ? reading.weightGrams : null;
}

/** A weight in kilograms, in whole grams; null where it is left empty. */
export const weightField = z.pipe(
  checkedText((text) =>
    text === "" || weightGramsOf(text) !== null ? null : t("toasts.invalidWeight.description"),
  ),
  z.transform(weightGramsOf),
);
