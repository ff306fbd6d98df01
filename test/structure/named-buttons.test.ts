// What sentences call a button is what the button says, in every language.
import { expect, test } from "vitest";
import { languages, type Language } from "#platform/rules/language.ts";
import { sentencesIn } from "./messages.ts";

/** The sentences that lead to a button, by its own. */
const sentencesOf = {
  "cases.somethingWrong": [
    "emails.parcelAttention.textOf.refused",
    "emails.parcelRemoval.object",
    "errors.parcel_removal_open",
    "parcel-details.removal.until",
    "parcel-goods.refused",
    "ship-requests.waiting.goodsBack",
  ],
} as const;

const quotes = { en: "“”", "zh-Hant-HK": "「」", "zh-Hans": "“”" } as const;

/** The sentences of a language that call a button something else than it says. */
function misnaming(language: Language, sentences: Readonly<Record<string, string>>): string[] {
  const [open, close] = quotes[language];
  return Object.entries(sentencesOf).flatMap(([button, ids]) =>
    ids.filter((id) => !sentences[id]?.includes(`${open}${sentences[button]}${close}`)),
  );
}

test.each(languages)("buttons are called by what they say in %s", (language) => {
  expect(misnaming(language, sentencesIn(language))).toEqual([]);
});

test("a button that is called something else is reported", () => {
  const sentences = { ...sentencesIn("en"), "parcel-goods.refused": "Press “Write to us”." };
  expect(misnaming("en", sentences)).toEqual(["parcel-goods.refused"]);
});
