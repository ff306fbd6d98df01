// Operations of staff on files of packages: deleting images, the QR codes of legs, and the CSV file.
import * as z from "zod";
import { roleAccess } from "#platform/rules/role-access.ts";
import { maxLegsPerPackage } from "#catalogue/rules/shipping-service.ts";
import { packageStatusFilters, packageTabs } from "#tracking/rules/package-status.ts";
import { csvFile, done, id, line, locale, time, timeZone } from "#platform/contract/fields.ts";
import { recipient } from "./own-package-changes.ts";
import { procedure } from "#platform/contract/procedure.ts";

const qrCode = z.object({
  id,
  packageId: id,
  legNumber: z.int(),
  imageUrl: z.string().describe("Address of the PNG, for staff only; it expires"),
  createdAt: time,
});
qrCode.register(z.globalRegistry, { id: "QrCode" });
export type QrCode = z.infer<typeof qrCode>;

const qrLabel = z.object({
  qrCode,
  trackingNumber: z.string(),
  legCount: z.int(),
  origin: z.string(),
  destination: z.string(),
  carrier: z.string().nullable(),
  weightGrams: z.int().nullable().describe("The final weight, else the estimated one"),
  isWeightFinal: z.boolean(),
  recipient: recipient.nullable().describe("null for receivers"),
  /** The recipient's country. */
  packageDestination: z.string(),
});
qrLabel.register(z.globalRegistry, { id: "QrLabel" });
export type QrLabel = z.infer<typeof qrLabel>;

export const adminPackageFiles = {
  deleteImage: procedure({
    method: "DELETE",
    path: "/admin/images/{imageId}",
    access: roleAccess.packageChanges,
    actsOn: "package",
    audit: "stated",
    summary: "Delete one image of a package, with its thumbnail",
    description:
      "Deletes it for good and records that in the package's history. A repeat is answered `not_found`.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ imageId: id }))
    .output(done),

  listQrCodes: procedure({
    method: "GET",
    path: "/admin/shipments/{packageId}/qr-codes",
    access: roleAccess.packing,
    summary: "List the QR codes of a package's legs",
    description:
      "Lists the codes in the order of the legs. The addresses of their pictures expire.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ packageId: id }))
    .output(z.object({ items: z.array(qrCode) })),

  generateQrCode: procedure({
    method: "POST",
    path: "/admin/shipments/{packageId}/qr-codes",
    access: roleAccess.packing,
    actsOn: "package",
    transaction: "own",
    audit: { field: "packageId" },
    summary: "Generate the QR code of a leg, or return the existing one",
    description:
      "Draws a PNG for the label of the leg. A leg has one code at most, so that a repeat returns the same.",
    errors: ["not_found", "conflict", "busy"],
  })
    .input(z.strictObject({ packageId: id, legNumber: z.int().min(1).max(maxLegsPerPackage) }))
    .output(qrCode),

  readQrCode: procedure({
    method: "GET",
    path: "/admin/qr-codes/{qrCodeId}",
    access: roleAccess.shipments,
    summary: "Read a scanned QR code with its package and the facts on its label",
    description:
      "Needs the id that the scanned code contains, and returns what the label shows. It changes nothing.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ qrCodeId: id }))
    .output(qrLabel),

  deleteQrCode: procedure({
    method: "DELETE",
    path: "/admin/qr-codes/{qrCodeId}",
    access: roleAccess.packageChanges,
    actsOn: "package",
    audit: "stated",
    summary: "Delete a QR code; printed labels with it no longer open the package",
    description:
      "Deletes the code and its picture. The leg can get a new code; a repeat is answered `not_found`.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ qrCodeId: id }))
    .output(done),

  exportDelivered: procedure({
    method: "GET",
    path: "/admin/shipments/delivered-shipments.csv",
    access: roleAccess.packageChanges,
    isLong: true,
    limit: "listDownloadsPerAccount",
    audit: { name: "shipments" },
    summary: "Download all delivered packages as a CSV file, newest first",
    description:
      "Sends all delivered packages of all customers, with weights and dates in the given locale and time zone. Two downloads of an account run at once, and the audit log has each.",
    errors: ["busy"],
  })
    .input(z.strictObject({ timeZone, locale }))
    .output(csvFile),

  exportShipments: procedure({
    method: "GET",
    path: "/admin/shipments/shipments.csv",
    access: roleAccess.packageChanges,
    isLong: true,
    limit: "listDownloadsPerAccount",
    audit: { name: "shipments" },
    needsWarehouse: true,
    summary: "Download packages as a CSV file with carrier, label and price, newest first",
    description:
      "Sends the packages that packages.listShipments finds with the same filters. The price is what the customer accepted. Two downloads of an account run at once, and the audit log has each.",
    errors: ["busy"],
  })
    .input(
      z.strictObject({
        tab: z.enum(packageTabs).default("all"),
        status: z.enum(packageStatusFilters).default("all"),
        weekStartsOn: z.iso.date().optional(),
        search: line(200).default(""),
        timeZone,
        locale,
      }),
    )
    .output(csvFile),
};
