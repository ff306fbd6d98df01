import * as z from "zod";
import { roleAccess } from "#platform/rules/role-access.ts";
import { carrierTextLengths, isCarrierCode } from "#catalogue/rules/carrier.ts";
import { line, nothing } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";

/** The code of a carrier's row; operations that take one check that the row exists. */
export const carrierCode = z
  .string()
  .refine(isCarrierCode, {
    error: `This should be 2 to ${carrierTextLengths.code} lower-case letters, digits and hyphens, such as sf-express.`,
  })
  .meta({ id: "CarrierCode", examples: ["sf-express"] });

const checkedOn = z.iso
  .date()
  .refine((day) => day >= "2000-01-01" && day <= "2099-12-31", {
    error: "This should be a day from 2000 to 2099, such as 2026-11-22.",
  })
  .meta({ id: "CheckedOn" });

const name = line(carrierTextLengths.name).meta({ id: "CarrierName", examples: ["SF Express"] });

const carrier = z.object({
  code: carrierCode,
  name,
  nameZhHant: z.string().nullable(),
  nameZhHans: z.string().nullable(),
  trackingPage: z
    .string()
    .nullable()
    .describe("Address of the public tracking page, with {n} in place of the number"),
  isNumberFilledIn: z.boolean().describe("Whether the page takes the number from its address"),
  isOnTrackPage: z.boolean(),
  isActive: z.boolean().describe("Whether it is offered for legs and lanes"),
  source: z.string().nullable(),
  checkedOn,
  version: z.int(),
});
carrier.register(z.globalRegistry, { id: "Carrier" });
/** A carrier of the list. */
export type Carrier = z.infer<typeof carrier>;

const fields = z.strictObject({
  name,
  nameZhHant: name,
  nameZhHans: name,
  trackingPage: line(carrierTextLengths.trackingPage).meta({
    examples: ["https://www.sf-express.com/track?number={n}"],
  }),
  isNumberFilledIn: z.boolean(),
  isActive: z.boolean(),
  source: line(carrierTextLengths.source),
  checkedOn,
});
fields.register(z.globalRegistry, { id: "CarrierFields" });
/** What admins enter about a carrier. */
export type EnteredCarrier = z.infer<typeof fields>;

export const carriers = {
  listCarriers: procedure({
    method: "GET",
    path: "/carriers",
    // Pages of shared packages name carriers too.
    access: "public",
    summary: "List the carriers with their names and tracking pages",
    description:
      "Lists every carrier in the order of the screens, also those that are not offered any more, since legs may still name them. A Chinese name of null is the same as `name`; names and page were last checked on `checkedOn`.",
  })
    .input(nothing)
    .output(z.object({ items: z.array(carrier) })),

  createCarrier: procedure({
    method: "POST",
    path: "/admin/carriers",
    access: roleAccess.carriers,
    actsOn: "none",
    audit: { field: "carrierCode" },
    summary: "Add a carrier",
    description:
      "It is offered for legs and lanes from then on, after those that exist. An empty text is stored as null. There is no deleting, only `isActive`.",
    errors: ["missing_information", "invalid_tracking_page", "carrier_exists", "too_many_carriers"],
  })
    .input(z.strictObject({ carrierCode, fields }))
    .output(carrier),

  updateCarrier: procedure({
    method: "PUT",
    path: "/admin/carriers/{carrierCode}",
    access: roleAccess.carriers,
    actsOn: "none",
    audit: { field: "carrierCode" },
    expectsVersion: true,
    summary: "Change a carrier's names, page or whether it is offered",
    description:
      "Fails with `conflict`, with the stored carrier as `current`, when it was changed after `expectedVersion`. Legs keep the name under which they were saved.",
    errors: ["not_found", "missing_information", "invalid_tracking_page", "carrier_exists"],
  })
    .input(z.strictObject({ carrierCode, expectedVersion: z.int(), fields }))
    .output(carrier),
};
