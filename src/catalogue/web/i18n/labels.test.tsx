import { expect, test } from "vitest";
import { placeName } from "./country-names.ts";
import { matchingCountries } from "./country-options.ts";
import { deliveryTimeText } from "./labels.ts";
import { statusLabel } from "#tracking/web/i18n/status-label.ts";
import { issuerName } from "#tracking/web/i18n/tracking-labels.ts";
import { transactionLabel } from "#money/web/wallet/transaction-labels.ts";

test.each([
  ["pending", "Pending"],
  ["processing", "Processing"],
  ["in_transit", "In Transit"],
  ["delivered", "Delivered"],
  ["voided", "voided"],
  ["cancelled", "cancelled"],
  ["lost at sea", "lost at sea"],
  ["constructor", "constructor"],
])("the status %s reads %s", (status, label) => {
  expect(statusLabel(status)).toBe(label);
});

test("codes are written in words", () => {
  expect(transactionLabel({ type: "payout" })).toBe("Payout");
  expect(transactionLabel({ type: "shipping_fee" })).toBe("Shipping Fee");
  expect(deliveryTimeText({ earliest: 4, latest: 12, unit: "weeks" })).toBe("4-12 weeks");
  expect(issuerName("domestic-courier", String)).toBe("Domestic courier");
  expect(issuerName({ carrierCode: "ups" }, (code) => `name of ${code}`)).toBe("name of ups");
  expect(issuerName({ postOf: "GB" }, String)).toBe("Post of United Kingdom");
  expect(placeName("Kowloon depot")).toBe("Kowloon depot");
});

test.each([
  ["UK", "United Kingdom"],
  ["cote", "Côte d'Ivoire"],
  ["hk", "Hong Kong"],
  ["ch", "Chad"],
  ["us", "United States"],
])("the search %s finds %s first", (search, name) => {
  expect(matchingCountries("byCode", search)[0]?.label).toBe(name);
});
