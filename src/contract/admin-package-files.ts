// What staff may ask about the files of packages: deleting images, and the QR codes of legs.
import * as z from "zod";
import { maxLegsPerPackage } from "#core/shipping-leg.ts";
import { done, id, time } from "./fields.ts";
import { procedure } from "./procedure.ts";

const qrCode = z.object({
  id,
  packageId: id,
  legNumber: z.int(),
  imageUrl: z.string().describe("Address of the PNG, for staff alone; it expires"),
  createdAt: time,
});
export type QrCode = z.infer<typeof qrCode>;

const qrLabel = z.object({
  qrCode,
  trackingNumber: z.string(),
  legCount: z.int(),
  origin: z.string().describe("Where the leg begins"),
  destination: z.string().describe("Where the leg ends"),
  carrier: z.string().nullable(),
  weightGrams: z.int().nullable().describe("The final weight, else the estimated one"),
  isWeightFinal: z.boolean(),
});
export type QrLabel = z.infer<typeof qrLabel>;

export const adminPackageFiles = {
  deleteImage: procedure({
    method: "DELETE",
    path: "/admin/images/{imageId}",
    access: "admin",
    summary: "Delete one image of a package, with its thumbnail",
    errors: ["not_found"],
  })
    .input(z.strictObject({ imageId: id }))
    .output(done),

  listQrCodes: procedure({
    method: "GET",
    path: "/admin/shipments/{packageId}/qr-codes",
    access: "admin",
    summary: "The QR codes of a package's legs, by leg",
    errors: ["not_found"],
  })
    .input(z.strictObject({ packageId: id }))
    .output(z.object({ items: z.array(qrCode) })),

  generateQrCode: procedure({
    method: "POST",
    path: "/admin/shipments/{packageId}/qr-codes",
    access: "admin",
    summary: "Make the QR code of a leg, or answer the one it has",
    errors: ["not_found", "busy"],
  })
    .input(z.strictObject({ packageId: id, legNumber: z.int().min(1).max(maxLegsPerPackage) }))
    .output(qrCode),

  readQrCode: procedure({
    method: "GET",
    path: "/admin/qr-codes/{qrCodeId}",
    access: "admin",
    summary: "What a scanned QR code stands for, and what its label says",
    errors: ["not_found"],
  })
    .input(z.strictObject({ qrCodeId: id }))
    .output(qrLabel),

  deleteQrCode: procedure({
    method: "DELETE",
    path: "/admin/qr-codes/{qrCodeId}",
    access: "admin",
    summary: "Delete a QR code; labels that carry it lead nowhere from then on",
    errors: ["not_found"],
  })
    .input(z.strictObject({ qrCodeId: id }))
    .output(done),
};
