import { expect, test } from "vitest";
import {
  acceptedLanguage,
  languageCookieText,
  preferredLanguage,
  splitLanguagePath,
} from "./language.ts";
import { addressIn } from "./page-addresses.ts";

test.each([
  ["zh-HK", "zh-Hant-HK"],
  ["zh-TW,zh;q=0.9", "zh-Hant-HK"],
  ["yue", "zh-Hant-HK"],
  ["zh-CN", "zh-Hans"],
  ["zh", "zh-Hans"],
  ["zh-SG;q=0.5, en-SG;q=0.8", "en"],
  ["fr, zh-Hant;q=0.3", "zh-Hant-HK"],
  ["en;q=0, zh", "zh-Hans"],
])("the header %s asks for %s", (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});

test.each([null, "", "fr", "*", ";q=1,,", "x".repeat(10_000)])(
  "a header that names none of ours means English",
  (header) => {
    expect([acceptedLanguage(header), preferredLanguage(header)]).toEqual([null, "en"]);
  },
);

test.each([
  ["/", "en", "/"],
  ["/zh-hk", "zh-Hant-HK", "/"],
  ["/zh-cn/", "zh-Hans", "/"],
  ["/zh-cn/pricing/", "zh-Hans", "/pricing"],
  ["/zh-hkx/pricing", "en", "/zh-hkx/pricing"],
])("the address %s is of %s and %s", (address, language, path) => {
  expect(splitLanguagePath(address)).toEqual({ language, path });
});

test("a public page has an address in each language, other pages have one", () => {
  expect(addressIn("zh-Hans", "/zh-hk/terms")).toBe("/zh-cn/terms");
  expect(addressIn("en", "/zh-hk")).toBe("/");
  expect(addressIn("zh-Hant-HK", "/")).toBe("/zh-hk/");
  expect(addressIn("zh-Hans", "/zh-hk/no-such-page")).toBe("/zh-cn/no-such-page");
  for (const path of ["/login", "/dashboard/wallet", "/no-such-page/"]) {
    expect(addressIn("zh-Hans", path)).toBe(path);
  }
});

test("the cookie is kept for a year and sent over https alone where that is used", () => {
  const text = "language=zh-Hans; Max-Age=31536000; Path=/; SameSite=Lax";
  expect(languageCookieText("zh-Hans", false)).toBe(text);
  expect(languageCookieText("zh-Hans", true)).toBe(`${text}; Secure`);
});
