// What is printed on the label of a storage location and where.
import { storageLocationScanPrefix } from "#goods/rules/storage-location.ts";
import type { Sticker } from "#goods/server/receiving/labels/label-layout.ts";
import type { LocationStickerFacts } from "./storage-location-queries.ts";

/** As wide as the label. The code is read from the aisle, so it is as high as its length allows. */
const code = { x: 4, y: 4, width: 92, height: 14 };
const beside = { x: 36, width: 60 };

/** The words that a manager gave a storage location are left out, since printers know Latin letters alone. */
export function locationSticker(facts: LocationStickerFacts): Sticker {
  return {
    qrText: `${storageLocationScanPrefix}${facts.code}`,
    qrSquare: { x: 6, y: 23, side: 22 },
    texts: [
      { ...code, text: facts.code, isBold: true },
      { ...beside, text: "Storage location", y: 24, height: 3, isBold: false },
      { ...beside, text: "Warehouse", y: 34, height: 3, isBold: false },
      { ...beside, text: facts.warehouseCode, y: 39, height: 6, isBold: true },
    ],
  };
}
