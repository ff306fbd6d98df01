// What sending packages brought in, by month and lane, and the charges behind each figure.
import * as z from "zod";
import { chargeParts, figuresLimits, isMonth } from "#office/rules/freight-figures.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import {
  amountCents,
  csvFile,
  id,
  locale,
  pageNumber,
  pageSize,
  time,
  timeZone,
} from "#platform/contract/fields.ts";
import { countryCode } from "#catalogue/contract/lanes.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { serviceCode } from "#catalogue/contract/shipping-services.ts";

const month = z
  .string()
  .refine(isMonth, "This should be a month, such as 2026-11.")
  .meta({ id: "Month", description: "In Hong Kong", examples: ["2026-11"] });

const figure = z
  .object({
    month,
    serviceCode,
    serviceName: z.string(),
    countryCode,
    packagesCount: z.int(),
    freightCents: amountCents.describe("Charged, less what was refunded"),
    rateCents: amountCents.describe("What our rates say for the same packages"),
    storageCents: amountCents,
    boxCents: amountCents.describe("Boxes, and weight above the plan"),
    extraServiceCents: amountCents,
  })
  .meta({ id: "FreightFigure" });
/** What packages of a lane brought in during a month, in US dollars. */
export type FreightFigure = z.infer<typeof figure>;

const charge = z
  .object({
    transactionId: id,
    userId: id,
    packageId: id.nullable(),
    reference: z.string(),
    trackingNumber: z.string().nullable().describe("Of the label"),
    part: z.enum(chargeParts),
    chargedCents: amountCents,
    refundedCents: amountCents,
    rateCents: amountCents.nullable().describe("What our rates say; null: it is no freight"),
    chargedAt: time,
  })
  .meta({ id: "FreightCharge" });
/** A charge behind a figure. */
export type FreightCharge = z.infer<typeof charge>;

export const freightFigures = {
  readFreightFigures: procedure({
    method: "GET",
    path: "/admin/freight-figures",
    access: roleAccess.money,
    summary: "Read what sending packages brought in, by month and lane",
    description: `Freight against our rates, storage, boxes and extra services, of at most ${figuresLimits.months} months. In US dollars, less what was refunded.`,
  })
    .input(z.strictObject({ from: month, to: month }))
    .output(z.object({ items: z.array(figure) })),

  exportFreightFigures: procedure({
    method: "GET",
    path: "/admin/freight-figures/freight.csv",
    access: roleAccess.money,
    isLong: true,
    summary: "Download what sending packages brought in as a CSV file",
    description:
      "Sends what freightFigures.readFreightFigures returns for the same months. Two downloads of an account run at once.",
    errors: ["busy"],
  })
    .input(z.strictObject({ from: month, to: month, timeZone, locale }))
    .output(csvFile),

  listFreightCharges: procedure({
    method: "GET",
    path: "/admin/freight-charges",
    access: roleAccess.money,
    summary: "List the charges behind a figure, the newest first",
    description: "Of a month, and of one lane and part where they are given.",
  })
    .input(
      z.strictObject({
        month,
        serviceCode: serviceCode.optional(),
        countryCode: countryCode.optional(),
        part: z.enum(chargeParts).optional(),
        page: pageNumber,
        pageSize,
      }),
    )
    .output(z.object({ items: z.array(charge), total: z.int() })),
};
