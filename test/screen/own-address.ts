import type { AddressCard, OwnAddress } from "#goods/contract/own-address.ts";

const weekday = { opensAt: "09:30", closesAt: "18:30" };

/** The address of a warehouse in Kwun Tong for the member S7K3-2QX. */
export const kwunTong: AddressCard = {
  warehouseId: "00000000-0000-4000-8000-000000000401",
  name: "Kwun Tong",
  lines: {
    en: {
      province: "Hong Kong",
      city: "Kowloon",
      district: "Kwun Tong",
      street: "12/F, 100 How Ming Street S7K3-2QX",
      receiver: "Mei Tan S7K3-2QX",
    },
    "zh-Hant-HK": {
      province: "香港特別行政區",
      city: "九龍",
      district: "觀塘區",
      street: "巧明街 100 號 12 樓 S7K3-2QX",
      receiver: "陳美 S7K3-2QX",
    },
    "zh-Hans": {
      province: "香港特别行政区",
      city: "九龙",
      district: "观塘区",
      street: "巧明街 100 号 12 楼 S7K3-2QX",
      receiver: "陈美 S7K3-2QX",
    },
  },
  phone: "+852 2345 6789",
  postalCode: "999077",
  timeZone: "Asia/Hong_Kong",
  openingHours: [weekday, weekday, weekday, weekday, weekday, null, null],
};

/** The answer of inboundParcels.readAddress for a subscriber who has sent nothing yet. */
export const ownAddress: OwnAddress = {
  memberCode: "S7K32QX",
  items: [kwunTong],
  hasPlan: true,
  progress: { hasDeclared: false, hasReceived: false, hasShipped: false },
  overview: {
    awaitedParcels: 0,
    shelvedParcels: 0,
    requestedParcels: 0,
    travellingPackages: 0,
    isAddressMissing: false,
  },
};
