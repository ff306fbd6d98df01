// The schemas of shipping legs: as they are read, as staff write them, and as an edit has seen them.
import * as z from "zod";
import { id, text, time } from "./fields.ts";

export const legStatus = z.enum(["pending", "in_transit", "delivered", "cancelled", "voided"]);

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

/** What staff write into a leg; empty texts count as not given. */
export const legFields = {
  origin: text(120),
  destination: text(120),
  carrier: text(120).nullable(),
  trackingNumber: text(64).nullable(),
  estimatedDeparture: time.nullable(),
  estimatedArrival: time.nullable(),
  notes: text(2000).nullable(),
};

/** The same as it was shown, kept to the letter. */
export const seenLegFields = z.strictObject({
  origin: z.string().max(120),
  destination: z.string().max(120),
  carrier: z.string().max(120).nullable(),
  trackingNumber: z.string().max(64).nullable(),
  estimatedDeparture: time.nullable(),
  estimatedArrival: time.nullable(),
  notes: z.string().max(2000).nullable(),
});

/** What was shown of something when its change began. Whoever gives none writes over what others saved meanwhile. */
export function shownBefore<Shown extends z.ZodType>(shown: Shown) {
  return shown.optional().describe("As it was shown; where it is another by now, it is a conflict");
}
