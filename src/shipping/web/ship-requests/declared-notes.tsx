import { Text } from "@mantine/core";
import type { ShipDeclaration } from "#shipping/contract/declarations.ts";
import { warningTexts } from "#goods/web/parcels/goods-warnings.ts";
import { readerLocale } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/** What customs may ask about the goods of a parcel, which stops nothing. */
export function DeclaredNotes(props: {
  parcel: ShipDeclaration["parcels"][number];
  /** The places of goods without identifiers that customs ask for. */
  unidentified: readonly number[];
}) {
  const { parcel, unidentified } = props;
  const lines = new Intl.ListFormat(readerLocale()).format(
    unidentified.map((index) => String(index + 1)),
  );
  return (
    <>
      {/* Of values there is one sentence for all. */}
      {warningTexts(parcel.warnings, true).map((text) => (
        <Text key={text} size="sm" c="dimmed">
          {text}
        </Text>
      ))}
      {unidentified.length === 0 ? null : (
        <Text size="sm">
          {t("ship-requests.customs.identifiers", { count: unidentified.length, lines })}
        </Text>
      )}
      {parcel.isValueLow && !parcel.isValueConfirmed ? (
        <Text size="sm">{t("ship-requests.customs.valueLow")}</Text>
      ) : null}
    </>
  );
}
