// Outside the browser, where all languages are loaded, as for prerendering.
import { afterAll, beforeAll, expect, test } from "vitest";
import "#test/screen/all-messages.ts";
import { seededCarriers } from "#test/carriers.ts";
import { storedCarrierName } from "#catalogue/web/carriers/use-carriers.tsx";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { countryOptions, matchingCountries } from "#catalogue/web/i18n/country-options.ts";
import { deliveryTimeText, quotedPlaceName } from "#catalogue/web/i18n/labels.ts";
import { prerenderIn } from "./messages.tsx";
import { statusLabel } from "#tracking/web/i18n/status-label.ts";
import { issuerName } from "#tracking/web/i18n/tracking-labels.ts";
import { transactionLabel } from "#money/web/wallet/transaction-labels.ts";

beforeAll(() => prerenderIn("zh-Hant-HK"));
afterAll(() => prerenderIn("en"));

test("codes are written in Chinese, and unknown ones stay", () => {
  expect(statusLabel("in_transit")).toBe("運送中");
  expect(statusLabel("voided")).toBe("已作廢");
  expect(statusLabel("lost at sea")).toBe("lost at sea");
  expect(transactionLabel({ type: "payout" })).toBe("提款");
  expect(deliveryTimeText({ earliest: 7, latest: 14, unit: "business_days" })).toBe(
    "7 至 14 個工作天",
  );
});

test("what is stored by an English name is shown in Chinese, and other text as it is", () => {
  expect(storedCarrierName(seededCarriers, "SF Express")).toBe("順豐速運");
  expect(storedCarrierName(seededCarriers, "FedEx")).toBe("FedEx");
  expect(storedCarrierName(seededCarriers, "Own driver")).toBe("Own driver");
  expect(storedCarrierName(null, "SF Express")).toBe("SF Express");
  expect(placeName("United States")).toBe("美國");
  expect(placeName("Kowloon depot")).toBe("Kowloon depot");
  expect(issuerName({ postOf: "GB" }, String)).toBe("英國郵政");
  expect(quotedPlaceName("usa")).toBe("美國");
});

test.each([
  ["香", "香港"],
  ["Hong", "香港"],
  ["hk", "香港"],
  ["UK", "英國"],
  ["macau", "澳門"],
])("the search %s finds %s first, by code or by English name", (search, name) => {
  for (const kind of ["byCode", "byName"] as const) {
    expect(matchingCountries(kind, search)[0]?.label).toBe(name);
  }
});

test("countries are sorted as Chinese sorts them, and keep the stored values", () => {
  const options = countryOptions("byName");
  const names = options.map(({ label }) => label);
  expect(names).toEqual(names.toSorted(new Intl.Collator("zh-Hant-HK").compare));
  expect(options.find(({ label }) => label === "日本")?.value).toBe("Japan");
});
