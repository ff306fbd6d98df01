// What is recorded about a parcel when it arrives, and what customers read of it.
import * as z from "zod";
import { itemFindings } from "#goods/rules/contents-check.ts";
import {
  parcelConditions,
  parcelImageKinds,
  receivingLimits,
  receivingRecordKinds,
  scaleSources,
} from "#goods/rules/receiving.ts";
import { goodsFlags } from "#catalogue/rules/shipping-service.ts";
import { amountCents, id, text, time } from "#platform/contract/fields.ts";
import { battery, goodsFlag } from "#catalogue/contract/shipping-services.ts";
import {
  extraServiceCodePattern,
  extraServiceLimits,
  extraServiceStates,
  extraServiceUnits,
} from "#catalogue/rules/extra-service.ts";

const condition = z.enum(parcelConditions).meta({ id: "ParcelCondition" });
const flags = z.array(goodsFlag);
const scale = z.enum(scaleSources);
export const imageKind = z.enum(parcelImageKinds).meta({ id: "ParcelImageKind" });

const sides = z
  .array(z.int().min(1).max(receivingLimits.maxSideMillimeters))
  .length(3)
  .nullable()
  .meta({ id: "ParcelSides", description: "Length, width and height; null: not measured" });

/** What staff found in a parcel after it had arrived. */
export const foundGoods = z.object({ batteries: z.array(battery), goods: flags });

export const measuredParcel = z.object({
  weightGrams: z.int(),
  sidesMm: sides,
  condition,
  battery,
  goodsFlags: flags,
  found: foundGoods.describe("What staff found in it since, whatever is stated of its goods"),
});
measuredParcel.register(z.globalRegistry, { id: "MeasuredParcel" });
export type MeasuredParcel = z.infer<typeof measuredParcel>;

export const parcelStorage = z.object({
  freeUntil: z.iso.date().describe("The last day that costs nothing, in the warehouse's time zone"),
  daysLeft: z.int().describe("Until that day; negative when it has passed"),
  accruedCents: amountCents.describe("What storage has cost so far; charged when it leaves"),
  dayCents: amountCents.describe("For each further day"),
  capCents: amountCents.describe("What storage costs at most"),
});
parcelStorage.register(z.globalRegistry, { id: "ParcelStorage" });
export type ParcelStorage = z.infer<typeof parcelStorage>;

/** An image with its addresses. */
export const storedImage = z
  .object({
    id,
    imageUrl: z.string().describe("Address that expires"),
    thumbnailUrl: z.string().describe("Address that expires"),
    createdAt: time,
  })
  .meta({ id: "StoredImage" });

export const parcelImage = z.object({ ...storedImage.shape, kind: imageKind });
parcelImage.register(z.globalRegistry, { id: "ParcelImage" });
export type ParcelImage = z.infer<typeof parcelImage>;

/** What is weighed, measured and seen; the sides are all known or all unknown. */
export const measurements = z
  .strictObject({
    weightGrams: z.int().min(1).max(receivingLimits.maxWeightGrams),
    sidesMm: sides.default(null),
    condition: condition.default("perfect"),
    battery: battery.default("unknown"),
    goodsFlags: flags.max(goodsFlags.length).default([]),
    scale: scale.default("typed"),
    note: text(500).default(""),
  })
  .meta({ id: "ParcelMeasurements" });

const receivingRecord = z.object({
  id,
  kind: z.enum(receivingRecordKinds),
  ...measurements.shape,
  station: z.string(),
  reason: z.string().describe("Of a correction"),
  replacesId: id.nullable(),
  recordedAt: time.describe("By the device's clock"),
  createdAt: time,
});
export type ReceivingRecord = z.infer<typeof receivingRecord>;

export const staffReceivingRecord = receivingRecord.extend({
  createdByEmail: z.string().nullable().describe("null: the reader's role does not see it"),
});
staffReceivingRecord.register(z.globalRegistry, { id: "StaffReceivingRecord" });
export type StaffReceivingRecord = z.infer<typeof staffReceivingRecord>;

export const extraServiceCode = z
  .string()
  .max(extraServiceLimits.code)
  .regex(extraServiceCodePattern, "Such as bubble_wrap.")
  .meta({ id: "ExtraServiceCode", examples: ["bubble_wrap"] });

const checkedItem = z.object({
  description: z.string(),
  quantity: z.int(),
  finding: z.enum(itemFindings),
});
checkedItem.register(z.globalRegistry, { id: "CheckedGoodsItem" });

export const extraServiceRequest = z.object({
  id,
  code: extraServiceCode,
  name: z.string().describe("In the reader's language"),
  per: z.enum(extraServiceUnits),
  inboundParcelId: id.nullable(),
  packageId: id.nullable(),
  shipRequestId: id.nullable().describe("With which it is charged; null: when it is done"),
  quantity: z.int(),
  state: z.enum(extraServiceStates),
  dueAt: time,
  resultText: z.string().describe("What was found, or why it was refused"),
  checkedItems: z
    .array(checkedItem)
    .readonly()
    .describe("Of a check of contents: each goods item as it was declared, with what was found"),
  images: z.array(storedImage),
  createdAt: time,
  endedAt: time.nullable(),
});

export const orderedExtraService = z.object({
  ...extraServiceRequest.shape,
  priceCents: amountCents.describe("Of the whole quantity"),
  shortfallCents: amountCents.describe(
    "What the wallet lacked for it when it was done; debited once the balance covers it",
  ),
});
orderedExtraService.register(z.globalRegistry, { id: "OrderedExtraService" });
export type OrderedExtraService = z.infer<typeof orderedExtraService>;
/** Of a parcel, or of a package outside of ship requests. */
export const orderedExtraServices = z
  .array(orderedExtraService)
  .optional()
  .describe("What was ordered for it, the newest first");
