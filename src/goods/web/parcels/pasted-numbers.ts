import { useEffect, useRef, useState } from "react";
import { checkTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient } from "#goods/web/api.ts";
import { joinSentences } from "#ui/web/i18n/join-sentences.ts";
import { readerLocale } from "#ui/web/figures.tsx";
import {
  addChosenNumbers,
  chosenNumberOf,
  typedNumber,
  type ChosenNumber,
} from "./chosen-numbers.ts";
import { t } from "./declaring-messages.ts";

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
