// The address of the warehouses as a customer types it into a shop.
import * as z from "zod";
import { openingHours } from "#catalogue/contract/warehouses.ts";
import { addressFields } from "#catalogue/rules/warehouse.ts";
import { eachOf, id } from "#platform/contract/fields.ts";
import { languages } from "#platform/rules/language.ts";

const addressLines = z.object(eachOf([...addressFields, "receiver"] as const, z.string()));
addressLines.register(z.globalRegistry, { id: "AddressLines" });
const addressCard = z.object({
  warehouseId: id,
  name: z.string(),
  /** By language: what to choose and type in a shop's address form. */
  lines: z.object(eachOf(languages, addressLines)),
  phone: z.string(),
  postalCode: z.string(),
  timeZone: z.string(),
  openingHours,
});
addressCard.register(z.globalRegistry, { id: "AddressCard" });
export type AddressCard = z.infer<typeof addressCard>;

export const ownAddress = z.object({
  memberCode: z.string().describe("Seven characters; shown in groups of four and three"),
  items: z.array(addressCard).describe("Empty: no warehouse has been entered yet"),
  hasPlan: z.boolean(),
  progress: z
    .object({ hasDeclared: z.boolean(), hasReceived: z.boolean(), hasShipped: z.boolean() })
    .describe("Whether the user has ever declared, received and shipped something"),
  overview: z.object({
    awaitedParcels: z.int().describe("On their way to us"),
    shelvedParcels: z.int().describe("Here, and free to be shipped"),
    requestedParcels: z.int().describe("Here, in packages whose shipping was requested"),
    travellingPackages: z.int().describe("Handed to a carrier, and not delivered yet"),
    isAddressMissing: z
      .boolean()
      .describe(
        "Whether a parcel on the shelf has no address to go to, neither of its package nor of the profile",
      ),
  }),
});
export type OwnAddress = z.infer<typeof ownAddress>;
