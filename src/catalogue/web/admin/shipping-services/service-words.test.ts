// Outside the browser, where all languages are loaded, as for prerendering.
import "#test/screen/all-messages.ts";
import { afterAll, expect, test } from "vitest";
import { prerenderIn } from "#ui/web/i18n/messages.tsx";
import { fewCountriesText } from "./service-words.ts";

afterAll(() => prerenderIn("en"));

const codes = ["AD", "AL", "AT", "BE", "BG", "CH", "CY", "CZ"] as const;

test.each([
  ["en", /^Andorra, Albania, Austria, Belgium, Bulgaria, Switzerland,? and 2 /],
  ["zh-Hant-HK", /^安道爾、阿爾巴尼亞、奧地利、比利時、保加利亞、瑞士.*2/],
  ["zh-Hans", /^安道尔、阿尔巴尼亚、奥地利、比利时、保加利亚、瑞士.*2/],
] as const)("in %s the first countries are separated as its lists are", (language, expected) => {
  prerenderIn(language);
  expect(fewCountriesText(codes)).toMatch(expected);
});
