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
const express = { ...service, code: "express", carrierCode: "dhl", legs: [] };
const rules = acceptedGoodsRules;
const facts = { goodsRules: rules, services: acceptedServices };
const loose = { batteries: ["loose"], goods: [] } as const;

test("goods are dangerous where every service refuses something of them", () => {
  expect(areGoodsRefused(loose, [service], facts)).toBe(true);
  expect(areGoodsRefused({ batteries: ["none"], goods: ["aerosol"] }, [service], facts)).toBe(true);
  expect(areGoodsRefused({ batteries: ["none"], goods: ["food"] }, [service], facts)).toBe(false);
  // No rule of a mail carrier counts for it, but that about loose batteries does.
  const spray = { batteries: [], goods: ["aerosol"] } as const;
  expect(areGoodsRefused(spray, [service, express], facts)).toBe(false);
  expect(areGoodsRefused(loose, [service, express], facts)).toBe(true);
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
  const withAllowed = { ...facts, goodsRules: [...rules, allowed] };
  expect(areGoodsRefused(loose, [service], withAllowed)).toBe(false);
  const served = { ...service, countries: ["MY", "US"] as const };
  expect(areGoodsRefused(loose, [served], withAllowed)).toBe(false);
  // Where the service does not go, it allows nothing.
  const elsewhere = { ...service, countries: ["US"] as const };
  expect(areGoodsRefused(loose, [elsewhere], withAllowed)).toBe(true);
  const unpriced = { ...facts, goodsRules: [...rules, { ...allowed, countryCode: "JP" as const }] };
  expect(areGoodsRefused(loose, [service], unpriced)).toBe(true);
});

test("goods that rules refuse to every country of a service are refused wherever it goes", () => {
  const [anyRule] = rules;
  if (anyRule === undefined) throw new Error("No rule is seeded.");
  const food = { batteries: [], goods: ["food"] } as const;
  const onlyTo = { ...service, countries: ["US"] as const };
  const refused: GoodsRule = { ...anyRule, flag: "food", countryCode: "US", answer: "refused" };
  const withRefused = { ...facts, goodsRules: [...rules, refused] };
  expect(areGoodsRefused(food, [onlyTo], withRefused)).toBe(true);
  expect(areGoodsRefused(food, [service], withRefused)).toBe(false);
  // A service without any price takes nothing, and refuses nothing.
  const idle = { ...service, code: "idle", rates: [] };
  expect(areGoodsRefused(food, [onlyTo, idle], withRefused)).toBe(true);
  expect(areGoodsRefused(loose, [idle], facts)).toBe(false);
});

test("what nobody recorded is no danger, and without services nothing is refused", () => {
  expect(areGoodsRefused({ batteries: ["unknown"], goods: [] }, [service], facts)).toBe(false);
  expect(areGoodsRefused({ batteries: [], goods: [] }, [service], facts)).toBe(false);
  expect(areGoodsRefused(loose, [], facts)).toBe(false);
});
