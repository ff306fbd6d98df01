// Numbers that carriers gave us for labels.
import * as z from "zod";
import {
  numberImportErrorKinds,
  numberRangeKinds,
  numberRangeLimits,
} from "#shipping/rules/number-range.ts";
import { isPostalPrefix, postalSerials } from "#catalogue/rules/tracking-number-text.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { fileText, halfWidthLine, id, line, time } from "#platform/contract/fields.ts";
import { countryCode } from "#catalogue/contract/lanes.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { serviceCode } from "#catalogue/contract/shipping-services.ts";

const serial = z.int().min(postalSerials.minimum).max(postalSerials.maximum);
const source = line(numberRangeLimits.note)
  .min(1, "Say where the numbers come from.")
  .describe("Where the numbers come from, such as a letter of the carrier");

const numberRange = z.object({
  id,
  serviceCode: z.string(),
  serviceName: z.string().nullable().describe("null: there is no such service"),
  kind: z.enum(numberRangeKinds),
  firstNumber: z.string(),
  lastNumber: z.string(),
  nextNumber: z.string().nullable().describe("null: all are used"),
  total: z.int(),
  left: z.int(),
  usedLately: z.int().describe("Within the last 30 days"),
  source: z.string(),
  isActive: z.boolean(),
  createdAt: time,
});
numberRange.register(z.globalRegistry, { id: "NumberRange" });
export type NumberRange = z.infer<typeof numberRange>;

const serviceStock = z
  .object({
    serviceCode: z.string(),
    serviceName: z.string().nullable(),
    left: z.int().describe("In all active ranges"),
    days: z.int().nullable().describe("For how long, as of the last 30 days; null: none was used"),
    isLow: z.boolean(),
  })
  .meta({ id: "NumberStock" });
/** What is left for the labels of a service. */
export type ServiceStock = z.infer<typeof serviceStock>;

const importedList = z
  .object({
    range: numberRange.nullable().describe("null with any error"),
    errors: z
      .array(z.object({ line: z.int(), kind: z.enum(numberImportErrorKinds), value: z.string() }))
      .describe(`The first ${numberRangeLimits.importErrors}`),
  })
  .meta({ id: "ImportedNumberList" });
export type ImportedNumberList = z.infer<typeof importedList>;

export const numberRanges = {
  listNumberRanges: procedure({
    method: "GET",
    path: "/admin/number-ranges",
    access: roleAccess.services,
    summary: "List the number ranges, and what is left for each service",
    description: `At most ${numberRangeLimits.ranges}, in the order in which they are used.`,
  })
    .input(z.strictObject({}).default({}))
    .output(z.object({ items: z.array(numberRange), stocks: z.array(serviceStock) })),

  createNumberRange: procedure({
    method: "POST",
    path: "/admin/number-ranges",
    access: roleAccess.services,
    actsOn: "none",
    audit: "stated",
    summary: "Enter consecutive postal numbers for labels of a service",
    description:
      "Serial numbers of eight digits; the check digit is computed. They must not overlap with another range.",
    errors: ["service_not_found", "number_range_overlaps", "too_many_number_ranges"],
  })
    .input(
      z
        .strictObject({
          serviceCode,
          prefix: halfWidthLine(2)
            .refine(
              isPostalPrefix,
              "Use two capital letters, of which the first is none of J, K, S, T and W.",
            )
            .meta({ examples: ["RA"] }),
          countryCode,
          firstSerial: serial,
          lastSerial: serial,
          source,
        })
        .refine(({ firstSerial, lastSerial }) => firstSerial <= lastSerial, {
          path: ["lastSerial"],
          error: "The last serial number is before the first.",
        }),
    )
    .output(numberRange),

  importNumbers: procedure({
    method: "POST",
    path: "/admin/number-ranges/lists",
    access: roleAccess.services,
    actsOn: "none",
    audit: "stated",
    summary: "Import a list of numbers for labels of a service; all or none",
    description: `One number a line, at most ${numberRangeLimits.importedNumbers}. Every wrong line is named.`,
    errors: ["service_not_found", "too_many_number_ranges"],
  })
    .input(
      z.strictObject({
        serviceCode,
        numbers: fileText.min(1).max(numberRangeLimits.importedCharacters),
        source,
      }),
    )
    .output(importedList),

  changeNumberRange: procedure({
    method: "PATCH",
    path: "/admin/number-ranges/{numberRangeId}",
    access: roleAccess.services,
    actsOn: "none",
    audit: { field: "numberRangeId" },
    summary: "Stop or resume using a number range",
    description: "Ranges are never deleted. A repeat changes nothing.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ numberRangeId: id, isActive: z.boolean() }))
    .output(numberRange),
};
