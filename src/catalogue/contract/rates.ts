// Rates of shipping services from a file.
import * as z from "zod";
import { mostNamedChanges } from "#catalogue/rules/rate-changes.ts";
import {
  rateColumns,
  rateErrorKinds,
  rateFileLimits,
  rateWarningKinds,
} from "#catalogue/rules/rate-import.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { csvFile, line, nothing } from "#platform/contract/fields.ts";
import { countryCode } from "./lanes.ts";
import { procedure } from "#platform/contract/procedure.ts";

const ratesFile = z.strictObject({
  file: z
    .file()
    .describe(
      `CSV in UTF-8 with the columns ${rateColumns.join(", ")}; at most 20 MB and ${rateFileLimits.rows} rows`,
    ),
  validFrom: z.iso.date().describe("The first day of these rates in Hong Kong"),
  source: line(200).describe("Where they were published; may be empty"),
  mode: z
    .enum(["preview", "import"])
    .describe("preview: say what would change, and import nothing"),
  replaces: z
    .enum(["services", "countries"])
    .default("services")
    .describe(
      "services: all rates of the services in the file; countries: those to the countries that it names",
    ),
  leavingOut: z
    .enum(["refused", "accepted"])
    .default("refused")
    .describe("refused: import nothing where `countriesLeftOut` is not empty"),
});
export type RatesFile = z.output<typeof ratesFile>;

const ratesImport = z
  .object({
    isImported: z.boolean(),
    errors: z
      .array(z.object({ line: z.int(), kind: z.enum(rateErrorKinds), value: z.string() }))
      .describe(`The first ${rateFileLimits.errors}; with any of them nothing is imported`),
    errorCount: z.int(),
    warnings: z
      .array(
        z.object({
          line: z.int(),
          kind: z.enum(rateWarningKinds),
          service: z.string(),
          fromGrams: z
            .int()
            .nullable()
            .describe("Of step_above: where the next lighter band ends; null: there is none"),
          upToGrams: z.int(),
        }),
      )
      .describe(
        `The first ${rateFileLimits.warnings} bands that cost less than a lighter one (cheaper), or are wider than the step above them (step_above)`,
      ),
    warningCount: z.int(),
    countriesLeftOut: z
      .array(z.object({ service: z.string(), countries: z.array(countryCode).readonly() }))
      .describe("Countries to which a service would have no price any more"),
    changes: z
      .array(
        z.object({
          service: z.string(),
          countries: z.array(countryCode).readonly(),
          weightGrams: z.int(),
          beforeCents: z.int().nullable(),
          afterCents: z.int().nullable(),
        }),
      )
      .describe(`The first ${mostNamedChanges} prices that differ; null: not available`),
    changeCount: z.int(),
  })
  .meta({ id: "RatesImport" });
export type RatesImport = z.infer<typeof ratesImport>;

export const rates = {
  importRates: procedure({
    method: "POST",
    path: "/admin/rates/import",
    access: roleAccess.services,
    actsOn: "none",
    transaction: "own",
    limit: "uploadsPerAccount",
    isLong: true,
    audit: "stated",
    summary: "Import rates of services from CSV, or say what the file would change",
    description:
      "Replaces all rates of the services in the file from a day on, or only those to its countries, by new versions. Earlier quotes keep theirs.",
    errors: ["invalid_storage_day", "conflict", "too_large", "busy"],
  })
    .input(ratesFile)
    .output(ratesImport),

  exportRates: procedure({
    method: "GET",
    path: "/admin/rates/rates.csv",
    access: roleAccess.services,
    isLong: true,
    summary: "Download today's rates of all services as a CSV file that can be imported again",
    description: `With the columns ${rateColumns.join(", ")}; prices have a decimal point in every language.`,
    errors: ["busy"],
  })
    .input(nothing)
    .output(csvFile),
};
