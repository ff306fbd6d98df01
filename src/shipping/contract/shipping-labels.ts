// Labels under which packages leave, and files for the upload pages of carriers.
import * as z from "zod";
import {
  labelFileFields,
  labelFileLimits,
  labelNumberErrorKinds,
} from "#shipping/rules/label-file.ts";
import { advanceDataFormats, advanceDataLimits } from "#shipping/rules/customs-paper.ts";
import { addCalendarDays } from "#platform/rules/calendar.ts";
import { recipientFieldNames } from "#catalogue/rules/recipient.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { boxNameFields } from "./box-name.ts";
import {
  carrierLabelLimits,
  labelNumberSources,
  labelObstacles,
  maxLabelsAtOnce,
  maxUnlabelledNamed,
} from "#shipping/rules/shipping-label.ts";
import { carrierCode } from "#catalogue/contract/carriers.ts";
import {
  csvFile,
  exactText,
  fileText,
  id,
  idempotencyKey,
  pdfFile,
  line,
  pageNumber,
  pageSize,
  statedReason,
  time,
} from "#platform/contract/fields.ts";
import { customsForms } from "#catalogue/rules/shipping-service.ts";
import { countryCode } from "#catalogue/contract/lanes.ts";
import { procedure } from "#platform/contract/procedure.ts";

const trackingNumber = line(200);

const shippingLabel = z.object({
  id,
  trackingNumber: z.string(),
  numberSource: z.enum(labelNumberSources),
  createdAt: time,
  isCarriersOwn: z.boolean().describe("Whether a file of the carrier is printed in place of ours"),
  isOnManifest: z.boolean().describe("Then it cannot be made void"),
  customsForm: z
    .enum(customsForms)
    .nullable()
    .describe("Of the customs paper that was made with it; null: nothing was stated of the goods"),
});
shippingLabel.register(z.globalRegistry, { id: "ShippingLabel" });

const packageToLabel = z.object({
  shipRequestId: id,
  packageId: id.nullable(),
  ...boxNameFields,
  countryCode,
  serviceName: z.string(),
  carrierCode: z.string().describe("Of the first leg, who takes it at the warehouse"),
  weightGrams: z.int().nullable(),
  parcelsCount: z.int(),
  acceptedAt: time.nullable(),
  unprintableFields: z
    .array(z.enum(recipientFieldNames))
    .describe("Of the recipient: those without Latin letters, which no label can have"),
  obstacle: z
    .enum(labelObstacles)
    .nullable()
    .describe("Why it gets no label together with the others; null: nothing, or it has one"),
  lackingLines: z
    .array(z.object({ description: z.string(), lacks: z.enum(["code", "identifiers"]) }))
    .describe("The goods without which it gets no label, and what customs ask of them"),
  label: shippingLabel.nullable().describe("null: it has none yet"),
});
packageToLabel.register(z.globalRegistry, { id: "PackageToLabel" });
/** A package that was accepted, with its label if it has one. */
export type PackageToLabel = z.infer<typeof packageToLabel>;

const madeLabels = z
  .object({
    labelIds: z.array(id).describe("In the order of their references"),
    leftCount: z.int().describe("Packages of the carrier, or of all, that still have none"),
    left: z
      .array(z.object({ reference: z.string(), obstacle: z.enum(labelObstacles).nullable() }))
      .describe(
        `The first ${maxUnlabelledNamed} of those and why; null: not reached yet, as beyond the most that are made at once`,
      ),
  })
  .meta({ id: "MadeLabels" });
/** Labels that were made together. */
export type MadeLabels = z.infer<typeof madeLabels>;

const column = z
  .strictObject({ heading: line(labelFileLimits.heading), field: z.enum(labelFileFields) })
  .meta({ id: "LabelFileColumn" });

const fileSettings = z
  .object({
    carrierCode: z.string(),
    columns: z.array(column).readonly(),
    lineCharacters: z.int().describe("The longest line of an address in the file"),
    updatedAt: time.nullable().describe("null: nobody has chosen columns yet"),
  })
  .meta({ id: "LabelFileSettings" });
/** How the file for a carrier looks. */
export type LabelFileSettings = z.infer<typeof fileSettings>;

const importedNumbers = z
  .object({
    labelsCount: z.int().describe("Labels that were made; 0 with any error"),
    errors: z
      .array(z.object({ line: z.int(), kind: z.enum(labelNumberErrorKinds), value: z.string() }))
      .describe(`The first ${labelFileLimits.errors}; with any of them nothing is imported`),
  })
  .meta({ id: "ImportedLabelNumbers" });
export type ImportedLabelNumbers = z.infer<typeof importedNumbers>;

export const labels = {
  listPackagesToLabel: procedure({
    method: "GET",
    path: "/admin/packages-to-label",
    access: roleAccess.packing,
    summary: "List packages that were accepted, or have a label and wait to be handed over",
    description: "The oldest first.",
  })
    .input(
      z.strictObject({
        state: z.enum(["accepted", "labelled"]).default("accepted"),
        carrierCode: carrierCode.optional(),
        page: pageNumber,
        pageSize,
      }),
    )
    .output(z.object({ items: z.array(packageToLabel), total: z.int() })),

  findPackageToLabel: procedure({
    method: "GET",
    path: "/admin/scanned-package-to-label",
    access: roleAccess.packing,
    summary: "Find the accepted package whose slip, label or parcel was scanned",
    description: "Our label of a parcel in its box, or the courier's number of one.",
    errors: ["not_a_waybill", "not_found", "label_not_due"],
  })
    .input(z.strictObject({ scan: exactText(300) }))
    .output(packageToLabel),

  makeLabels: procedure({
    method: "POST",
    path: "/admin/labels",
    access: roleAccess.packing,
    actsOn: "request",
    audit: "stated",
    idempotent: true,
    isLong: true,
    summary: "Make the labels of all accepted packages whose services have numbers",
    description: `At most ${maxLabelsAtOnce}, the oldest first. Left out are addresses without Latin letters, goods without the codes that customs ask, and packages of whoever asks; customers are asked about boxes whose service no longer takes what is in them, and gifts that were bought. A repeat with the same key makes no others.`,
  })
    .input(z.strictObject({ carrierCode: carrierCode.optional(), idempotencyKey }))
    .output(madeLabels),

  printShippingLabels: procedure({
    method: "POST",
    path: "/admin/labels/labels.pdf",
    access: roleAccess.packing,
    actsOn: "none",
    transaction: "none",
    isLong: true,
    summary: "Download several labels as one PDF, a page of 100 by 150 mm each",
    description:
      "In the order that is asked for. Carriers' own labels have their own pages, and are refused above 50 MB together. `busy` while too many are drawn.",
    errors: ["not_found", "too_large", "busy"],
  })
    .input(z.strictObject({ labelIds: z.array(id).min(1).max(maxLabelsAtOnce) }))
    .output(pdfFile),

  makeLabel: procedure({
    method: "POST",
    path: "/admin/ship-requests/{shipRequestId}/label",
    access: roleAccess.packing,
    actsOn: "request",
    audit: { field: "shipRequestId" },
    summary: "Make the label of an accepted package",
    description:
      "Its number is the next one of the service's ranges, or the one that is given. A repeat returns the same label. Without a label in the answer none was made: its service no longer takes what is in the box (`goods`), or its gift was bought (`declaration`), and its customer is asked.",
    errors: [
      "not_found",
      "label_not_due",
      "no_numbers_left",
      "invalid_tracking_number",
      "number_used",
      "label_exists",
      "address_not_printable",
      "code_missing",
      "too_many_lines",
    ],
  })
    .input(
      z.strictObject({
        shipRequestId: id,
        trackingNumber: trackingNumber.nullable().default(null).describe("null: from a range"),
      }),
    )
    .output(packageToLabel),

  attachLabel: procedure({
    method: "POST",
    path: "/admin/ship-requests/{shipRequestId}/carrier-label",
    access: roleAccess.packing,
    actsOn: "request",
    transaction: "own",
    limit: "uploadsPerAccount",
    audit: { field: "shipRequestId" },
    summary: "Attach the label that a carrier made for an accepted package, with its number",
    description:
      "A PDF that is not encrypted, whose pages are printed in place of our label; nothing else of it is stored. The address may be in any script. A repeat returns the same label.",
    errors: [
      "not_found",
      "label_not_due",
      "invalid_tracking_number",
      "number_used",
      "label_exists",
      "code_missing",
      "too_many_lines",
      "invalid_label_file",
      "too_large",
      "busy",
    ],
  })
    .input(
      z.strictObject({
        shipRequestId: id,
        trackingNumber,
        file: z.file().describe(`At most 5 MB and ${carrierLabelLimits.pages} pages`),
      }),
    )
    .output(packageToLabel),

  voidLabel: procedure({
    method: "POST",
    path: "/admin/labels/{labelId}/voiding",
    access: roleAccess.packing,
    actsOn: "request",
    audit: "stated",
    summary: "Make a label void, so that its package gets another one",
    description:
      "Its number is not used again. Not once it is on a manifest. A repeat changes nothing.",
    errors: ["not_found", "conflict", "label_on_manifest"],
  })
    .input(z.strictObject({ labelId: id, reason: statedReason }))
    .output(packageToLabel),

  printShippingLabel: procedure({
    method: "GET",
    path: "/admin/labels/{labelId}/label.pdf",
    access: roleAccess.packing,
    summary: "Download a label of 100 by 150 mm as PDF",
    description:
      "The same file each time; a carrier's own label as it was attached. `busy` while too many are drawn.",
    errors: ["not_found", "busy"],
  })
    .input(z.strictObject({ labelId: id }))
    .output(pdfFile),

  printCustomsPapers: procedure({
    method: "GET",
    path: "/admin/labels/{labelId}/customs-papers.pdf",
    access: roleAccess.packing,
    summary: "Download the customs paper of a label as PDF: CN22, CN23 or an invoice",
    description:
      "As it was decided when the label was made, in as many copies as its service wants; marked where the label is void. `busy` while too many are drawn.",
    errors: ["not_found", "busy"],
  })
    .input(z.strictObject({ labelId: id }))
    .output(pdfFile),

  exportAdvanceData: procedure({
    method: "GET",
    path: "/admin/carriers/{carrierCode}/advance-data",
    access: roleAccess.packing,
    isLong: true,
    limit: "listDownloadsPerAccount",
    audit: { field: "carrierCode" },
    summary: "Download what customs are told of a carrier's packages before they arrive",
    description: `Of labels that are not void, by the day on their papers, at most ${advanceDataLimits.days} days: sender, addressee and each line of goods with the fields of the message ITMATT. JSON has at most ${advanceDataLimits.items} packages.`,
    errors: ["too_large", "busy"],
  })
    .input(
      z
        .strictObject({
          carrierCode,
          from: z.iso.date(),
          to: z.iso.date(),
          format: z.enum(advanceDataFormats).default("csv"),
        })
        .refine(
          ({ from, to }) =>
            z.iso.date().safeParse(from).success &&
            from <= to &&
            to < addCalendarDays(from, advanceDataLimits.days),
          {
            error: `This should be at most ${advanceDataLimits.days} days.`,
            path: ["to"],
          },
        )
        .meta({ examples: [{ carrierCode: "hk-post", from: "2026-11-01", to: "2026-11-30" }] }),
    )
    .output(csvFile),

  readLabelFileSettings: procedure({
    method: "GET",
    path: "/admin/carriers/{carrierCode}/label-file-settings",
    access: roleAccess.packing,
    summary: "Read which columns the file for a carrier has",
    description: "The usual ones until staff have chosen others.",
    errors: ["carrier_not_found"],
  })
    .input(z.strictObject({ carrierCode }))
    .output(fileSettings),

  changeLabelFileSettings: procedure({
    method: "PUT",
    path: "/admin/carriers/{carrierCode}/label-file-settings",
    access: roleAccess.carriers,
    actsOn: "none",
    audit: { field: "carrierCode" },
    summary: "Choose the columns of the file for a carrier",
    description: "Their headings are those that the carrier's upload page expects.",
    errors: ["carrier_not_found"],
  })
    .input(
      z.strictObject({
        carrierCode,
        columns: z.array(column).min(1).max(labelFileLimits.columns),
      }),
    )
    .output(fileSettings),

  exportLabelFile: procedure({
    method: "GET",
    path: "/admin/carriers/{carrierCode}/label-file.csv",
    access: roleAccess.packing,
    summary: "Download the accepted packages of a carrier without a label as CSV",
    description: `For the carrier's own upload page, at most ${labelFileLimits.packages}, with the columns that staff chose. Packages whose address has no Latin letters are left out.`,
    errors: ["carrier_not_found", "busy"],
  })
    .input(z.strictObject({ carrierCode }))
    .output(csvFile),

  importLabelNumbers: procedure({
    method: "POST",
    path: "/admin/label-numbers",
    access: roleAccess.packing,
    actsOn: "request",
    audit: "stated",
    summary: "Read the numbers that a carrier gave, and make the labels; all or none",
    description: "CSV with the columns reference and tracking_number. Every wrong row is named.",
  })
    .input(z.strictObject({ csv: fileText.min(1).max(labelFileLimits.characters) }))
    .output(importedNumbers),
};
