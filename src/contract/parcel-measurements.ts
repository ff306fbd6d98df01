// What was recorded about a parcel when it arrived, as customers read it too.
import * as z from "zod";
import { batteryKinds, goodsFlags, parcelConditions, parcelImageKinds } from "#core/receiving.ts";
import { id, time } from "./fields.ts";

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
