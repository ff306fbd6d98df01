// Packages handed to one carrier at one time.
import * as z from "zod";
import {
  carrierWeightStates,
  leftBehindReasons,
  manifestLimits,
  manifestPackageStates,
  manifestStates,
} from "#shipping/rules/manifest.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { shipRequestLimits } from "#shipping/rules/ship-request.ts";
import { boxNameFields } from "./box-name.ts";
import { carrierCode } from "#catalogue/contract/carriers.ts";
import {
  csvFile,
  done,
  exactText,
  id,
  idempotencyKey,
  pdfFile,
  line,
  locale,
  pageNumber,
  pageSize,
  statedReason,
  time,
  timeZone,
} from "#platform/contract/fields.ts";
import { countryCode } from "#catalogue/contract/lanes.ts";
import { procedure } from "#platform/contract/procedure.ts";

const summaryFields = {
  id,
  number: z.string(),
  warehouseId: id,
  warehouseCode: z.string(),
  carrierCode: z.string(),
  state: z.enum(manifestStates),
  packagesCount: z
    .int()
    .describe("On the list or handed over; not those left behind or taken back"),
  handedOverCount: z.int(),
  leftBehindCount: z.int(),
  openedAt: time,
  closedAt: time.nullable(),
  handedOverAt: time.nullable(),
};
const manifestSummary = z.object(summaryFields);
manifestSummary.register(z.globalRegistry, { id: "ManifestSummary" });
export type ManifestSummary = z.infer<typeof manifestSummary>;

export const carrierWeight = z.object({
  weightGrams: z.int(),
  packedGrams: z.int().describe("Our packed weight"),
  state: z
    .enum(carrierWeightStates)
    .describe("Whether it differs by more than 5 %, until somebody settles it"),
  settledReason: z.string().describe("What was found; empty once its account is closed"),
  photoUrl: z.string().nullable().describe("Our photo of the scale; an address that expires"),
});
carrierWeight.register(z.globalRegistry, { id: "CarrierWeight" });
export type CarrierWeight = z.infer<typeof carrierWeight>;

const manifestPackage = z.object({
  id,
  shipRequestId: id,
  packageId: id.nullable(),
  position: z.int(),
  ...boxNameFields,
  trackingNumber: z.string(),
  countryCode,
  weightGrams: z.int().nullable(),
  state: z.enum(manifestPackageStates),
  leftBehindReason: z.enum(leftBehindReasons).nullable(),
  handedOverAt: time.nullable(),
  takeBackUntil: time.nullable().describe("Until when it can be taken back; null: it cannot"),
  takenBackReason: z.string(),
  carrierWeight: carrierWeight.nullable().describe("What the carrier's scale showed"),
});
manifestPackage.register(z.globalRegistry, { id: "ManifestPackage" });
export type ManifestPackage = z.infer<typeof manifestPackage>;

const manifest = z.object({
  ...summaryFields,
  receiverName: z.string().describe("Who signed for the carrier; empty: nobody yet"),
  signatureUrl: z.string().nullable().describe("Address that expires"),
  totalGrams: z.int().describe("Of the packages that are counted"),
  items: z.array(manifestPackage).describe("The newest first"),
});
manifest.register(z.globalRegistry, { id: "Manifest" });
export type Manifest = z.infer<typeof manifest>;

const ofManifest = z.strictObject({ manifestId: id });

export const manifests = {
  listManifests: procedure({
    method: "GET",
    path: "/admin/manifests",
    access: roleAccess.packing,
    summary: "List the manifests, those that are not handed over first, then the newest",
    description: "With how many packages each has.",
  })
    .input(z.strictObject({ page: pageNumber, pageSize }))
    .output(z.object({ items: z.array(manifestSummary), total: z.int() })),

  readManifest: procedure({
    method: "GET",
    path: "/admin/manifests/{manifestId}",
    access: roleAccess.packing,
    summary: "Read a manifest with its packages",
    description: `There are at most ${manifestLimits.packages}.`,
    errors: ["not_found"],
  })
    .input(ofManifest)
    .output(manifest),

  openManifest: procedure({
    method: "POST",
    path: "/admin/manifests",
    access: roleAccess.packing,
    actsOn: "none",
    audit: "stated",
    summary: "Open a manifest of a carrier at a warehouse",
    description: "Returns the one that is open already, if there is one.",
    errors: ["not_found", "carrier_not_found"],
  })
    .input(z.strictObject({ warehouseId: id, carrierCode }))
    .output(manifest),

  addScan: procedure({
    method: "POST",
    path: "/admin/manifests/{manifestId}/packages",
    access: roleAccess.packing,
    actsOn: "request",
    audit: { field: "manifestId" },
    idempotent: true,
    summary: "Add the package whose label was scanned to an open manifest",
    description:
      "The number on the label or its reference. A package that is on the list already, and a repeat with the same key, add nothing.",
    errors: [
      "not_found",
      "not_a_waybill",
      "manifest_closed",
      "manifest_full",
      "not_labelled",
      "wrong_carrier",
      "wrong_warehouse",
      "on_another_manifest",
      "already_handed_over",
    ],
  })
    .input(ofManifest.extend({ scan: exactText(300), idempotencyKey }))
    .output(z.object({ isNew: z.boolean(), item: manifestPackage, packagesCount: z.int() })),

  removePackage: procedure({
    method: "DELETE",
    path: "/admin/manifest-packages/{manifestPackageId}",
    access: roleAccess.packing,
    actsOn: "request",
    audit: "stated",
    summary: "Remove a package from an open manifest",
    description: "It keeps its label. A repeat answers `not_found`.",
    errors: ["not_found", "manifest_closed"],
  })
    .input(z.strictObject({ manifestPackageId: id }))
    .output(manifest),

  closeManifest: procedure({
    method: "POST",
    path: "/admin/manifests/{manifestId}/closing",
    access: roleAccess.packing,
    actsOn: "request",
    audit: { field: "manifestId" },
    summary: "Close a manifest, so that its list can be printed",
    description: "A repeat changes nothing.",
    errors: ["not_found", "manifest_empty", "conflict"],
  })
    .input(ofManifest)
    .output(manifest),

  reopenManifest: procedure({
    method: "POST",
    path: "/admin/manifests/{manifestId}/reopening",
    access: roleAccess.packing,
    actsOn: "request",
    audit: { field: "manifestId" },
    summary: "Open a closed manifest again, until it is handed over",
    description: "Not while another one of the carrier is open. A repeat changes nothing.",
    errors: ["not_found", "conflict"],
  })
    .input(ofManifest)
    .output(manifest),

  handOverManifest: procedure({
    method: "POST",
    path: "/admin/manifests/{manifestId}/hand-over",
    access: roleAccess.packing,
    actsOn: "request",
    transaction: "own",
    limit: "uploadsPerAccount",
    audit: { field: "manifestId" },
    summary: "Hand the packages of a closed manifest to the carrier, against a signature",
    description:
      "Begins it and returns at once: the packages leave one after the other, their holds are settled, and customers are notified. One that cannot leave stays behind with a reason. A repeat changes nothing.",
    errors: [
      "not_found",
      "conflict",
      "idempotency_key_reused",
      "invalid_image",
      "too_large",
      "too_many_pixels",
    ],
  })
    .input(
      ofManifest.extend({
        receiverName: line(manifestLimits.receiverName).min(1, "Enter who receives the packages."),
        signature: z.file().describe("A picture of at most 200 KB"),
        idempotencyKey,
      }),
    )
    .output(manifest),

  takeBackPackage: procedure({
    method: "POST",
    path: "/admin/manifest-packages/{manifestPackageId}/return",
    access: roleAccess.packing,
    actsOn: "request",
    audit: "stated",
    summary: "Take a package back within two hours after it was handed over",
    description:
      "What was charged is refunded and held again, and the package is labelled as before. A repeat changes nothing.",
    errors: ["not_found", "conflict", "take_back_over", "insufficient_balance"],
  })
    .input(z.strictObject({ manifestPackageId: id, reason: statedReason }))
    .output(manifest),

  recordCarrierWeight: procedure({
    method: "PUT",
    path: "/admin/manifest-packages/{manifestPackageId}/carrier-weight",
    access: roleAccess.packing,
    actsOn: "request",
    audit: "stated",
    summary: "Record the weight that the carrier's scale shows for a package",
    description:
      "It changes no price. One that differs from our packed weight by more than 5 % is open work until it is settled; another weight replaces it. A repeat changes nothing.",
    errors: ["not_found", "conflict"],
  })
    .input(
      z.strictObject({
        manifestPackageId: id,
        weightGrams: z.int().min(1).max(shipRequestLimits.weightGrams),
      }),
    )
    .output(manifest),

  settleCarrierWeight: procedure({
    method: "POST",
    path: "/admin/carrier-weights/{shipRequestId}/settlement",
    access: roleAccess.shipRequests,
    actsOn: "request",
    audit: { field: "shipRequestId" },
    summary: "Settle a carrier's weight that differs, with what was found",
    description:
      "`weightGrams` is the weight that was looked at: `conflict` where another one was recorded since, or it does not differ. A repeat changes nothing.",
    errors: ["not_found", "conflict"],
  })
    .input(z.strictObject({ shipRequestId: id, weightGrams: z.int(), reason: statedReason }))
    .output(done),

  printManifest: procedure({
    method: "GET",
    path: "/admin/manifests/{manifestId}/manifest.pdf",
    access: roleAccess.packing,
    summary: "Download the list of a closed manifest as PDF, with a barcode for each package",
    description: "With the signature once it is handed over. `busy` while too many are drawn.",
    errors: ["not_found", "conflict", "busy"],
  })
    .input(ofManifest.extend({ timeZone, locale }))
    .output(pdfFile),

  exportManifest: procedure({
    method: "GET",
    path: "/admin/manifests/{manifestId}/manifest.csv",
    access: roleAccess.packing,
    summary: "Download the list of a manifest as CSV",
    description:
      "With number, reference, package, member code, country, weight, declared value and totals.",
    errors: ["not_found", "busy"],
  })
    .input(ofManifest.extend({ timeZone, locale }))
    .output(csvFile),
};
