// Sizes of boxes and what they cost.
import * as z from "zod";
import { roleAccess } from "#platform/rules/role-access.ts";
import { shipRequestLimits } from "#shipping/rules/ship-request.ts";
import { expectedVersion } from "./extra-services.ts";
import {
  amountCents,
  done,
  id,
  idempotencyKey,
  line,
  namesByLanguage,
  nothing,
  time,
} from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { orderedExtraService } from "#goods/contract/parcel-measurements.ts";

const side = z.int().min(1).max(shipRequestLimits.sideMm);

const boxFields = z.object({
  warehouseId: id.nullable().describe("null: in every warehouse"),
  names: namesByLanguage,
  sidesMm: z.tuple([side, side, side]).describe("Inner length, width and height"),
  emptyGrams: z.int().min(0).max(shipRequestLimits.weightGrams),
  priceCents: amountCents.min(0).max(1_000_000),
  isActive: z.boolean().describe("Whether packers are offered it"),
  validFrom: z.iso.date().describe("Since when this price holds"),
  source: line(200).min(1).describe("Why, or where the price was decided"),
});
export type BoxFields = z.infer<typeof boxFields>;

const box = z.object({ id, ...boxFields.shape, version: z.int() });
box.register(z.globalRegistry, { id: "Box" });
export type Box = z.infer<typeof box>;

export const boxes = {
  listBoxes: procedure({
    method: "GET",
    path: "/admin/boxes",
    access: roleAccess.packingPrices,
    summary: "List all boxes with prices, also those that are no longer offered",
    description: "The smallest first.",
  })
    .input(nothing)
    .output(
      z.object({
        items: z.array(box),
        overWeightFeeCents: amountCents
          .nullable()
          .describe("For each started 500 g above the plan; null: such a box is not sent"),
      }),
    ),

  createBox: procedure({
    method: "POST",
    path: "/admin/boxes",
    access: roleAccess.packingPrices,
    actsOn: "none",
    idempotent: true,
    audit: "stated",
    summary: "Add a size of box",
    description: "Packers are offered it from then on.",
    errors: ["not_found", "too_many_boxes"],
  })
    .input(z.strictObject({ ...boxFields.shape, idempotencyKey }))
    .output(box),

  updateBox: procedure({
    method: "PUT",
    path: "/admin/boxes/{boxId}",
    access: roleAccess.packingPrices,
    actsOn: "none",
    audit: { field: "boxId" },
    expectsVersion: true,
    summary: "Change a box; what is quoted already keeps its price",
    description: "The audit log has the values before and after.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ boxId: id, ...boxFields.shape, expectedVersion }))
    .output(box),

  setOverWeightFee: procedure({
    method: "PUT",
    path: "/admin/over-weight-fee",
    access: roleAccess.packingPrices,
    actsOn: "none",
    audit: { name: "overWeightFee" },
    expectsVersion: true,
    summary: "Set the fee for each started 500 g above what a plan carries, or send no such box",
    description: "What is quoted already keeps its fee. Written to the audit log.",
    errors: ["conflict"],
  })
    .input(
      z.strictObject({
        feeCents: amountCents
          .min(1)
          .max(100_000)
          .nullable()
          .describe("null: such a box is not sent"),
        expectedVersion: amountCents.nullable().describe("As it was shown"),
      }),
    )
    .output(done),
};

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
