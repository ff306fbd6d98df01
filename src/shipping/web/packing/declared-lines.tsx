import { Alert, Button, Text } from "@mantine/core";
import type { PackingRequest } from "#shipping/contract/packing.ts";
import { isAnythingFound } from "#goods/rules/found-goods.ts";
import { cutAtWord, missingParts } from "#goods/rules/goods-item.ts";
import { smallFormCharacters } from "#shipping/rules/customs-paper.ts";
import { itemText, propertiesOf } from "#goods/web/parcels/item-text.ts";
import desk from "#ui/web/desk/desk.module.css";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "./packing.module.css";

type Parcel = PackingRequest["parcels"][number];

/** Whether its customer still has to state something about what is in a parcel. */
function isIncomplete({ goodsItems, battery }: Parcel): boolean {
  return (
    goodsItems.length === 0 || goodsItems.some((item) => missingParts(item, battery).length > 0)
  );
}

/** That parcels cannot leave yet as they are declared, above everything that is scanned. */
export function UndeclaredAlert({ request }: { request: PackingRequest }) {
  const count = request.parcels.filter(
    (parcel) => parcel.state !== "left_out" && isIncomplete(parcel),
  ).length;
  if (count === 0) return null;
  return (
    <Alert color="red" role="status" mt="sm">
      <Text size="sm">{t("packing.goodsIncomplete", { count })}</Text>
    </Alert>
  );
}

function notesOf(parcel: Parcel, at: number): string[] {
  const item = parcel.goodsItems[at];
  if (item === undefined) return [];
  const properties = propertiesOf(item);
  const onForm = cutAtWord(item.description, smallFormCharacters);
  return [
    ...(onForm === item.description ? [] : [t("packing.goodsCut", { text: onForm })]),
    ...(properties.length === 0 ? [] : [properties.join(" · ")]),
    ...(item.hsCode === null ? [t("packing.goodsNoCode")] : []),
    ...(parcel.correctedItems.includes(at) ? [t("packing.goodsCorrected")] : []),
  ];
}

/** What is declared to be in a parcel; what is missing stands out. */
export function DeclaredLines(props: {
  parcel: Parcel;
  name: string;
  /** null where nothing can be corrected now. */
  onCorrect: (() => void) | null;
}) {
  const { parcel, onCorrect } = props;
  const { goodsItems, found, isValueLow, isValueConfirmed } = parcel;
  return (
    <div className={classes["goods"]} data-missing={isIncomplete(parcel)}>
      <Text size="sm" fw={600}>
        {t("packing.goods")}
      </Text>
      {goodsItems.length === 0 ? (
        <Text size="sm" c="red" fw={600}>
          {t("packing.goodsNone")}
        </Text>
      ) : (
        <ul className="plain-list">
          {goodsItems.map((item, at) => (
            <li key={at}>
              <Text size="sm">{itemText(item)}</Text>
              {missingParts(item, parcel.battery).map((part) => (
                <Text key={part} size="sm" c="red" fw={600}>
                  {t(`packing.goodsMissing.${part}`)}
                </Text>
              ))}
              {notesOf(parcel, at).map((note) => (
                <div key={note} className={desk["quiet"]}>
                  {note}
                </div>
              ))}
            </li>
          ))}
        </ul>
      )}
      {isValueLow ? (
        <Text size="sm" fw={600}>
          {t(isValueConfirmed ? "packing.goodsValueConfirmed" : "packing.goodsValueLow")}
        </Text>
      ) : null}
      {onCorrect === null || (goodsItems.length === 0 && !isAnythingFound(found)) ? null : (
        <Button
          mt={4}
          variant="default"
          size="compact-sm"
          aria-label={t("packing.correctNamed", { name: props.name })}
          onClick={onCorrect}
        >
          {t("packing.correct")}
        </Button>
      )}
    </div>
  );
}
