// Operations of the receiving desk: reading scans, recording what arrived, photos, storing and labels.
import * as z from "zod";
import { receivingLimits, scanOutcomes } from "#goods/rules/receiving.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import {
  exactText,
  id,
  idempotencyKey,
  labelFile,
  labelFormat,
  line,
  statedReason,
  time,
  planName,
} from "#platform/contract/fields.ts";
import { parcelOwner, staffInboundParcel } from "./inbound-parcels.ts";
import { imageKind, measurements, parcelImage } from "./parcel-measurements.ts";
import { procedure } from "#platform/contract/procedure.ts";

const scan = exactText(300).describe("What a scanner read or a person typed");
const memberCode = line(40)
  .nullable()
  .default(null)
  .describe("As it stands on the parcel; null where none can be read");
const storageLocationCode = line(20).meta({
  id: "StorageLocationCode",
  examples: ["A-03-2"],
});
export type ParcelMeasurements = z.infer<typeof measurements>;

const station = line(60).default("").describe("The name of the desk or device");
/** What every new record has. */
const newRecord = z.strictObject({
  measurements,
  recordedAt: time.describe("When it was recorded, by the device's clock"),
  idempotencyKey,
});

const outcome = z.enum(scanOutcomes).meta({ id: "ScanOutcome" });

const scanAnswer = z.object({
  outcome,
  trackingNumber: z
    .string()
    .nullable()
    .describe("The number in the scan, without what surrounds it"),
  carrierCode: z.string().nullable(),
  parcel: staffInboundParcel.nullable().describe("The one parcel that it is"),
  candidates: z
    .array(staffInboundParcel)
    .describe("Of a near match or of two owners: the parcels that it could be"),
  owner: parcelOwner.nullable().describe("Whose member code was given"),
  packageId: id.nullable().describe("Of a scanned code of a package's leg"),
  storageLocationCode: z.string().nullable().describe("Of a scanned storage location"),
});
scanAnswer.register(z.globalRegistry, { id: "ScanAnswer" });
export type ScanAnswer = z.infer<typeof scanAnswer>;

const awaitedNumber = z.object({
  trackingNumber: z.string(),
  memberCode: z.string(),
  nameInitial: z.string(),
  plan: planName.nullable(),
});
awaitedNumber.register(z.globalRegistry, { id: "AwaitedNumber" });
export type AwaitedNumber = z.infer<typeof awaitedNumber>;

const staffParcelItems = z
  .object({ items: z.array(staffInboundParcel) })
  .meta({ id: "StaffInboundParcels" });

const received = z.object({ outcome, parcel: staffInboundParcel });
received.register(z.globalRegistry, { id: "ReceivedParcel" });
export type ReceivedParcel = z.infer<typeof received>;

const ownRecord = received.extend({
  kind: z
    .enum(["received", "measured_again"])
    .describe("`received` also where it was measured since"),
  savedAt: time,
});
ownRecord.register(z.globalRegistry, { id: "OwnReceivingRecord" });
/** A parcel as the reader recorded it last. */
export type OwnReceivingRecord = z.infer<typeof ownRecord>;

export const receiving = {
  readScan: procedure({
    method: "GET",
    path: "/admin/warehouses/{warehouseId}/scan",
    access: roleAccess.receiving,
    summary: "Read what was scanned at the receiving desk; changes nothing",
    description:
      "Finds the parcel, package or storage location. A number that differs in one character is returned as a near match and never taken by itself.",
    errors: [
      "not_a_waybill",
      "invalid_member_code",
      "warehouse_not_open",
      "not_found",
      "storage_location_unknown",
    ],
  })
    .input(z.strictObject({ scan, memberCode, warehouseId: id }))
    .output(scanAnswer),

  receiveInboundParcel: procedure({
    method: "POST",
    path: "/admin/receiving/parcels",
    access: roleAccess.receiving,
    actsOn: "parcel",
    limit: "receivingPerAccount",
    audit: "stated",
    summary: "Record that a parcel arrived, with its weight and condition",
    description:
      "Without `inboundParcelId` the scan decides as in `readScan`. A repeat with the same key records nothing again and returns the parcel as it is.",
    errors: [
      "not_found",
      "not_a_waybill",
      "invalid_member_code",
      "warehouse_not_open",
      "two_owners",
      "inbound_parcel_not_free",
      "storage_location_unknown",
      "idempotency_key_reused",
    ],
  })
    .input(
      newRecord.extend({
        warehouseId: id,
        scan: scan.nullable().default(null).describe("null: no label can be read"),
        inboundParcelId: id.nullable().default(null).describe("The candidate that staff chose"),
        memberCode,
        isUndeclared: z
          .boolean()
          .default(false)
          .describe("Of two owners: the one of the member code, whose parcel was not declared"),
        isAnotherPiece: z
          .boolean()
          .default(false)
          .describe("A further parcel with the number of one that was received"),
        storageLocationCode: storageLocationCode.nullable().default(null),
        station,
      }),
    )
    .output(received),

  measureAgain: procedure({
    method: "POST",
    path: "/admin/receiving/parcels/{inboundParcelId}/measurements",
    access: roleAccess.receiving,
    actsOn: "parcel",
    limit: "receivingPerAccount",
    audit: { field: "inboundParcelId" },
    summary: "Record new measurements of a parcel that is here",
    description:
      "The earlier record stays; the newest one counts. Properties and a battery that were recorded stay until a correction takes them off.",
    errors: ["not_found", "inbound_parcel_not_free", "idempotency_key_reused"],
  })
    .input(newRecord.extend({ inboundParcelId: id, station }))
    .output(staffInboundParcel),

  correctReceivingRecord: procedure({
    method: "POST",
    path: "/admin/receiving/records/{receivingRecordId}/corrections",
    access: roleAccess.receiving,
    actsOn: "parcel",
    limit: "receivingPerAccount",
    audit: "stated",
    summary: "Replace a wrong receiving record by a new one, with a reason",
    description: "The wrong record stays in the history and no longer counts.",
    errors: [
      "not_found",
      "conflict",
      "photo_needed",
      "inbound_parcel_not_free",
      "idempotency_key_reused",
    ],
  })
    .input(
      newRecord.extend({
        receivingRecordId: id,
        reason: statedReason,
        imageId: id
          .nullable()
          .default(null)
          .describe(
            "A photo of its contents that was added since; needed where properties or a battery are taken off",
          ),
        station,
      }),
    )
    .output(staffInboundParcel),

  correctParcelOwner: procedure({
    method: "POST",
    path: "/admin/receiving/parcels/{inboundParcelId}/owner",
    access: roleAccess.receivingMistakes,
    actsOn: "parcel",
    idempotent: true,
    limit: "receivingPerAccount",
    audit: { field: "inboundParcelId" },
    summary: "Take a parcel from the wrong customer, and give it to another or to nobody",
    description:
      "It leaves that customer's package and ship request, and its open extra services end unpaid. Receivers do so on the day on which it was received, support on any day. Neither customer reads of the other.",
    errors: [
      "not_found",
      "conflict",
      "invalid_member_code",
      "warehouse_not_open",
      "account_closed",
      "parcel_in_box",
      "inbound_parcel_not_free",
      "parcel_removal_open",
      "receiving_day_over",
    ],
  })
    .input(
      z.strictObject({
        inboundParcelId: id,
        fromUserId: id.describe("Whose it is as it was shown"),
        memberCode: memberCode.describe("Of the right customer; null: the owner is unknown"),
        reason: statedReason,
        idempotencyKey,
      }),
    )
    .output(staffInboundParcel),

  undoReceiving: procedure({
    method: "POST",
    path: "/admin/receiving/parcels/{inboundParcelId}/undo",
    access: roleAccess.receivingMistakes,
    actsOn: "parcel",
    idempotent: true,
    limit: "receivingPerAccount",
    audit: { field: "inboundParcelId" },
    summary: "Take back that a parcel was received, on the same day",
    description:
      "One that was declared is expected again; any other is cancelled, and its records stay. The day is that of the warehouse.",
    errors: [
      "not_found",
      "conflict",
      "parcel_in_box",
      "ship_request_open",
      "inbound_parcel_not_free",
      "parcel_removal_open",
      "receiving_day_over",
    ],
  })
    .input(z.strictObject({ inboundParcelId: id, reason: statedReason, idempotencyKey }))
    .output(z.object({ state: z.enum(["expected", "cancelled"]) })),

  addInboundParcelImage: procedure({
    method: "POST",
    path: "/admin/receiving/parcels/{inboundParcelId}/images",
    access: roleAccess.receiving,
    actsOn: "parcel",
    transaction: "own",
    limit: "parcelImagesPerAccount",
    isLong: true,
    audit: { field: "inboundParcelId" },
    summary:
      "Upload one photo of a parcel (JPEG, PNG, WebP, HEIC or GIF, at most 10 MB and 40 megapixels, at most 20)",
    description: "A repeat with the same key stores nothing again and returns the photo.",
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
        inboundParcelId: id,
        kind: imageKind.default("outside"),
        file: z.file().describe("At most 10 MB"),
        idempotencyKey,
      }),
    )
    .output(parcelImage),

  storeInboundParcels: procedure({
    method: "POST",
    path: "/admin/receiving/storage",
    access: roleAccess.receiving,
    actsOn: "parcel",
    limit: "receivingPerAccount",
    audit: "stated",
    summary: "Record in which storage location parcels lie; all or none",
    description:
      "A parcel that lies there already stays as it is, and so does one that was received or moved later than these were put there.",
    errors: ["not_found", "inbound_parcel_not_free", "storage_location_unknown"],
  })
    .input(
      z.strictObject({
        warehouseId: id,
        storageLocationCode,
        labelCodes: z.array(line(20)).min(1).max(100),
        ageMilliseconds: z
          .int()
          .min(0)
          .max(receivingLimits.oldestMoveMilliseconds)
          .default(0)
          .describe("How long ago they were put there, for a device that had no network"),
      }),
    )
    .output(staffParcelItems),

  listAwaitedNumbers: procedure({
    method: "GET",
    path: "/admin/warehouses/{warehouseId}/awaited-numbers",
    access: roleAccess.receiving,
    summary: "List the numbers that are awaited, for scanning without a network",
    description:
      "Of every warehouse, since a parcel may come to another one; the newest 20,000 at most.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ warehouseId: id }))
    .output(z.object({ items: z.array(awaitedNumber), listedAt: time })),

  readReceivingDay: procedure({
    method: "GET",
    path: "/admin/warehouses/{warehouseId}/receiving-day",
    access: roleAccess.receiving,
    summary: "Read how many parcels a warehouse received today and in the last hour",
    description: "Today begins at midnight in the warehouse's time zone.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ warehouseId: id }))
    .output(z.object({ todayCount: z.int(), lastHourCount: z.int() })),

  listOwnRecords: procedure({
    method: "GET",
    path: "/admin/warehouses/{warehouseId}/own-receiving-records",
    access: roleAccess.receiving,
    summary: "List the parcels that one has received or measured today, the newest first",
    description: `Of those that are still here, at most ${receivingLimits.shownRecords}. Today begins at midnight in the warehouse's time zone.`,
    errors: ["not_found"],
  })
    .input(z.strictObject({ warehouseId: id }))
    .output(z.object({ items: z.array(ownRecord) })),

  listReceivingWarehouses: procedure({
    method: "GET",
    path: "/admin/receiving/warehouses",
    access: roleAccess.desks,
    summary: "List the warehouses in which parcels can be received and packed",
    description:
      "The active ones, then those that have not opened yet. The first active one is where new parcels are declared to.",
  })
    .input(z.strictObject({}).default({}))
    .output(
      z.object({
        items: z.array(z.object({ id, code: z.string(), name: z.string() })),
      }),
    ),

  printLabel: procedure({
    method: "GET",
    path: "/admin/inbound-parcels/{inboundParcelId}/label",
    access: roleAccess.parcelLabels,
    summary: "Download the label of a parcel, 100 by 50 mm, as PDF or ZPL",
    description:
      "It shows codes, date and weight, and no name. A parcel that has left or will not come has none. `busy` while too many are drawn.",
    errors: ["not_found", "busy"],
  })
    .input(z.strictObject({ inboundParcelId: id, format: labelFormat }))
    .output(labelFile),

  readParcelLabel: procedure({
    method: "GET",
    path: "/admin/parcel-labels/{labelCode}",
    access: roleAccess.inboundParcels,
    summary: "Find the parcel on which a label is",
    description:
      "For the address in the label's QR code, which tells nothing to others. The code may be in lower case or in groups.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ labelCode: line(20) }))
    .output(z.object({ inboundParcelId: id })),
};
