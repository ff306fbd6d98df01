import * as z from "zod";
import { roleAccess } from "#platform/rules/role-access.ts";
import {
  done,
  id,
  line,
  pageNumber,
  pageSize,
  idempotencyKey,
  text,
  time,
  weightGrams,
  planName,
} from "#platform/contract/fields.ts";
import {
  packageEventKinds,
  packageStatuses,
  packageStatusFilters,
  packageTabs,
  settablePackageStatuses,
} from "#tracking/rules/package-status.ts";
import { packageShipRequestStates, packageStages } from "#goods/rules/package-stage.ts";
import { declarationLimits } from "#goods/rules/inbound-parcel.ts";
import { packageLegs, expectedValue, shippingLeg } from "./shipping-legs.ts";
import {
  packageParcels,
  ownPackageChanges,
  recipient,
  recipientInput,
} from "./own-package-changes.ts";
import { adminPackageFiles } from "./admin-package-files.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { carrierEvents, legEstimates } from "#tracking/contract/carrier-events.ts";
import { orderedExtraServices } from "./parcel-measurements.ts";
import { transaction } from "#money/contract/transactions.ts";
import { ignoresShipRequest } from "#money/contract/wallet.ts";

export const packageStatus = z.enum(packageStatuses);
packageStatus.register(z.globalRegistry, { id: "PackageStatus" });

export type ShippingLeg = z.infer<typeof shippingLeg>;

const packageShape = z.object({
  id,
  number: z.int().describe("Ours, shown as P-1024"),
  userId: id,
  trackingNumber: z.string(),
  origin: z.string(),
  destination: z.string(),
  description: z.string().nullable(),
  estimatedWeightGrams: z.int().nullable(),
  finalWeightGrams: z.int().nullable(),
  imagesCount: z.int(),
  status: packageStatus,
  stage: z.enum(packageStages).describe("Where it is in our warehouse"),
  shipRequestState: z
    .enum(packageShipRequestStates)
    .nullable()
    .optional()
    .describe("Of its ship request; null: none is open"),
  parcelsCount: z.int().describe("Inbound parcels that it gathers"),
  parcelsHereCount: z.int().describe("How many of them are no longer awaited"),
  createdAt: time,
  updatedAt: time,
  deliveredAt: time.nullable(),
  legs: z.array(shippingLeg),
});
packageShape.register(z.globalRegistry, { id: "Package" });
export type Package = z.infer<typeof packageShape>;

const shipmentCustomer = z.object({
  initial: z.string().describe("The first letter of the name; empty without a name"),
  plan: planName.nullable(),
});

const shipment = packageShape.extend({
  userEmail: z.string().nullable().describe("null for roles that do not see contacts of customers"),
  customer: shipmentCustomer.describe("What every role sees of the customer"),
});
shipment.register(z.globalRegistry, { id: "Shipment" });
export type Shipment = z.infer<typeof shipment>;

const thumbnail = {
  thumbnailUrl: z
    .string()
    .nullable()
    .describe("Address of the first image, which expires; null without images"),
};
const listedPackage = packageShape.extend({
  thumbnailUrl: thumbnail.thumbnailUrl.describe("Of the first image, else of its parcels or box"),
  contents: z.string().nullable().describe("As its parcels are declared, else its description"),
});
listedPackage.register(z.globalRegistry, { id: "ListedPackage" });
export type ListedPackage = z.infer<typeof listedPackage>;

const listedShipment = shipment.extend(thumbnail);
listedShipment.register(z.globalRegistry, { id: "ListedShipment" });
export type ListedShipment = z.infer<typeof listedShipment>;

const packageImage = z.object({
  id,
  imageName: z.string(),
  imageUrl: z.string().describe("Address that expires"),
  thumbnailUrl: z.string().describe("Address that expires"),
  fileSize: z.int().describe("Bytes"),
  contentType: z.string(),
  /** Whether the reader uploaded it. */
  isOwn: z.boolean(),
  createdAt: time,
});
packageImage.register(z.globalRegistry, { id: "PackageImage" });
export type PackageImage = z.infer<typeof packageImage>;

const packageEvent = z.object({
  id: z.string(),
  kind: z.enum(packageEventKinds),
  legNumber: z.int().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  byStaff: z.boolean(),
  createdAt: time,
});
packageEvent.register(z.globalRegistry, { id: "PackageEvent" });
export type PackageEvent = z.infer<typeof packageEvent>;

const shipmentEvent = packageEvent.extend({
  byCarrier: z.boolean().describe("Nobody caused it: a carrier reported it"),
  actorEmail: z
    .string()
    .nullable()
    .describe("The user who caused it; null for roles that do not see contacts of customers"),
});
shipmentEvent.register(z.globalRegistry, { id: "ShipmentEvent" });
export type ShipmentEvent = z.infer<typeof shipmentEvent>;

const tabCounts = z.object({ all: z.int(), active: z.int(), delivered: z.int() });
tabCounts.register(z.globalRegistry, { id: "TabCounts" });
const tab = z.enum(packageTabs).default("all");
const packageDetails = z.object({
  package: packageShape,
  images: z.array(packageImage),
  events: z.array(packageEvent),
  carrierEvents,
  charges: z.array(transaction),
  recipient,
});
const trackedPackage = packageDetails
  .pick({ package: true, events: true, carrierEvents: true })
  .extend({ estimates: legEstimates });
trackedPackage.register(z.globalRegistry, { id: "TrackedPackage" });
export type TrackedPackage = z.infer<typeof trackedPackage>;

const ownPackageDetails = trackedPackage.extend({
  images: packageDetails.shape.images,
  charges: packageDetails.shape.charges,
  extraServices: orderedExtraServices,
  recipient,
  /** Whether cancelling the package now returns one package of the month's quota. */
  returnsQuota: z.boolean(),
});
export type OwnPackageDetails = z.infer<typeof ownPackageDetails>;

const shipmentDetails = packageDetails.extend({
  package: shipment,
  events: z.array(shipmentEvent),
  estimates: legEstimates,
  charges: z.array(transaction).nullable().describe("null for roles that do not see money"),
  recipient: recipient.nullable().describe("null for roles that do not see contacts of customers"),
  planMaxWeightGrams: z
    .int()
    .nullable()
    .describe("The limit of the customer's plan, if they have one"),
  shipRequestReference: z
    .string()
    .nullable()
    .describe("As SR000012; null: none, or a role that does not see ship requests"),
});
export type ShipmentDetails = z.infer<typeof shipmentDetails>;

export const packages = {
  listPackages: procedure({
    method: "GET",
    path: "/packages",
    access: "signedIn",
    summary: "List the own packages, newest first, or search by tracking number or description",
    description:
      "`search` finds parts of the tracking numbers of packages and legs, and of descriptions. `counts` has the number of packages in each tab, whichever tab and search are asked for.",
  })
    .input(z.strictObject({ tab, search: line(200).default(""), page: pageNumber, pageSize }))
    .output(z.object({ items: z.array(listedPackage), total: z.int(), counts: tabCounts })),

  readPackage: procedure({
    method: "GET",
    path: "/packages/{packageId}",
    access: "signedIn",
    summary: "Read one of the own packages with its legs, images and events",
    description:
      "Reads a package with its history, and its freight as `charges`, oldest first. The addresses of images expire after one to two hours, and are new in each response.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ packageId: id }))
    .output(ownPackageDetails),

  trackPackage: procedure({
    method: "GET",
    path: "/tracked-packages",
    access: "signedIn",
    summary:
      "Find the own packages with a tracking number, or with a leg that has it, and their events",
    description:
      "Returns five packages at most. The number of another customer's package finds nothing.",
  })
    .input(z.strictObject({ trackingNumber: line(100) }))
    .output(z.object({ items: z.array(trackedPackage) })),

  createPackage: procedure({
    method: "POST",
    path: "/packages",
    access: "signedIn",
    audit: "stated",
    idempotent: true,
    summary:
      "Register a package; its legs follow from the route, and it uses one package of the month's quota",
    description:
      "Needs a plan with packages left this month, and checks the weight against it. Without `recipient` the profile's address is used. A repeat with the same key returns the same package.",
    errors: [
      "missing_information",
      "invalid_weight",
      "weight_above_plan",
      "invalid_tracking_number",
      "subscription_required",
      "quota_exceeded",
      "too_many_inbound_parcels",
      "no_warehouse",
      "account_closed",
    ],
  })
    .input(
      z.strictObject({
        trackingNumber: line(100),
        origin: line(60),
        destination: line(60).describe("Short English country name"),
        description: text(2000).optional(),
        estimatedWeightGrams: weightGrams.optional(),
        recipient: recipientInput.optional(),
        furtherTrackingNumbers: z
          .array(line(100))
          .max(declarationLimits.numbersPerRequest - 1)
          .default([])
          .describe("Of further parcels that the package gathers; empty without a warehouse"),
        idempotencyKey,
      }),
    )
    .output(
      z.object({
        package: packageShape,
        inOtherPackages: z
          .array(z.string())
          .describe("Numbers whose parcel is in another package, where it stays"),
        legsSetUp: z.boolean().describe("false: an admin will add the legs"),
      }),
    ),

  addImage: procedure({
    method: "POST",
    path: "/packages/{packageId}/images",
    access: "signedIn",
    transaction: "own",
    limit: "uploadsPerAccount",
    isLong: true,
    audit: { field: "packageId" },
    summary:
      "Upload one image of an own package (JPEG, PNG, WebP, HEIC or GIF, at most 10 MB and 40 megapixels, at most 10)",
    description:
      "Send `multipart/form-data` with one file. Metadata is removed, a thumbnail is drawn, and receivers, packers and admins may add to any package. A repeat with the same key stores nothing again and returns the image.",
    errors: [
      "not_found",
      "idempotency_key_reused",
      "invalid_image",
      "too_large",
      "too_many_pixels",
      "too_many_images",
      "package_not_changeable",
      "busy",
    ],
  })
    .input(
      z.strictObject({
        packageId: id,
        file: z.file().describe("At most 10 MB"),
        idempotencyKey,
      }),
    )
    .output(packageImage),

  ...ownPackageChanges,

  ...packageParcels(packageShape),

  listShipments: procedure({
    method: "GET",
    path: "/admin/shipments",
    access: roleAccess.shipments,
    summary: "List all packages, newest first, or search by tracking number or email",
    description:
      "`status`, `weekStartsOn` and `search` can be combined; roles that do not see contacts search numbers only: of packages, their legs, parcels, labels, ship requests and manifests. `counts` has the number of packages in each tab.",
  })
    .input(
      z.strictObject({
        tab,
        status: z.enum(packageStatusFilters).default("all"),
        weekStartsOn: z.iso
          .date()
          .nullable()
          .default(null)
          .describe("Only those added in the seven UTC days from this one on"),
        search: line(200).default(""),
        page: pageNumber,
        pageSize,
      }),
    )
    .output(z.object({ items: z.array(listedShipment), total: z.int(), counts: tabCounts })),

  readShipment: procedure({
    method: "GET",
    path: "/admin/shipments/{packageId}",
    access: roleAccess.shipments,
    summary: "Read one package with its customer, legs, images and events",
    description:
      "Reads any package with its history, and its freight as `charges`, oldest first. What a role may not see is null. The addresses of images expire after one to two hours.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ packageId: id }))
    .output(shipmentDetails),

  setPackageStatus: procedure({
    method: "PUT",
    path: "/admin/shipments/{packageId}/status",
    access: roleAccess.packageChanges,
    actsOn: "package",
    audit: { field: "packageId" },
    expectsVersion: true,
    summary: "Set a package's status directly; it stays until a leg changes",
    description:
      "Send `expectedVersion` to be answered `conflict` if somebody changed it meanwhile. The customer may get an email. A package that the customer cancelled takes its quota again.",
    errors: ["not_found", "customer_quota_exceeded", "ship_request_open", "leaves_by_manifest"],
  })
    .input(
      z.strictObject({
        packageId: id,
        status: z.enum(settablePackageStatuses),
        setsLegs: z
          .boolean()
          .optional()
          .describe("With `delivered`: true sets all legs to `delivered` too; otherwise they stay"),
        expectedVersion: expectedValue(packageStatus),
        ignoresShipRequest,
      }),
    )
    .output(shipment),

  setFinalWeight: procedure({
    method: "PUT",
    path: "/admin/shipments/{packageId}/final-weight",
    access: roleAccess.packing,
    actsOn: "package",
    audit: { field: "packageId" },
    expectsVersion: true,
    summary: "Set the weight measured at the consolidation point",
    description:
      "Send null if it is unknown. It may exceed the limit of the customer's plan, since it is measured.",
    errors: ["not_found", "invalid_weight"],
  })
    .input(
      z.strictObject({
        packageId: id,
        finalWeightGrams: weightGrams.nullable(),
        expectedVersion: expectedValue(weightGrams.nullable()),
      }),
    )
    .output(shipment),

  ...packageLegs(shipment),

  ...adminPackageFiles,

  deletePackage: procedure({
    method: "DELETE",
    path: "/admin/shipments/{packageId}",
    access: "admin",
    actsOn: "package",
    audit: { field: "packageId" },
    summary: "Delete a package with its legs and images; money history stays",
    description:
      "Deletes it for good with its files; the audit log keeps a copy of its fields. A repeat is answered `not_found`.",
    errors: ["not_found", "ship_request_open"],
  })
    .input(z.strictObject({ packageId: id }))
    .output(done),
};
