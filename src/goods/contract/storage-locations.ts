import * as z from "zod";
import { isStorageLocationCode } from "#goods/rules/storage-location-codes.ts";
import {
  maxStorageLocationLabels,
  maxStorageLocations,
  maxStorageLocationsAtOnce,
} from "#goods/rules/storage-location.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { id, labelFile, labelFormat, line, time } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";

const storageLocationFields = z.strictObject({
  code: line(20)
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
    summary: "Change a storage location; it is never deleted, but can be made inactive",
    description: "Send `expectedUpdatedAt` to be answered `conflict` if it was changed meanwhile.",
    errors: ["not_found", "storage_location_exists", "conflict"],
  })
    .input(
      z.strictObject({
        storageLocationId: id,
        fields: storageLocationFields,
        expectedUpdatedAt: time.optional(),
      }),
    )
    .output(storageLocation),

  printLabels: procedure({
    method: "POST",
    path: "/admin/warehouses/{warehouseId}/storage-location-labels",
    access: roleAccess.receiving,
    actsOn: "none",
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
