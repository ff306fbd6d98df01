import * as z from "zod";
import { carrierTextLengths, isCarrierCode } from "#core/carrier.ts";
import { line, nothing } from "./fields.ts";
import { procedure } from "./procedure.ts";

/** The code of a carrier's row; operations that take one check that the row exists. */
export const carrierCode = z
  .string()
  .refine(isCarrierCode, {
    error: `This should be 2 to ${carrierTextLengths.code} lower-case letters, digits and hyphens, such as sf-express.`,
  })
  .meta({ id: "CarrierCode", description: "Code of a carrier, which never changes" });

const checkedOn = z.iso
  .date()
  .refine((day) => day >= "2000-01-01" && day <= "2099-12-31", {
    error: "This should be a day from 2000 to 2099, such as 2026-11-22.",
  })
  .meta({ id: "CheckedOn", description: "The day on which names and page were last checked" });

const carrier = z.object({
  code: carrierCode,
  name: z.string().describe("As legs store it"),
  nameZhHant: z.string().nullable().describe("null: the same as `name`"),
  nameZhHans: z.string().nullable().describe("null: the same as `name`"),
  trackingPage: z
    .string()
    .nullable()
    .describe("Address of the public tracking page, with {n} in place of the number"),
  isNumberFilledIn: z.boolean().describe("Whether the page takes the number from its address"),
  isOnTrackPage: z.boolean().describe("Whether Track Shipment lists it"),
  isActive: z.boolean().describe("Whether it is offered for legs and lanes"),
  source: z.string().nullable().describe("Where the names and the page were found"),
  checkedOn,
  version: z.int().describe("Rises with each change"),
});
carrier.register(z.globalRegistry, { id: "Carrier" });
/** A carrier of the list. */
export type Carrier = z.infer<typeof carrier>;

const name = line(carrierTextLengths.name).meta({ id: "CarrierName" });

/** What admins enter; an empty text is stored as null. */
const enteredFields = {
  name,
  nameZhHant: name,
  nameZhHans: name,
  trackingPage: line(carrierTextLengths.trackingPage),
  isNumberFilledIn: z.boolean(),
  isActive: z.boolean(),
  source: line(carrierTextLengths.source),
  checkedOn,
};

export const carriers = {
  listCarriers: procedure({
    method: "GET",
    path: "/carriers",
    access: "signedIn",
    summary: "List the carriers with their names and tracking pages",
    description:
      "Lists every carrier in the order of the screens, also those that are not offered any more, since legs may still name them.",
  })
    .input(nothing)
    .output(z.object({ items: z.array(carrier) })),

  createCarrier: procedure({
    method: "POST",
    path: "/admin/carriers",
    access: "admin",
    summary: "Add a carrier",
    description:
      "It is offered for legs and lanes from then on, after those that exist. There is no deleting, only `isActive`.",
    errors: ["missing_information", "invalid_tracking_page", "carrier_exists", "too_many_carriers"],
  })
    .input(z.strictObject({ carrierCode, ...enteredFields }))
    .output(carrier),

  updateCarrier: procedure({
    method: "PUT",
    path: "/admin/carriers/{carrierCode}",
    access: "admin",
    summary: "Change a carrier's names, page or whether it is offered",
    description:
      "Fails with `conflict`, with the stored carrier as `current`, when it was changed after `expectedVersion`. Legs keep the name under which they were saved.",
    errors: [
      "not_found",
      "conflict",
      "missing_information",
      "invalid_tracking_page",
      "carrier_exists",
    ],
  })
    .input(z.strictObject({ carrierCode, expectedVersion: z.int(), ...enteredFields }))
    .output(carrier),
};
