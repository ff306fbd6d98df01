import type { WarehouseFields } from "#catalogue/contract/warehouses.ts";

const weekday = { opensAt: "09:30", closesAt: "18:30" };

/** What an admin enters for a warehouse in Kwun Tong. */
export function warehouseFields(changes: Partial<WarehouseFields> = {}): WarehouseFields {
  return {
    code: "HK1",
    name: "Kwun Tong",
    kind: "hub",
    country: "HK",
    address: {
      en: {
        province: "Hong Kong",
        city: "Kowloon",
        district: "Kwun Tong",
        street: "12/F, 100 How Ming Street",
      },
      "zh-Hant-HK": {
        province: "香港特別行政區",
        city: "九龍",
        district: "觀塘區",
        street: "巧明街 100 號 12 樓",
      },
      "zh-Hans": {
        province: "香港特别行政区",
        city: "九龙",
        district: "观塘区",
        street: "巧明街 100 号 12 楼",
      },
    },
    receiverNamePattern: "{name} {code}",
    phone: "+852 2345 6789",
    smsPhone: "",
    postalCode: "999077",
    timeZone: "Asia/Hong_Kong",
    openingHours: [weekday, weekday, weekday, weekday, weekday, null, null],
    closedDays: ["2026-12-25", "2026-12-26"],
    isActive: true,
    ...changes,
  };
}
