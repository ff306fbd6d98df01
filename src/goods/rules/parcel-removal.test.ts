import { expect, test } from "vitest";
import type { GoodsRule } from "#catalogue/rules/goods-rule.ts";
import { acceptedGoodsRules, acceptedServices } from "#test/seeded-services.ts";
import { areGoodsRefused, noticeUntil, removableFrom } from "./parcel-removal.ts";

test("a parcel may go from the 61st day on, and its owner has the seven days that follow to object", () => {
  expect(removableFrom("2031-01-01")).toBe("2031-03-03");
  expect(noticeUntil("2031-03-03")).toBe("2031-03-10");
});

const [service] = acceptedServices;
if (service === undefined) throw new Error("Nothing is seeded.");
const takesAll = { ...service, code: "express", carrierCode: "dhl", legs: [] };
const rules = acceptedGoodsRules;
const loose = { batteries: ["loose"], goods: [] } as const;

test("goods are dangerous where every service refuses something of them", () => {
  expect(areGoodsRefused(loose, [service], rules)).toBe(true);
  expect(areGoodsRefused({ batteries: ["none"], goods: ["aerosol"] }, [service], rules)).toBe(true);
  expect(areGoodsRefused({ batteries: ["none"], goods: ["food"] }, [service], rules)).toBe(false);
  expect(areGoodsRefused(loose, [service, takesAll], rules)).toBe(false);
});

test("goods that a rule allows to one country are not refused wherever they go", () => {
  const [anyRule] = rules;
  if (anyRule === undefined) throw new Error("No rule is seeded.");
  const allowed: GoodsRule = {
    ...anyRule,
    flag: "battery_loose",
    serviceCode: service.code,
    countryCode: "MY",
    answer: "allowed",
  };
  const served = { ...service, countries: ["MY", "US"] as const };
  expect(areGoodsRefused(loose, [served], [...rules, allowed])).toBe(false);
  // Where the service does not go, it allows nothing.
  const elsewhere = { ...service, countries: ["US"] as const };
  expect(areGoodsRefused(loose, [elsewhere], [...rules, allowed])).toBe(true);
});

test("what nobody recorded is no danger, and without services nothing is refused", () => {
  expect(areGoodsRefused({ batteries: ["unknown"], goods: [] }, [service], rules)).toBe(false);
  expect(areGoodsRefused({ batteries: [], goods: [] }, [service], rules)).toBe(false);
  expect(areGoodsRefused(loose, [], rules)).toBe(false);
});
