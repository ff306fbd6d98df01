import { Alert, Button, Text } from "@mantine/core";
import type { PackingRequest } from "#shipping/contract/packing.ts";
import { isAnythingFound } from "#goods/rules/found-goods.ts";
import { cutAtWord, missingParts } from "#goods/rules/goods-item.ts";
import { countryName } from "#catalogue/web/i18n/country-names.ts";
import { isCodeShort, smallFormCharacters } from "#shipping/rules/customs-paper.ts";
import { itemText, propertiesOf } from "#goods/web/parcels/item-text.ts";
import desk from "#ui/web/desk/desk.module.css";
import { readerLocale } from "#ui/web/figures.tsx";
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
  const going = request.parcels.filter(({ state }) => state !== "left_out");
  const incomplete = going.filter(isIncomplete).length;
  const withoutCode = going
    .flatMap(({ goodsItems }) => goodsItems)
    .filter((item) => isCodeShort(item, request.hsDigits)).length;
  if (incomplete + withoutCode === 0) return null;
  return (
    <Alert color="red" role="status" mt="sm">
      {incomplete === 0 ? null : (
        <Text size="sm">{t("packing.goodsIncomplete", { count: incomplete })}</Text>
      )}
      {withoutCode === 0 ? null : (
        <Text size="sm">{t("packing.goodsWithoutCode", { count: withoutCode })}</Text>
      )}
    </Alert>
  );
}

type Demand = Pick<PackingRequest, "countryCode" | "hsDigits">;

/** What a line lacks before it can leave: what its customer has to state, and the code that customs there ask for. */
function lacksOf(parcel: Parcel, at: number, { countryCode, hsDigits }: Demand): string[] {
  const item = parcel.goodsItems[at];
  if (item === undefined) return [];
  const missing = missingParts(item, parcel.battery).map((part) =>
    t(`packing.goodsMissing.${part}`),
  );
  if (!isCodeShort(item, hsDigits)) return missing;
  const asked = { country: countryName(countryCode), digits: hsDigits };
  const code =
    item.hsCode === null
      ? t("packing.goodsNoCode", asked)
      : t("packing.goodsShortCode", { ...asked, code: item.hsCode });
  return [...missing, code];
}

/** What customs may ask about the description of a line. */
function doubtsOf({ warnings }: Parcel, at: number): string[] {
  return warnings.flatMap(({ index, kind, stopWords }) => {
    if (index !== at) return [];
    if (kind === "single_word") return [t("packing.goodsSingleWord")];
    const words = new Intl.ListFormat(readerLocale()).format(stopWords);
    return kind === "stop_words" ? [t("packing.goodsStopWords", { words })] : [];
  });
}

function notesOf(parcel: Parcel, at: number): string[] {
  const item = parcel.goodsItems[at];
  if (item === undefined) return [];
  const properties = propertiesOf(item);
  const onForm = cutAtWord(item.description, smallFormCharacters);
  return [
    ...(onForm === item.description ? [] : [t("packing.goodsCut", { text: onForm })]),
    ...(properties.length === 0 ? [] : [properties.join(" · ")]),
    ...doubtsOf(parcel, at),
    ...(parcel.correctedItems.includes(at) ? [t("packing.goodsCorrected")] : []),
  ];
}

/** What is declared to be in a parcel; what is missing stands out. */
export function DeclaredLines(props: {
  parcel: Parcel;
  request: Demand;
  name: string;
  /** null where nothing can be corrected now. */
  onCorrect: (() => void) | null;
}) {
  const { parcel, request, onCorrect } = props;
  const { goodsItems, found, isValueLow, isValueConfirmed } = parcel;
  const isLacking =
    isIncomplete(parcel) || goodsItems.some((item) => isCodeShort(item, request.hsDigits));
  return (
    <div className={classes["goods"]} data-missing={isLacking}>
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
              {lacksOf(parcel, at, request).map((text) => (
                <Text key={text} size="sm" c="red" fw={600}>
                  {text}
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
