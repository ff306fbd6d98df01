// Stocktakes: counting what lies on the shelves of a warehouse.
import * as z from "zod";
import { roleAccess } from "#platform/rules/role-access.ts";
import { stocktakeDifferenceKinds, stocktakeLimits } from "#goods/rules/receiving.ts";
import { id, line, time } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";

const stocktake = z.object({
  id,
  warehouseId: id,
  startedAt: time,
  finishedAt: time.nullable().describe("null: it goes on"),
  locationsCount: z.int().describe("How many storage locations were counted"),
  parcelsCount: z.int().describe("How many parcels were found"),
});
stocktake.register(z.globalRegistry, { id: "Stocktake" });
export type Stocktake = z.infer<typeof stocktake>;

const difference = z.object({
  inboundParcelId: id,
  labelCode: z.string(),
  trackingNumber: z.string().nullable(),
  kind: z.enum(stocktakeDifferenceKinds),
  recordedLocationCode: z.string().nullable().describe("Where it was recorded; null: nowhere"),
  foundLocationCode: z.string().nullable().describe("Where it was found; null: missing"),
});
difference.register(z.globalRegistry, { id: "StocktakeDifference" });

const countedLocation = z.object({
  code: z.string(),
  recordedCount: z.int().describe("How many parcels are recorded there"),
  foundCount: z.int(),
});
countedLocation.register(z.globalRegistry, { id: "CountedLocation" });

const stocktakeDetails = z
  .object({
    stocktake,
    locations: z.array(countedLocation).describe("Those that were counted, by code"),
    differences: z
      .array(difference)
      .describe(`At most ${stocktakeLimits.differencesShown}, by recorded location and label`),
    missingCount: z.int(),
    misplacedCount: z.int(),
  })
  .meta({ id: "StocktakeDetails" });
export type StocktakeDetails = z.infer<typeof stocktakeDetails>;

const storedParcel = z.object({
  labelCode: z.string(),
  trackingNumber: z.string().nullable(),
  storageLocationCode: z.string().nullable(),
});
storedParcel.register(z.globalRegistry, { id: "StoredParcel" });
export type StoredParcel = z.infer<typeof storedParcel>;

const inWarehouse = z.strictObject({ warehouseId: id });
const ofStocktake = z.strictObject({ stocktakeId: id });

export const stocktakes = {
  startStocktake: procedure({
    method: "POST",
    path: "/admin/warehouses/{warehouseId}/stocktakes",
    access: roleAccess.receiving,
    actsOn: "none",
    limit: "receivingPerAccount",
    audit: "stated",
    summary: "Start counting a warehouse, or join the count that goes on",
    description: "A warehouse has one open stocktake, which several devices share.",
    errors: ["not_found"],
  })
    .input(inWarehouse)
    .output(stocktake),

  listStocktakes: procedure({
    method: "GET",
    path: "/admin/warehouses/{warehouseId}/stocktakes",
    access: roleAccess.receiving,
    summary: "List the stocktakes of a warehouse, newest first",
    description: `The newest ${stocktakeLimits.listed}.`,
    errors: ["not_found"],
  })
    .input(inWarehouse)
    .output(z.object({ items: z.array(stocktake) })),

  readStocktake: procedure({
    method: "GET",
    path: "/admin/stocktakes/{stocktakeId}",
    access: roleAccess.receiving,
    summary: "Read a stocktake with what is missing and misplaced",
    description:
      "While it goes on, the differences are those of now; a finished one keeps what it found. Only counted storage locations miss parcels.",
    errors: ["not_found"],
  })
    .input(ofStocktake)
    .output(stocktakeDetails),

  listStoredParcels: procedure({
    method: "GET",
    path: "/admin/warehouses/{warehouseId}/stored-parcels",
    access: roleAccess.receiving,
    summary: "List what lies in a warehouse, so that scans are answered at once",
    description: `The newest ${stocktakeLimits.parcels} at most.`,
    errors: ["not_found"],
  })
    .input(inWarehouse)
    .output(z.object({ items: z.array(storedParcel) })),

  recordScans: procedure({
    method: "POST",
    path: "/admin/stocktakes/{stocktakeId}/scans",
    access: roleAccess.receiving,
    actsOn: "parcel",
    limit: "receivingPerAccount",
    audit: { field: "stocktakeId" },
    summary: "Record what was found in one storage location",
    description:
      "Without items, the storage location was empty. Of several scans of a parcel the newest counts, so that a repeat changes nothing. Labels of parcels that are not here are returned and not recorded.",
    errors: ["not_found", "storage_location_unknown", "stocktake_finished"],
  })
    .input(
      ofStocktake.extend({
        storageLocationCode: line(20),
        scannedAt: time.describe("When the storage location was scanned, by the device's clock"),
        items: z
          .array(z.strictObject({ labelCode: line(20), scannedAt: time }))
          .max(stocktakeLimits.scansPerRequest),
      }),
    )
    .output(z.object({ notHere: z.array(z.string()), own: z.array(z.string()) })),

  finishStocktake: procedure({
    method: "POST",
    path: "/admin/stocktakes/{stocktakeId}/finish",
    access: roleAccess.receiving,
    actsOn: "parcel",
    limit: "receivingPerAccount",
    audit: { field: "stocktakeId" },
    summary: "Finish a stocktake: misplaced parcels move, missing ones are marked",
    description: "All or nothing. One that is finished stays as it is.",
    errors: ["not_found"],
  })
    .input(
      ofStocktake.extend({
        movesMisplaced: z
          .boolean()
          .default(true)
          .describe("Records misplaced parcels where they were found"),
      }),
    )
    .output(stocktakeDetails),
};
