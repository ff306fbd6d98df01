// By how many services a parcel goes, before anybody asks for it to be sent.
import * as z from "zod";
import { countryCode } from "#catalogue/contract/lanes.ts";
import { closedReason } from "#catalogue/contract/quotes.ts";
import { serviceSummary } from "#catalogue/contract/shipping-services.ts";

export const parcelServices = z.object({
  countryCode: countryCode
    .nullable()
    .describe("Where it would go; null: not known, so that what is in it decides alone"),
  count: z.int().describe("Services that take it as far as is known of it"),
  of: z.int().describe("Services that go there"),
  refused: z
    .enum(["everywhere", "there"])
    .nullable()
    .describe(
      "Whether every service refuses it, so that no proof, address or day helps: wherever it goes, or only where it would go; null: some may take it",
    ),
  closed: z.array(z.object({ service: serviceSummary, reasons: z.array(closedReason) })),
});
parcelServices.register(z.globalRegistry, { id: "ServicesOfParcel" });
export type ParcelServices = z.infer<typeof parcelServices>;
