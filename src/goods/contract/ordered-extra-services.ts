// Priced work that was ordered for a parcel or a package.
import * as z from "zod";
import {
  extraServiceCodePattern,
  extraServiceLimits,
  extraServiceStates,
  extraServiceUnits,
} from "#catalogue/rules/extra-service.ts";
import { amountCents, id, time } from "#platform/contract/fields.ts";
import { storedImage } from "./parcel-measurements.ts";

export const extraServiceCode = z
  .string()
  .max(extraServiceLimits.code)
  .regex(extraServiceCodePattern, "Such as bubble_wrap.")
  .meta({ id: "ExtraServiceCode", description: "Such as bubble_wrap" });

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
  images: z.array(storedImage),
  createdAt: time,
  endedAt: time.nullable(),
});
extraServiceRequest.register(z.globalRegistry, { id: "ExtraServiceRequest" });

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
