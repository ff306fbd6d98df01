// What sentences call a button is what the button says, in every language.
import { expect, test } from "vitest";
import { languages } from "#platform/rules/language.ts";
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

test.each(languages)("buttons are called by what they say in %s", (language) => {
  const sentences = sentencesIn(language);
  const [open, close] = quotes[language];
  const wrong = Object.entries(sentencesOf).flatMap(([button, ids]) =>
    ids.filter((id) => !sentences[id]?.includes(`${open}${sentences[button]}${close}`)),
  );
  expect(wrong).toEqual([]);
});
