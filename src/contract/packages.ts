// What may be asked about packages: the customer's own, and the office's shipments with their legs and images.
import * as z from "zod";
import {
  done,
  id,
  pageNumber,
  pageSize,
  idempotencyKey,
  text,
  time,
  weightGrams,
} from "./fields.ts";
import { adminPackageFiles } from "./admin-package-files.ts";
import { procedure } from "./procedure.ts";
import { legFields, legStatus, seenLegFields, shippingLeg, shownBefore } from "./shipping-legs.ts";

export const packageStatus = z.enum([
  "pending",
  "processing",
  "in_transit",
  "delivered",
  "voided",
  "cancelled",
]);

export type ShippingLeg = z.infer<typeof shippingLeg>;

const packageShape = z.object({
  id,
  userId: id,
  trackingNumber: z.string(),
  origin: z.string(),
  destination: z.string(),
  description: z.string().nullable(),
  estimatedWeightGrams: z.int().nullable(),
  finalWeightGrams: z.int().nullable(),
  imagesCount: z.int(),
  status: packageStatus,
  createdAt: time,
  updatedAt: time,
  deliveredAt: time.nullable(),
  legs: z.array(shippingLeg),
});
export type Package = z.infer<typeof packageShape>;

const shipment = packageShape.extend({ userEmail: z.string() });
export type Shipment = z.infer<typeof shipment>;

const packageImage = z.object({
  id,
  imageName: z.string(),
  imageUrl: z.string().describe("Address that expires"),
  thumbnailUrl: z.string().describe("Address that expires"),
  fileSize: z.int().describe("Bytes"),
  contentType: z.string(),
  createdAt: time,
});
export type PackageImage = z.infer<typeof packageImage>;

const packageEvent = z.object({
  id: z.string(),
  kind: z.enum([
    "package_created",
    "package_status_changed",
    "leg_added",
    "leg_changed",
    "leg_status_changed",
    "final_weight_changed",
    "image_added",
    "image_deleted",
    "qr_code_generated",
    "qr_code_deleted",
  ]),
  legNumber: z.int().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  byStaff: z.boolean(),
  createdAt: time,
});
export type PackageEvent = z.infer<typeof packageEvent>;

const shipmentEvent = packageEvent.extend({
  actorEmail: z.string().nullable().describe("Who did it; null when the profile is gone"),
});
export type ShipmentEvent = z.infer<typeof shipmentEvent>;

const tabCounts = z.object({ all: z.int(), active: z.int(), delivered: z.int() });
const tab = z.enum(["all", "active", "delivered"]).default("all");
const packageDetails = z.object({
  package: packageShape,
  images: z.array(packageImage),
  events: z.array(packageEvent),
});
const trackedPackage = packageDetails.omit({ images: true });
export type TrackedPackage = z.infer<typeof trackedPackage>;

const shipmentDetails = packageDetails.extend({
  package: shipment,
  events: z.array(shipmentEvent),
  planMaxWeightGrams: z.int().nullable().describe("The customer's plan's limit, if any"),
});
export type ShipmentDetails = z.infer<typeof shipmentDetails>;

export const packages = {
  listPackages: procedure({
    method: "GET",
    path: "/packages",
    access: "signedIn",
    summary: "The own packages, newest first",
  })
    .input(z.strictObject({ tab, page: pageNumber, pageSize }))
    .output(z.object({ items: z.array(packageShape), total: z.int(), counts: tabCounts })),

  readPackage: procedure({
    method: "GET",
    path: "/packages/{packageId}",
    access: "signedIn",
    summary: "One of the own packages with its legs, images and events",
    errors: ["not_found"],
  })
    .input(z.strictObject({ packageId: id }))
    .output(packageDetails),

  trackPackage: procedure({
    method: "GET",
    path: "/tracked-packages",
    access: "signedIn",
    summary: "The own packages that bear a tracking number, or one of whose legs does, with events",
  })
    .input(z.strictObject({ trackingNumber: text(100) }))
    .output(z.object({ items: z.array(trackedPackage) })),

  createPackage: procedure({
    method: "POST",
    path: "/packages",
    access: "signedIn",
    summary:
      "Register a package; its legs follow from the route and one of the month's quota is used",
    errors: [
      "missing_information",
      "invalid_weight",
      "weight_above_plan",
      "invalid_tracking_number",
      "subscription_required",
      "quota_exceeded",
      "idempotency_key_reused",
    ],
  })
    .input(
      z.strictObject({
        trackingNumber: text(100),
        origin: text(60),
        destination: text(60).describe("Short English country name"),
        description: text(2000).optional(),
        estimatedWeightGrams: weightGrams.optional(),
        idempotencyKey,
      }),
    )
    .output(
      z.object({
        package: packageShape,
        legsSetUp: z.boolean().describe("false: staff will configure the legs"),
      }),
    ),

  addImage: procedure({
    method: "POST",
    path: "/packages/{packageId}/images",
    access: "signedIn",
    summary:
      "Keep one image of an own package (JPEG, PNG, WebP, HEIC or GIF, at most 10 MB and 40 megapixels, at most 10)",
    errors: [
      "not_found",
      "invalid_image",
      "too_large",
      "too_many_pixels",
      "too_many_images",
      "busy",
    ],
  })
    .input(z.strictObject({ packageId: id, file: z.file().describe("At most 10 MB") }))
    .output(packageImage),

  listShipments: procedure({
    method: "GET",
    path: "/admin/shipments",
    access: "admin",
    summary: "All packages, newest first, searched by tracking number or email",
  })
    .input(
      z.strictObject({
        tab,
        status: z.enum(["all", "pending", "processing", "in_transit", "delivered"]).default("all"),
        weekStartsOn: z.iso
          .date()
          .nullable()
          .default(null)
          .describe("Only those added in the seven UTC days from this one on"),
        search: text(200).default(""),
        page: pageNumber,
        pageSize,
      }),
    )
    .output(z.object({ items: z.array(shipment), total: z.int(), counts: tabCounts })),

  readShipment: procedure({
    method: "GET",
    path: "/admin/shipments/{packageId}",
    access: "admin",
    summary: "One package with its customer, legs, images and events",
    errors: ["not_found"],
  })
    .input(z.strictObject({ packageId: id }))
    .output(shipmentDetails),

  setPackageStatus: procedure({
    method: "PUT",
    path: "/admin/shipments/{packageId}/status",
    access: "admin",
    summary: "Set a package's status directly; it stands until a leg changes",
    errors: ["not_found", "conflict"],
  })
    .input(
      z.strictObject({
        packageId: id,
        status: z.enum(["pending", "processing", "in_transit", "delivered", "voided"]),
        seen: shownBefore(packageStatus),
      }),
    )
    .output(shipment),

  setFinalWeight: procedure({
    method: "PUT",
    path: "/admin/shipments/{packageId}/final-weight",
    access: "admin",
    summary: "Write the weight measured at the consolidation point",
    errors: ["not_found", "invalid_weight", "conflict"],
  })
    .input(
      z.strictObject({
        packageId: id,
        finalWeightGrams: weightGrams.nullable(),
        seen: shownBefore(weightGrams.nullable()),
      }),
    )
    .output(shipment),

  addLeg: procedure({
    method: "POST",
    path: "/admin/shipments/{packageId}/legs",
    access: "admin",
    summary: "Add a leg after the last one; a package has at most three",
    errors: ["not_found", "missing_information", "too_many_legs"],
  })
    .input(z.strictObject({ packageId: id, ...legFields }))
    .output(shipment),

  updateLeg: procedure({
    method: "PUT",
    path: "/admin/legs/{legId}",
    access: "admin",
    summary: "Change a leg's places, carrier, number, times and notes",
    errors: ["not_found", "missing_information", "conflict"],
  })
    .input(z.strictObject({ legId: id, ...legFields, seen: shownBefore(seenLegFields) }))
    .output(shipment),

  setLegStatus: procedure({
    method: "PUT",
    path: "/admin/legs/{legId}/status",
    access: "admin",
    summary: "Set a leg's status; the package's status is derived again",
    errors: ["not_found", "conflict"],
  })
    .input(z.strictObject({ legId: id, status: legStatus, seen: shownBefore(legStatus) }))
    .output(shipment),

  ...adminPackageFiles,

  deletePackage: procedure({
    method: "DELETE",
    path: "/admin/shipments/{packageId}",
    access: "admin",
    summary: "Delete a package with its legs and images; money history stays",
    errors: ["not_found"],
  })
    .input(z.strictObject({ packageId: id }))
    .output(done),
};
