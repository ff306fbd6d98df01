// What a line has from a suggestion: it goes with the text that was suggested, and comes back with it.
import type { SuggestedGoodsWord } from "#goods/contract/goods.ts";
import { goodsFlags, type GoodsFlag } from "#catalogue/rules/shipping-service.ts";
import { latinText, saysStill } from "#goods/rules/goods-description.ts";
import { lineField, wordsOf, type GoodsTexts, type LineField } from "./goods-texts.ts";

/** What grows, is eaten or is taken: one picture, which then asks which of them it is. */
export const livingFlags = ["food", "plant", "medicine"] as const satisfies readonly GoodsFlag[];

/** The properties with a picture of their own. */
export const picturedFlags = [
  "liquid",
  "powder",
  "magnet",
  "blade",
] as const satisfies readonly GoodsFlag[];

/** What customers say of goods by themselves; all else a line has from a suggestion. */
const saidFlags: readonly string[] = [...livingFlags, ...picturedFlags, "branded"];

const flagsOf = ({ flags }: SuggestedGoodsWord): string[] =>
  goodsFlags.filter((flag) => flags.includes(flag));

const suggestionText = (description: string, code: string, added: readonly string[]) =>
  [description, code, added.join(" ")].join("\n");

type Line = { readonly texts: GoodsTexts; readonly line: number };

const textOf = ({ texts, line }: Line, name: LineField) => texts[lineField(name, line)] ?? "";

/** The suggestion of a line; of a stored one its properties are known by `words`, those that were found for its text. */
function suggestionOf(of: Line, words: readonly SuggestedGoodsWord[]) {
  const text = textOf(of, "suggested");
  if (text === "") return null;
  const [description = "", code = "", added] = text.split("\n");
  if (added !== undefined) return { description, code, added: wordsOf(added) };
  const word = words.find(
    (one) => code.startsWith(one.hsCode) && saysStill(description, one.description),
  );
  if (word !== undefined) return { description: word.description, code, added: flagsOf(word) };
  const unsaid = wordsOf(textOf(of, "flags")).filter((flag) => !saidFlags.includes(flag));
  return { description, code, added: unsaid };
}

/** What changes of a line when its text does, besides the text. */
function retyped(of: Line, typed: string, words: readonly SuggestedGoodsWord[]): GoodsTexts {
  const { line } = of;
  const suggestion = suggestionOf(of, words);
  // That there is no battery, or nothing but one, was said of what stood there.
  const battery = textOf(of, "battery");
  const unsaid: GoodsTexts =
    battery === "none" || battery === "loose" ? { [lineField("battery", line)]: "" } : {};
  if (suggestion === null) return unsaid;
  const { description, code, added } = suggestion;
  const isSaid = saysStill(typed, description);
  if (isSaid === saysStill(textOf(of, "description"), description)) return unsaid;
  const stated = textOf(of, "code");
  const others = wordsOf(textOf(of, "flags")).filter((flag) => !added.includes(flag));
  const left = stated === code ? "" : stated;
  return {
    ...unsaid,
    [lineField("code", line)]: isSaid ? stated || code : left,
    [lineField("flags", line)]: (isSaid ? [...others, ...added] : others).join(" "),
    [lineField("suggested", line)]: suggestionText(description, code, added),
  };
}

/**
 * What changes of a line when its description is typed, or chosen among `words`, which were found for what was `searched`: what
 * came from an earlier suggestion goes unless the text still says it, and what was stated by hand stays.
 */
export function describedAs(
  of: Line,
  description: string,
  { words, searched }: { readonly words: readonly SuggestedGoodsWord[]; readonly searched: string },
): GoodsTexts {
  const { texts, line } = of;
  const word = words.find((one) => one.description === description);
  if (word === undefined) return retyped(of, description, words);
  const changes: GoodsTexts = retyped(of, "", words);
  const left: Line = { texts: { ...texts, ...changes }, line };
  const flags = wordsOf(textOf(left, "flags"));
  const added = flagsOf(word).filter((flag) => !flags.includes(flag));
  return {
    ...changes,
    [lineField("code", line)]: textOf(left, "code") || word.hsCode,
    [lineField("flags", line)]: [...flags, ...added].join(" "),
    [lineField("suggested", line)]: suggestionText(description, word.hsCode, added),
    ...(word.flags.includes("battery_loose") && { [lineField("battery", line)]: "loose" }),
    ...(latinText(searched) === null && { [lineField("original", line)]: searched }),
  };
}
