import { expect, test } from "vitest";
import { areGoodsRefused, noticeUntil, removableFrom } from "./parcel-removal.ts";

test("a parcel may go from the 61st day on, and its owner has the seven days that follow to object", () => {
  expect(removableFrom("2031-01-01")).toBe("2031-03-03");
  expect(noticeUntil("2031-03-03")).toBe("2031-03-10");
});

const service = {
  refusedBatteries: ["loose"] as const,
  refusedGoods: ["aerosol"] as const,
  isActive: true,
  takesShipRequests: true,
};
const takesAll = { ...service, refusedBatteries: [], refusedGoods: [] };
const loose = { battery: "loose", goodsFlags: [] } as const;

test("goods are dangerous where every service that takes ship requests refuses something of them", () => {
  expect(areGoodsRefused(loose, [service])).toBe(true);
  expect(areGoodsRefused({ battery: "none", goodsFlags: ["aerosol"] }, [service])).toBe(true);
  expect(areGoodsRefused({ battery: "none", goodsFlags: ["food"] }, [service])).toBe(false);
  expect(areGoodsRefused(loose, [service, takesAll])).toBe(false);
  expect(areGoodsRefused(loose, [service, { ...takesAll, isActive: false }])).toBe(true);
  expect(areGoodsRefused(loose, [service, { ...takesAll, takesShipRequests: false }])).toBe(true);
});

test("what nobody recorded is no danger, and without services nothing is refused", () => {
  const refusesUnknown = { ...service, refusedBatteries: ["unknown"] as const };
  expect(areGoodsRefused({ battery: "unknown", goodsFlags: [] }, [refusesUnknown])).toBe(false);
  expect(areGoodsRefused({ battery: null, goodsFlags: [] }, [service])).toBe(false);
  expect(areGoodsRefused(loose, [])).toBe(false);
});
