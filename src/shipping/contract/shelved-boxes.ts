// Packed boxes that lie on the shelf, since their customer did not choose a price in time.
import * as z from "zod";
import { orderedExtraService } from "#goods/contract/ordered-extra-services.ts";
import { id, time } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";

export const packedBox = z
  .object({
    weightGrams: z.int(),
    sidesMm: z.tuple([z.int(), z.int(), z.int()]),
    boxName: z
      .string()
      .nullable()
      .describe("In the reader's language; null: a box of the customer's own parcels"),
    packedAt: time,
  })
  .meta({ id: "PackedBox" });

const shelvedBox = z.object({
  box: packedBox.nullable().describe("null: none lies there"),
  inboundParcelIds: z.array(id).describe("What is in it"),
  unpacking: orderedExtraService
    .nullable()
    .describe("The newest order to unpack it, also one that ended; null: none"),
});
shelvedBox.register(z.globalRegistry, { id: "ShelvedBox" });
export type ShelvedBox = z.infer<typeof shelvedBox>;

export const readShelvedBox = procedure({
  method: "GET",
  path: "/packages/{packageId}/shelved-box",
  access: "signedIn",
  summary: "Read the packed box of an own package that was put back on the shelf",
  description:
    "It goes as it is, with exactly what is in it, or is unpacked first: order the extra service `unpack` for the package.",
  errors: ["not_found"],
})
  .input(z.strictObject({ packageId: id }))
  .output(shelvedBox);
