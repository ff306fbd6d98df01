// The schemas of shipping legs: as they are read, as admins write them, and as an edit expects them.
import * as z from "zod";
import { legStatuses } from "#core/package-status.ts";
import { id, text, time } from "./fields.ts";

export const legStatus = z.enum(legStatuses);
legStatus.register(z.globalRegistry, { id: "LegStatus" });

export const shippingLeg = z.object({
  id,
  packageId: id,
  legNumber: z.int(),
  origin: z.string(),
  destination: z.string(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  estimatedDeparture: time.nullable(),
  estimatedArrival: time.nullable(),
  notes: z.string().nullable(),
  status: legStatus,
  createdAt: time,
  updatedAt: time,
});
shippingLeg.register(z.globalRegistry, { id: "ShippingLeg" });

/** The editable fields of a leg; an empty text is stored as null. */
export const legFields = {
  origin: text(120),
  destination: text(120),
  carrier: text(120).nullable(),
  trackingNumber: text(64).nullable(),
  estimatedDeparture: time.nullable(),
  estimatedArrival: time.nullable(),
  notes: text(2000).nullable(),
};

/** The same fields as they were shown, without trimming, to be compared with the stored ones. */
export const expectedLegFields = z.strictObject({
  origin: z.string().max(120),
  destination: z.string().max(120),
  carrier: z.string().max(120).nullable(),
  trackingNumber: z.string().max(64).nullable(),
  estimatedDeparture: time.nullable(),
  estimatedArrival: time.nullable(),
  notes: z.string().max(2000).nullable(),
});
expectedLegFields.register(z.globalRegistry, { id: "LegFields" });

/** The value that was shown when an edit began. Without it, an edit overwrites what others saved meanwhile. */
export function expectedValue<Value extends z.ZodType>(value: Value) {
  return value
    .optional()
    .describe("The value that was shown; when another is stored by now, the result is `conflict`");
}
