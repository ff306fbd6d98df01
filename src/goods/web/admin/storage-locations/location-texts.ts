// A storage location as the texts of its form, and back.
import * as z from "zod/mini";
import type { StorageLocation, StorageLocationFields } from "#goods/contract/storage.ts";
import { isStorageLocationCode } from "#goods/rules/storage-location.ts";
import { plainText } from "#platform/rules/normalize-text.ts";
import { parsedText } from "#ui/web/field-rules.ts";
import { t } from "#ui/web/i18n/messages.tsx";

const maxCapacity = 100_000;

/** An empty text is no limit, which a parser cannot return: null means wrong input. */
const unlimited = 0;

export const capacityText = parsedText(
  (text) => {
    if (text === "") return unlimited;
    const count = /^\d{1,6}$/.test(plainText(text)) ? Number(plainText(text)) : 0;
    return count >= 1 && count <= maxCapacity ? count : null;
  },
  () => t("storage-locations.capacityInvalid"),
);

export function capacityOf(count: number): number | null {
  return count === unlimited ? null : count;
}

export const locationFieldNames = ["code", "label", "capacity", "isActive"] as const;
export type LocationField = (typeof locationFieldNames)[number];
export type LocationTexts = Readonly<Record<LocationField, string>>;

export function textsOf({ code, label, capacity, isActive }: StorageLocation): LocationTexts {
  return { code, label, capacity: capacity?.toString() ?? "", isActive: isActive ? "on" : "" };
}

/** What was typed, where it differs from `before`; otherwise what is saved now. */
export function mergedTexts(
  before: LocationTexts,
  typed: LocationTexts,
  saved: LocationTexts,
): LocationTexts {
  const merged = locationFieldNames.map((name) => [
    name,
    typed[name] === before[name] ? saved[name] : typed[name],
  ]);
  return Object.fromEntries(merged) as LocationTexts;
}

export const locationSchema = z.pipe(
  z.object({
    code: parsedText(
      (text) => {
        const code = plainText(text).toUpperCase();
        return isStorageLocationCode(code) ? code : null;
      },
      () => t("storage-locations.codeInvalid"),
    ),
    label: z.string().check(z.trim()),
    capacity: capacityText,
    isActive: z.string(),
  }),
  z.transform(({ capacity, isActive, ...fields }): StorageLocationFields => ({
    ...fields,
    capacity: capacityOf(capacity),
    isActive: isActive !== "",
  })),
);
