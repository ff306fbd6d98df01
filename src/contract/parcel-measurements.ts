// What is recorded about a parcel when it arrives, and what customers read of it.
import * as z from "zod";
import {
  batteryKinds,
  goodsFlags,
  parcelConditions,
  parcelImageKinds,
  receivingLimits,
  receivingRecordKinds,
  scaleSources,
} from "#core/receiving.ts";
import { id, text, time } from "./fields.ts";

export const measuredParcel = z.object({
  weightGrams: z.int(),
  sidesMm: z
    .array(z.int())
    .length(3)
    .nullable()
    .describe("Length, width and height; null: not measured"),
  condition: z.enum(parcelConditions),
  battery: z.enum(batteryKinds),
  goodsFlags: z.array(z.enum(goodsFlags)),
});
measuredParcel.register(z.globalRegistry, { id: "MeasuredParcel" });
export type MeasuredParcel = z.infer<typeof measuredParcel>;

export const parcelImage = z.object({
  id,
  kind: z.enum(parcelImageKinds),
  imageUrl: z.string().describe("Address that expires"),
  thumbnailUrl: z.string().describe("Address that expires"),
  createdAt: time,
});
parcelImage.register(z.globalRegistry, { id: "ParcelImage" });
export type ParcelImage = z.infer<typeof parcelImage>;

const side = z.int().min(1).max(receivingLimits.maxSideMillimeters);

/** What is weighed, measured and seen; the sides are all known or all unknown. */
export const measurements = z
  .strictObject({
    weightGrams: z.int().min(1).max(receivingLimits.maxWeightGrams),
    sidesMm: z
      .tuple([side, side, side])
      .nullable()
      .default(null)
      .describe("Length, width and height; null: not measured"),
    condition: z.enum(parcelConditions).default("perfect"),
    battery: z.enum(batteryKinds).default("unknown"),
    goodsFlags: z.array(z.enum(goodsFlags)).max(goodsFlags.length).default([]),
    scale: z.enum(scaleSources).default("typed"),
    note: text(500).default(""),
  })
  .meta({ id: "ParcelMeasurements" });

export const receivingRecord = z.object({
  id,
  kind: z.enum(receivingRecordKinds),
  ...measurements.shape,
  station: z.string(),
  reason: z.string().describe("Of a correction"),
  replacesId: id.nullable(),
  recordedAt: time.describe("By the device's clock"),
  createdAt: time,
});
receivingRecord.register(z.globalRegistry, { id: "ReceivingRecord" });
export type ReceivingRecord = z.infer<typeof receivingRecord>;
