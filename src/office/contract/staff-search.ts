import * as z from "zod";
import { transaction } from "#money/contract/transactions.ts";
import { staffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { amountCents, id, line } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { staffRoles } from "#platform/rules/staff-role.ts";

/** So many things of each kind are found. */
export const maxFoundOfKind = 5;

const withheldEmail = z
  .string()
  .nullable()
  .describe("null for roles that do not see contacts of customers");

const foundThings = z.object({
  packages: z
    .array(
      z.object({
        id,
        number: z.int().describe("Shown as P-1024"),
        trackingNumber: z.string(),
        destination: z.string(),
        userEmail: withheldEmail,
      }),
    )
    .max(maxFoundOfKind),
  inboundParcels: z
    .array(
      staffInboundParcel.pick({
        id: true,
        trackingNumber: true,
        labelCode: true,
        state: true,
        storageLocationCode: true,
        missingSince: true,
      }),
    )
    .max(maxFoundOfKind),
  shipRequests: z
    .array(
      z.object({
        id,
        reference: z.string().describe("As SR000012"),
        packageId: id.nullable().describe("null: the package was deleted"),
        packageNumber: z.int().nullable(),
      }),
    )
    .max(maxFoundOfKind),
  manifests: z
    .array(z.object({ id, number: z.string(), carrierName: z.string() }))
    .max(maxFoundOfKind),
  storageLocations: z
    .array(z.object({ id, code: z.string(), warehouseName: z.string() }))
    .max(maxFoundOfKind),
  cases: z
    .array(
      z.object({
        id,
        number: z.string().describe("As C00012"),
        subjectName: z.string().describe("The number of its thing; empty of an account"),
        isOpen: z.boolean(),
      }),
    )
    .max(maxFoundOfKind),
  users: z.array(z.object({ id, fullName: z.string(), email: withheldEmail })).max(maxFoundOfKind),
  transactions: z
    .array(
      transaction
        .pick({ id: true, type: true, status: true, createdAt: true })
        .extend({ userId: id, userEmail: withheldEmail, amountCents }),
    )
    .max(maxFoundOfKind),
  isPerson: z
    .boolean()
    .describe("The whole search is the name, email, phone number or member code of one of `users`"),
});
foundThings.register(z.globalRegistry, { id: "FoundThings" });
export type FoundThings = z.infer<typeof foundThings>;

export const staffSearch = {
  findAnything: procedure({
    method: "GET",
    path: "/admin/found-things",
    access: { roles: staffRoles },
    summary:
      "Find packages, parcels, ship requests, manifests, shelves, cases, people and payments",
    description:
      "By any number, code, name, email, phone number or payment id, however it is grouped; at most five of each kind. Kinds that the pages of the reader's role do not show are empty, and so are those of the warehouse while there is none.",
  })
    .input(
      z.strictObject({
        search: line(200)
          .min(2)
          .meta({ examples: ["SF1234567890123"] }),
      }),
    )
    .output(foundThings),
};
