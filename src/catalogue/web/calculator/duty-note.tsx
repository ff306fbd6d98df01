import { Text } from "@mantine/core";
import { dutyNoteText } from "#catalogue/web/i18n/labels.ts";

/** Beside every price to a country in which duty has to be paid before the delivery; `countryCode` null: to no such one. */
export function DutyNote({ countryCode }: { countryCode: string | null }) {
  return countryCode === null ? null : <Text size="sm">{dutyNoteText(countryCode)}</Text>;
}
