import { Button, Group, Stack, Textarea, CloseButton } from "@mantine/core";
import ScanSearch from "lucide-react/icons/scan-search";
import { useRef, useEffect, useState } from "react";
import type { Field } from "#ui/web/app-form.ts";
import { FormAlert } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { checkTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient } from "#goods/web/api.ts";
import { joinSentences } from "#ui/web/i18n/texts.ts";
import { readerLocale, Code } from "#ui/web/figures.tsx";
import {
  addChosenNumbers,
  chosenNumberOf,
  typedNumber,
  type ChosenNumber,
} from "./chosen-numbers.ts";
import { itemText } from "./item-text.ts";
import { RowButton } from "#ui/web/row-button.tsx";
import { useCarrierNames } from "./parcel-texts.ts";
import classes from "./parcels.module.css";

/** A field for text from a shop or a chat; pasted text is searched at once, typed text by the button. */
export function PasteField(props: {
  field: Field;
  label: string;
  description?: string;
  buttonLabel: string;
  rows: number;
  pasted: ReturnType<typeof usePastedNumbers>;
}) {
  const { field, pasted } = props;
  const isPasted = useRef(false);
  return (
    <Stack gap="sm">
      <Textarea
        {...field}
        label={props.label}
        description={props.description}
        placeholder={t("declaring.example")}
        autosize
        minRows={props.rows}
        maxRows={8}
        autoComplete="off"
        spellCheck={false}
        readOnly={pasted.isSearching}
        onPaste={() => {
          isPasted.current = true;
        }}
        onChange={(event) => {
          field.onChange(event);
          if (isPasted.current) void pasted.find(event.currentTarget.value);
          isPasted.current = false;
        }}
      />
      <FormAlert message={pasted.finding?.text} kind={pasted.finding?.kind ?? "info"} />
      {field.value.trim() === "" ? null : (
        <Group gap="sm">
          <Button
            variant="default"
            loading={pasted.isSearching}
            leftSection={<ScanSearch size={18} aria-hidden="true" />}
            onClick={() => void pasted.find(field.value)}
          >
            {props.buttonLabel}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const maxTextCharacters = 100_000;

type Finding = { readonly kind: "error" | "info"; readonly text: string };

type Options = {
  readonly numbers: readonly ChosenNumber[];
  readonly maximum: number;
  /** The sentence about numbers that did not fit. */
  readonly leftOutText: "declaring.leftOut" | "declaring.leftOutOfPackage";
  readonly onNumbers: (numbers: readonly ChosenNumber[]) => void;
  /** Gets what remains of the text: nothing once all its numbers are among the chosen ones. */
  readonly onText: (text: string) => void;
};

/** A number that nothing recognises is still one when it stands alone, since somebody has typed it. */
function aloneIn(text: string): ChosenNumber[] {
  const typed = checkTrackingNumber(text);
  const isWord = !/\d/.test(text) || /\s/.test(text.trim());
  return typed.ok && !isWord ? [typedNumber(typed.trackingNumber)] : [];
}

function tooLong(): Finding {
  const maximum = maxTextCharacters.toLocaleString(readerLocale());
  return { kind: "error", text: t("declaring.tooLong", { maximum }) };
}

/** Finds the tracking numbers of a text and adds them to those that are chosen. */
export function usePastedNumbers(options: Options) {
  const client = useApiClient();
  const [finding, setFinding] = useState<Finding | null>(null);
  const [isSearching, setSearching] = useState(false);
  // Numbers can be removed while a search runs.
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const search = async (text: string): Promise<Finding> => {
    const read = await client.inboundParcels.readPasted({ text });
    const found = read.items.length > 0 ? read.items.map(chosenNumberOf) : aloneIn(text);
    if (found.length === 0) return { kind: "error", text: t("declaring.nothingFound") };
    const { numbers, maximum, leftOutText, onNumbers, onText } = latest.current;
    const result = addChosenNumbers(numbers, found, maximum);
    const leftOutCount = result.leftOutCount + read.leftOutCount;
    const repeatedCount =
      read.repeatedCount + found.length - result.addedCount - result.leftOutCount;
    onNumbers(result.numbers);
    if (leftOutCount === 0) onText("");
    const sentences = [
      t("declaring.found", { count: result.addedCount }),
      ...(repeatedCount > 0 ? [t("declaring.repeated", { count: repeatedCount })] : []),
      ...(leftOutCount > 0 ? [t(leftOutText, { count: leftOutCount, maximum })] : []),
    ];
    return { kind: leftOutCount > 0 ? "error" : "info", text: joinSentences(sentences) };
  };
  const find = async (text: string) => {
    if (text.trim() === "" || isSearching) return;
    if (text.length > maxTextCharacters) return setFinding(tooLong());
    setSearching(true);
    setFinding(null);
    try {
      setFinding(await search(text));
    } catch (error) {
      const isTooLong = apiErrorCode(error) === "too_large";
      const message = apiErrorMessage(error, t("declaring.readFailed"));
      setFinding(isTooLong ? tooLong() : { kind: "error", text: message });
    } finally {
      setSearching(false);
    }
  };
  return { find, isSearching, finding, clear: () => setFinding(null) };
}

/** A native select, since there can be fifty of them. */
function CarrierChoice(props: {
  number: ChosenNumber;
  isLocked: boolean;
  onChoose: (number: ChosenNumber, code: string) => void;
}) {
  const { number } = props;
  const { options, nameOf } = useCarrierNames();
  const code = number.carrierCode ?? number.suggestedCarrierCode;
  const isListed = options.some(({ value }) => value === code);
  return (
    <select
      className={classes["chipCarrier"]}
      aria-label={t("declaring.carrierOf", { trackingNumber: number.trackingNumber })}
      value={code ?? ""}
      disabled={props.isLocked}
      onChange={(event) => props.onChoose(number, event.currentTarget.value)}
    >
      {number.suggestedCarrierCode === null ? (
        <option value="">{t("declaring.unknownCarrier")}</option>
      ) : null}
      {code === null || isListed ? null : <option value={code}>{nameOf(code) ?? code}</option>}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** What is in the parcel of a number, and the button that states it. */
function ChipGoods(props: { number: ChosenNumber; isLocked: boolean; onOpen: () => void }) {
  const { goodsItems, trackingNumber } = props.number;
  return (
    <>
      {goodsItems.map((item, at) => (
        <span key={at} className={classes["chipNote"]}>
          {itemText(item)}
        </span>
      ))}
      <RowButton
        className={classes["chipGoods"] ?? ""}
        variant="subtle"
        aria-label={t("parcel-goods.titleOf", { trackingNumber })}
        disabled={props.isLocked}
        onClick={props.onOpen}
      >
        {t("parcel-goods.title")}
      </RowButton>
    </>
  );
}

/**
 * The chosen numbers, each with its carrier, which can be changed, and a button that takes it out.
 * @param props.noteOf what is to be said about a number: that it is known already, or why it is wrong.
 */
export function NumberChips(props: {
  numbers: readonly ChosenNumber[];
  noteOf: (number: ChosenNumber) => string | null;
  /** false where a carrier cannot be sent. */
  hasCarriers?: boolean;
  isLocked?: boolean;
  /** Opens what is in the parcel of a number; without it nobody states that here. */
  onGoods?: (number: ChosenNumber) => void;
  onChange: (numbers: readonly ChosenNumber[]) => void;
}) {
  const { numbers, hasCarriers = true, isLocked = false, onGoods, onChange } = props;
  if (numbers.length === 0) return null;
  const choose = (chosen: ChosenNumber, code: string) => {
    const carrierCode = code === "" || code === chosen.suggestedCarrierCode ? null : code;
    onChange(numbers.map((number) => (number === chosen ? { ...number, carrierCode } : number)));
  };
  return (
    <ul className={`plain-list ${classes["chips"]}`} aria-label={t("declaring.numbers")}>
      {numbers.map((number) => {
        const { trackingNumber } = number;
        const note = props.noteOf(number);
        return (
          <li key={trackingNumber} className={classes["chip"]} data-noted={note !== null}>
            <span className={classes["chipNumber"]}>
              <Code>{trackingNumber}</Code>
              {note === null ? null : <span className={classes["chipNote"]}>{note}</span>}
              {onGoods === undefined || number.inboundParcelId !== null ? null : (
                <ChipGoods number={number} isLocked={isLocked} onOpen={() => onGoods(number)} />
              )}
            </span>
            {hasCarriers && number.inboundParcelId === null ? (
              <CarrierChoice number={number} isLocked={isLocked} onChoose={choose} />
            ) : null}
            <CloseButton
              className={classes["chipRemove"] ?? ""}
              aria-label={t("declaring.remove", { trackingNumber })}
              disabled={isLocked}
              onClick={() => onChange(numbers.filter((other) => other !== number))}
            />
          </li>
        );
      })}
    </ul>
  );
}
