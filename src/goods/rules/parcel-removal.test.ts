import { expect, test } from "vitest";
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

test("goods are dangerous where every service that takes ship requests refuses something of them", () => {
  expect(areGoodsRefused(loose, [service], rules)).toBe(true);
  expect(areGoodsRefused({ batteries: ["none"], goods: ["aerosol"] }, [service], rules)).toBe(true);
  expect(areGoodsRefused({ batteries: ["none"], goods: ["food"] }, [service], rules)).toBe(false);
  expect(areGoodsRefused(loose, [service, takesAll], rules)).toBe(false);
  expect(areGoodsRefused(loose, [service, { ...takesAll, isActive: false }], rules)).toBe(true);
  expect(areGoodsRefused(loose, [service, { ...takesAll, takesShipRequests: false }], rules)).toBe(
    true,
  );
});

test("what nobody recorded is no danger, and without services nothing is refused", () => {
  expect(areGoodsRefused({ batteries: ["unknown"], goods: [] }, [service], rules)).toBe(false);
  expect(areGoodsRefused({ batteries: [], goods: [] }, [service], rules)).toBe(false);
  expect(areGoodsRefused(loose, [], rules)).toBe(false);
});
