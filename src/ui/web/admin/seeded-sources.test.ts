// Outside the browser, where all languages are loaded, as for prerendering.
import "#test/screen/all-messages.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seededServices } from "#test/seeded-services.ts";
import { prerenderIn } from "#ui/web/i18n/messages.tsx";
import * as prices from "#shipping/web/admin/packing-prices/source-texts.ts";
import { sourceText as serviceSource } from "#catalogue/web/admin/shipping-services/source-text.ts";

beforeAll(() => prerenderIn("zh-Hant-HK"));
afterAll(() => prerenderIn("en"));

test("the sources of the prices that come with the product are shown in Chinese, and others as written", () => {
  expect(seededServices.map(({ source }) => serviceSource(source))).toEqual(
    seededServices.map(() => "首次設定的收費"),
  );
  expect(serviceSource("Price list of 2031")).toBe("Price list of 2031");
  const usual = "Usual prices of forwarders in Hong Kong and China, 2026";
  expect(prices.sourceText("The first prices")).toBe("首次設定的收費");
  expect(prices.sourceText(usual)).toBe("2026 年香港及中國內地轉運公司的一般收費");
  expect(prices.sourceText("Price list of 2031")).toBe("Price list of 2031");
});

test("a source that a form leaves as it was is stored as before, for readers of every language", () => {
  expect(prices.storedSource("首次設定的收費")).toBe("The first prices");
  expect(prices.storedSource("供應商報價")).toBe("供應商報價");
});
