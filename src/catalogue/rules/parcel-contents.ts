// What is in a parcel, as far as shipping services take or refuse it.

/** Whether batteries are in a parcel: in a device, packed with it, or loose. */
export const batteryKinds = ["unknown", "none", "installed", "packed", "loose"] as const;

/** Whether batteries are in a parcel. */
export type BatteryKind = (typeof batteryKinds)[number];

/** Properties of goods that close some shipping services. */
export const goodsFlags = [
  "liquid",
  "powder",
  "magnet",
  "aerosol",
  "blade",
  "food",
  "plant",
  "medicine",
  "branded",
  "fragile",
  "oversize",
] as const;

/** A property of goods that closes some shipping services. */
export type GoodsFlag = (typeof goodsFlags)[number];
