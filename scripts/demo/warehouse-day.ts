// The shelves of the demo's warehouse, and the numbers that the post gave it for labels.
import type { Browser } from "./demo-server.ts";

const racks = ["A", "B"] as const;
const levels = ["01", "02", "03", "04"] as const;

/** The code of the shelf for the n-th parcel: one rack after the other is filled. */
export function shelfCode(index: number): string {
  const rack = racks[Math.floor(index / levels.length) % racks.length] ?? racks[0];
  return `${rack}-${levels[index % levels.length] ?? levels[0]}`;
}

/** Enters eight shelves with room for 40 parcels each. */
export async function enterShelves(admin: Browser["api"], warehouseId: string): Promise<void> {
  const items = Array.from({ length: racks.length * levels.length }, (_, index) => {
    return { code: shelfCode(index), label: "", capacity: 40 };
  });
  await admin.storageLocations.createStorageLocations({ warehouseId, items });
}

/** Enters a range of 500 numbers for each service of Hongkong Post. */
export async function enterNumbers(admin: Browser["api"]): Promise<void> {
  const { items } = await admin.shippingServices.listShippingServices({});
  const ofPost = items.filter(({ current }) => current?.carrierCode === "hk-post");
  for (const [index, { code: serviceCode }] of ofPost.entries()) {
    const firstSerial = 40_120_000 + index * 1_000;
    await admin.numberRanges.createNumberRange({
      serviceCode,
      prefix: "RB",
      countryCode: "HK",
      firstSerial,
      lastSerial: firstSerial + 499,
      source: "Letter of Hongkong Post",
    });
  }
}
