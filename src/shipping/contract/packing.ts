// The packing desk: which requests wait, what goes into the box, photos, weight, and closing it.
import * as z from "zod";
import { roleAccess } from "#platform/rules/role-access.ts";
import { packingImageKinds, shipRequestLimits } from "#shipping/rules/ship-request.ts";
import { boxNameFields } from "./box-name.ts";
import { extraServiceWork } from "./extra-services.ts";
import {
  exactText,
  id,
  idempotencyKey,
  pageNumber,
  pdfFile,
  pageSize,
  statedReason,
  time,
  planName,
} from "#platform/contract/fields.ts";
import { battery, goodsFlag } from "#catalogue/contract/shipping-services.ts";
import { countryCode } from "#catalogue/contract/lanes.ts";
import { goodsItem, goodsWarning } from "#goods/contract/goods-item-fields.ts";
import { foundGoods } from "#goods/contract/parcel-measurements.ts";
import { procedure } from "#platform/contract/procedure.ts";
import {
  packingImage,
  requestedParcelState,
  shipRequestState,
  waitingReason,
} from "./ship-requests.ts";

const side = z.int().min(1).max(shipRequestLimits.sideMm);

const packer = z
  .object({
    isReader: z.boolean(),
    initial: z.string().describe("The first letter of the name"),
    mayTakeOver: z.boolean().describe("They have scanned nothing for ten minutes"),
  })
  .meta({ id: "Packer" });

const queueFields = {
  id,
  ...boxNameFields,
  packageId: id.nullable(),
  trackingNumber: z.string().nullable().describe("Of the package"),
  destination: z.string().nullable(),
  state: shipRequestState,
  waitingReason: waitingReason.nullable(),
  plan: planName.nullable(),
  customerInitial: z.string(),
  isPriority: z.boolean(),
  dueAt: time,
  parcelsCount: z.int().describe("That go"),
  foundCount: z.int().describe("That are in the box"),
  openExtraServices: z.int(),
  packer: packer.nullable().describe("null: nobody packs it"),
  createdAt: time,
};

const queuedRequest = z.object(queueFields);
queuedRequest.register(z.globalRegistry, { id: "QueuedShipRequest" });
export type QueuedShipRequest = z.infer<typeof queuedRequest>;

const queueCounts = z.object({
  to_pack: z.int(),
  waiting: z.int(),
  packed: z.int(),
  extraServices: z.int().describe("Extra services to do, in all warehouses"),
});
queueCounts.register(z.globalRegistry, {
  id: "QueueCounts",
  description: "How many are in each group, whichever is asked for",
});
export type QueueCounts = z.infer<typeof queueCounts>;

const parcelToPack = z.object({
  inboundParcelId: id,
  labelCode: z.string(),
  trackingNumber: z.string().nullable(),
  state: requestedParcelState,
  isToTakeOut: z
    .boolean()
    .describe(
      "Its customer left it out after it was packed, and nobody has taken it out of the box",
    ),
  storageLocationCode: z.string().nullable().describe("Where it lies"),
  weightGrams: z.int().nullable(),
  sidesMm: z.array(z.int()).length(3).nullable(),
  battery: battery.nullable(),
  goodsFlags: z.array(goodsFlag),
  found: foundGoods.describe("What staff found in it since, whatever is stated of its goods"),
  imageUrl: z.string().nullable().describe("Of the first photo; an address that expires"),
  thumbnailUrl: z.string().nullable().describe("Address that expires"),
  goodsItems: z.array(goodsItem).describe("What is declared to be in it"),
  correctedItems: z
    .array(z.int())
    .describe("The places of those that were corrected and its customer has not signed since"),
  warnings: z.array(goodsWarning),
  isValueLow: z.boolean().describe("Customs will hardly believe what it cost"),
  isValueConfirmed: z.boolean().describe("Its customer said that this is what they paid"),
  extraServices: z.array(extraServiceWork),
});
parcelToPack.register(z.globalRegistry, { id: "ParcelToPack" });

const offeredBox = z
  .object({
    id,
    name: z.string().describe("In the reader's language"),
    sidesMm: z.array(z.int()).length(3),
    emptyGrams: z.int(),
  })
  .meta({ id: "OfferedBox" });

const packingRequest = z.object({
  ...queueFields,
  note: z.string(),
  version: z.int(),
  countryCode: countryCode.describe("Where it goes"),
  hsDigits: z.int().describe("How many digits of a code customs there ask for"),
  parcels: z.array(parcelToPack).describe("Those to find first, by where they lie"),
  extraServices: z.array(extraServiceWork).describe("Of the package"),
  boxes: z.array(offeredBox).describe("The smallest first"),
  suggestedBoxId: id
    .nullable()
    .describe(
      "The box that was chosen before it was opened again, otherwise the smallest that holds the parcels; null: none of ours",
    ),
  images: z.array(packingImage),
  packed: z
    .object({
      weightGrams: z.int(),
      sidesMm: z.array(z.int()).length(3),
      boxId: id.nullable(),
      packedAt: time,
    })
    .meta({ id: "ClosedBox" })
    .nullable(),
});
packingRequest.register(z.globalRegistry, { id: "PackingRequest" });
export type PackingRequest = z.infer<typeof packingRequest>;

const scanOutcome = z
  .enum(["in_box", "already_in_box", "found_again"])
  .meta({ id: "PackingScanOutcome" });
const scanned = z.object({
  outcome: scanOutcome,
  inboundParcelId: id,
  labelCode: z.string(),
  state: shipRequestState.describe("Of the request"),
  foundCount: z.int(),
  parcelsCount: z.int(),
});
scanned.register(z.globalRegistry, { id: "PackingScan" });
export type PackingScan = z.infer<typeof scanned>;

const ofRequest = z.strictObject({ shipRequestId: id });
const packingErrors = ["not_found", "conflict", "packed_by_another"] as const;

export const packing = {
  listQueue: procedure({
    method: "GET",
    path: "/admin/packing/ship-requests",
    access: roleAccess.shipRequests,
    summary: "List ship requests of a warehouse that are to be packed, or wait for their customers",
    description:
      "Those to pack by priority and plan (Premium, Super, Basic), then by when they are due. Without money and contacts.",
    errors: ["not_found"],
  })
    .input(
      z.strictObject({
        warehouseId: id,
        group: z
          .enum(["to_pack", "waiting", "packed"])
          .default("to_pack")
          .describe("`packed`: accepted or labelled, and not handed over yet"),
        page: pageNumber,
        pageSize,
      }),
    )
    .output(
      z.object({
        items: z.array(queuedRequest),
        total: z.int(),
        counts: queueCounts,
      }),
    ),

  readShipRequest: procedure({
    method: "GET",
    path: "/admin/packing/ship-requests/{shipRequestId}",
    access: roleAccess.shipRequests,
    summary: "Read what goes into a box: parcels with photos and shelves, extra services, boxes",
    description: "Without money and contacts.",
    errors: ["not_found"],
  })
    .input(ofRequest)
    .output(packingRequest),

  scanIntoBox: procedure({
    method: "POST",
    path: "/admin/packing/ship-requests/{shipRequestId}/scans",
    access: roleAccess.packing,
    actsOn: "request",
    audit: { field: "shipRequestId" },
    idempotent: true,
    summary: "Put a scanned parcel into the box",
    description:
      "The first scan starts packing and keeps the request for its packer, until they stop for ten minutes. A parcel of something else is refused as `wrong_parcel`. One that was missing is found again. A repeat with the same key changes nothing.",
    errors: [...packingErrors, "not_a_waybill", "wrong_parcel"],
  })
    .input(
      ofRequest.extend({
        scan: exactText(300).describe("Our label, or the courier's number"),
        idempotencyKey,
      }),
    )
    .output(scanned),

  removeFromBox: procedure({
    method: "POST",
    path: "/admin/packing/ship-requests/{shipRequestId}/removed-parcels",
    access: roleAccess.packing,
    actsOn: "request",
    audit: { field: "shipRequestId" },
    summary: "Take a parcel out of the open box again; it has to be found anew",
    description: "A repeat changes nothing.",
    errors: packingErrors,
  })
    .input(ofRequest.extend({ inboundParcelId: id }))
    .output(packingRequest),

  takeOver: procedure({
    method: "POST",
    path: "/admin/packing/ship-requests/{shipRequestId}/packer",
    access: roleAccess.packing,
    actsOn: "request",
    audit: { field: "shipRequestId" },
    summary: "Go on packing what somebody else began",
    description: "They can no longer scan for it, unless they take it over in turn.",
    errors: ["not_found", "conflict"],
  })
    .input(ofRequest)
    .output(packingRequest),

  reportMissing: procedure({
    method: "POST",
    path: "/admin/packing/ship-requests/{shipRequestId}/missing-parcels",
    access: roleAccess.packing,
    actsOn: "request",
    audit: { field: "shipRequestId" },
    summary: "Report that a parcel cannot be found; the request waits for its customer",
    description: "Scanning it later finds it again, and packing goes on. A repeat changes nothing.",
    errors: packingErrors,
  })
    .input(ofRequest.extend({ inboundParcelId: id }))
    .output(packingRequest),

  addPackingImage: procedure({
    method: "POST",
    path: "/admin/packing/images",
    access: roleAccess.packing,
    actsOn: ["request", "order"],
    transaction: "own",
    limit: "parcelImagesPerAccount",
    isLong: true,
    audit: "stated",
    summary: "Upload one photo of a box or of an extra service (at most 10 MB and 40 megapixels)",
    description:
      "Of a ship request, or with the kind `extra_service` of an order. A repeat with the same key stores nothing again and returns the photo.",
    errors: [
      "not_found",
      "invalid_image",
      "too_large",
      "too_many_pixels",
      "too_many_images",
      "busy",
      "idempotency_key_reused",
    ],
  })
    .input(
      z.strictObject({
        shipRequestId: id.optional(),
        extraServiceRequestId: id.optional().describe("Exactly one of the two"),
        kind: z.enum(packingImageKinds),
        file: z.file().describe("At most 10 MB"),
        idempotencyKey,
      }),
    )
    .output(packingImage),

  closeBox: procedure({
    method: "POST",
    path: "/admin/packing/ship-requests/{shipRequestId}/closed-box",
    access: roleAccess.packing,
    actsOn: "request",
    audit: { field: "shipRequestId" },
    idempotent: true,
    summary: "Close the box with its weight and outer sides; every service is quoted",
    description:
      "Refused until every parcel is found or reported, and without photos of the open box and of the closed one on the scale taken since packing began. A weight outside 70 to 130 % of the parcels needs `isWeightConfirmed`, sides more than 5 cm longer than those of `boxId` are refused, and net weights that customers typed and that cannot be in the box need `dividesNetWeights`. What is within the cap is accepted at once. A repeat with the same key changes nothing.",
    errors: [
      ...packingErrors,
      "not_all_found",
      "photo_needed",
      "unusual_weight",
      "box_too_small",
      "net_weight_too_high",
      "extra_services_open",
    ],
  })
    .input(
      ofRequest.extend({
        weightGrams: z.int().min(1).max(shipRequestLimits.weightGrams),
        sidesMm: z.tuple([side, side, side]),
        boxId: id.nullable().default(null).describe("null: without a box of ours"),
        isWeightConfirmed: z.boolean().default(false),
        dividesNetWeights: z
          .boolean()
          .default(false)
          .describe("Whether net weights that are too high are shared out by us instead"),
        idempotencyKey,
      }),
    )
    .output(packingRequest),

  printBoxSlip: procedure({
    method: "GET",
    path: "/admin/packing/ship-requests/{shipRequestId}/slip.pdf",
    access: roleAccess.packing,
    summary:
      "Download the slip that names a closed box until it has its label, 100 by 50 mm, as PDF",
    description:
      "Its QR code is the number of the ship request, which the pages of labels and manifests take. `busy` while too many are drawn.",
    errors: ["not_found", "conflict", "busy"],
  })
    .input(ofRequest)
    .output(pdfFile),

  openBox: procedure({
    method: "POST",
    path: "/admin/packing/ship-requests/{shipRequestId}/opened-box",
    access: roleAccess.packing,
    actsOn: "request",
    audit: { field: "shipRequestId" },
    summary: "Open a closed box again until it is handed over, with a reason",
    description:
      "Its quotes end, its label becomes void, and packing goes on; first it is taken off its manifest. What is held stays until the box is closed again: a price up to the accepted one, or the cap, is accepted by itself, and a higher one waits for the customer.",
    errors: ["not_found", "conflict", "label_on_manifest", "package_departed"],
  })
    .input(ofRequest.extend({ reason: statedReason }))
    .output(packingRequest),

  cancelShipRequest: procedure({
    method: "POST",
    path: "/admin/packing/ship-requests/{shipRequestId}/cancellation",
    access: roleAccess.shipRequests,
    actsOn: "request",
    audit: { field: "shipRequestId" },
    summary: "Cancel a ship request that has not left, with a reason that its customer reads",
    description:
      "What is held is released, extra services that are done are charged, and the parcels lie on the shelf again. A repeat changes nothing.",
    errors: ["not_found", "conflict", "package_departed"],
  })
    .input(ofRequest.extend({ reason: statedReason }))
    .output(packingRequest),
};
