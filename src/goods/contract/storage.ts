import * as z from "zod";
import {
  isStorageLocationCode,
  maxStorageLocationLabels,
  maxStorageLocations,
  maxStorageLocationsAtOnce,
} from "#goods/rules/storage-location.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import {
  id,
  labelFile,
  labelFormat,
  line,
  time,
  amountCents,
  pageNumber,
  pageSize,
  planName,
} from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { priceDaysAhead } from "#catalogue/rules/price-day.ts";
import { storageRateLimits, storageRatesError } from "#goods/rules/storage-fee.ts";

const storageLocationFields = z.strictObject({
  code: line(20)
    .meta({ examples: ["A-03-2"] })
    .transform((code) => code.toUpperCase())
    .refine(isStorageLocationCode, "Letters, digits and dashes, such as A-03-2."),
  label: line(60).default(""),
  capacity: z.int().min(1).max(100_000).nullable().default(null).describe("null: not limited"),
  isActive: z.boolean().default(true),
});
storageLocationFields.register(z.globalRegistry, { id: "StorageLocationFields" });
export type StorageLocationFields = z.infer<typeof storageLocationFields>;

const storageLocation = z.object({
  id,
  warehouseId: id,
  code: z.string(),
  label: z.string(),
  capacity: z.int().nullable(),
  isActive: z.boolean(),
  parcelsCount: z.int().describe("How many parcels lie there"),
  updatedAt: time,
});
storageLocation.register(z.globalRegistry, { id: "StorageLocation" });
export type StorageLocation = z.infer<typeof storageLocation>;

const storageLocationItems = z
  .object({ items: z.array(storageLocation) })
  .meta({ id: "StorageLocationItems" });

export const storageLocations = {
  listStorageLocations: procedure({
    method: "GET",
    path: "/admin/warehouses/{warehouseId}/storage-locations",
    access: roleAccess.receiving,
    summary: "List the storage locations of a warehouse by code",
    description: `There are at most ${maxStorageLocations}, and how many parcels lie in each.`,
    errors: ["not_found"],
  })
    .input(z.strictObject({ warehouseId: id }))
    .output(storageLocationItems),

  createStorageLocations: procedure({
    method: "POST",
    path: "/admin/warehouses/{warehouseId}/storage-locations",
    access: roleAccess.warehouses,
    actsOn: "none",
    audit: { field: "warehouseId" },
    summary: `Enter up to ${maxStorageLocationsAtOnce} storage locations of a warehouse; all or none`,
    description: "A code is unique within its warehouse.",
    errors: ["not_found", "storage_location_exists", "too_many_storage_locations"],
  })
    .input(
      z.strictObject({
        warehouseId: id,
        items: z.array(storageLocationFields).min(1).max(maxStorageLocationsAtOnce),
      }),
    )
    .output(storageLocationItems),

  updateStorageLocation: procedure({
    method: "PUT",
    path: "/admin/storage-locations/{storageLocationId}",
    access: roleAccess.warehouses,
    actsOn: "none",
    audit: { field: "storageLocationId" },
    expectsVersion: true,
    summary: "Change a storage location; it is never deleted, but can be made inactive",
    description: "Send `expectedVersion` to be answered `conflict` if it was changed meanwhile.",
    errors: ["not_found", "storage_location_exists"],
  })
    .input(
      z.strictObject({
        storageLocationId: id,
        fields: storageLocationFields,
        expectedVersion: time.optional(),
      }),
    )
    .output(storageLocation),

  printLabels: procedure({
    method: "POST",
    path: "/admin/warehouses/{warehouseId}/storage-location-labels",
    access: roleAccess.receiving,
    actsOn: "none",
    transaction: "none",
    isLong: true,
    summary: "Download the labels of storage locations, 100 by 50 mm each, as PDF or ZPL",
    description:
      "One file in the order of their codes. The QR code is what the receiving desk and stocktakes scan. `busy` while too many are drawn.",
    errors: ["not_found", "busy"],
  })
    .input(
      z.strictObject({
        warehouseId: id,
        storageLocationIds: z.array(id).min(1).max(maxStorageLocationLabels),
        format: labelFormat,
      }),
    )
    .output(labelFile),
};

const { freeDays, dayCents, capCents, stepGrams, volumeDivisor } = storageRateLimits;

const storageRate = z
  .strictObject({
    plan: planName.nullable().describe("null: without a plan"),
    freeDays: z.int().min(freeDays.min).max(freeDays.max),
    dayCents: amountCents
      .min(dayCents.min)
      .max(dayCents.max)
      .describe("For each started day and each started step of weight"),
    capCents: amountCents.min(capCents.min).max(capCents.max).describe("What it costs at most"),
  })
  .meta({ id: "StorageRate" });

const rates = z
  .array(storageRate)
  .superRefine((items, context) => {
    const message = storageRatesError(items);
    if (message !== null) context.addIssue({ code: "custom", message });
  })
  .describe("Without a plan first, then the plans from the smallest to the largest");

const prices = z
  .strictObject({
    validFrom: z.iso.date().describe("The first day on which parcels are received at these prices"),
    stepGrams: z.int().min(stepGrams.min).max(stepGrams.max),
    volumeDivisor: z
      .int()
      .min(volumeDivisor.min)
      .max(volumeDivisor.max)
      .describe("Cubic centimetres that count as a kilogram, where that is more than the weight"),
    rates,
    source: line(storageRateLimits.source).describe("Why, or where the prices were decided"),
  })
  .meta({ id: "StoragePrices" });
/** What storage costs from a day on, as staff enter it. */
export type StoragePrices = z.infer<typeof prices>;

const ratesOfDay = z
  .object({
    prices,
    createdByEmail: z.string().nullable().describe("null: they came with the product"),
    createdAt: time,
  })
  .meta({ id: "StorageRatesOfDay" });
/** The prices that are valid from a day on. */
export type StorageRatesOfDay = z.infer<typeof ratesOfDay>;

export const storageRates = {
  listStorageRates: procedure({
    method: "GET",
    path: "/admin/storage-rates",
    access: roleAccess.storageRates,
    summary: "List what storage costs, by day and plan, the newest day first",
    description: "Of each parcel those are kept that were valid on the day it was received.",
  })
    .input(z.strictObject({ page: pageNumber, pageSize }))
    .output(
      z.object({
        items: z.array(ratesOfDay),
        total: z.int(),
        today: z.iso.date().describe("In Hong Kong"),
        currentFrom: z.iso.date().nullable().describe("Whose prices are valid today"),
      }),
    ),

  addStorageRates: procedure({
    method: "POST",
    path: "/admin/storage-rates",
    access: roleAccess.storageRates,
    actsOn: "none",
    audit: { field: "validFrom" },
    summary: "Add what storage costs from a day on, for all plans",
    description: `The day is today in Hong Kong or later, at most ${priceDaysAhead} days from now. Parcels that are here keep their prices. Nothing of it can be changed later; a later day replaces it.`,
    errors: ["missing_information", "invalid_storage_day", "storage_rates_exist"],
  })
    .input(prices)
    .output(ratesOfDay),
};
