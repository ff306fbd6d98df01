// What storage costs, by plan and from a day on.
import * as z from "zod";
import { priceDaysAhead } from "#catalogue/rules/price-day.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { storageRateLimits, storageRatesError } from "#goods/rules/storage-rate.ts";
import { amountCents, line, pageNumber, pageSize, time } from "#platform/contract/fields.ts";
import { planName } from "#platform/contract/plan-name.ts";
import { procedure } from "#platform/contract/procedure.ts";

const { freeDays, dayCents, capCents, stepGrams, volumeDivisor } = storageRateLimits;

const storageRate = z
  .strictObject({
    plan: planName.nullable().describe("null: without a plan"),
    freeDays: z.int().min(freeDays.min).max(freeDays.max),
    dayCents: amountCents
      .min(dayCents.min)
      .max(dayCents.max)
      .describe("For each started day and each started step of weight"),
    capCents: amountCents.min(capCents.min).max(capCents.max).describe("What it costs at most"),
  })
  .meta({ id: "StorageRate" });

const rates = z
  .array(storageRate)
  .superRefine((items, context) => {
    const message = storageRatesError(items);
    if (message !== null) context.addIssue({ code: "custom", message });
  })
  .describe("Without a plan first, then the plans from the smallest to the largest");

const prices = z
  .strictObject({
    validFrom: z.iso.date().describe("The first day on which parcels are received at these prices"),
    stepGrams: z.int().min(stepGrams.min).max(stepGrams.max),
    volumeDivisor: z
      .int()
      .min(volumeDivisor.min)
      .max(volumeDivisor.max)
      .describe("Cubic centimetres that count as a kilogram, where that is more than the weight"),
    rates,
    source: line(storageRateLimits.source).describe("Why, or where the prices were decided"),
  })
  .meta({ id: "StoragePrices" });
/** What storage costs from a day on, as staff enter it. */
export type StoragePrices = z.infer<typeof prices>;

const ratesOfDay = z
  .object({
    prices,
    createdByEmail: z.string().nullable().describe("null: they came with the product"),
    createdAt: time,
  })
  .meta({ id: "StorageRatesOfDay" });
/** The prices that are valid from a day on. */
export type StorageRatesOfDay = z.infer<typeof ratesOfDay>;

export const storageRates = {
  listStorageRates: procedure({
    method: "GET",
    path: "/admin/storage-rates",
    access: roleAccess.storageRates,
    summary: "List what storage costs, by day and plan, the newest day first",
    description: "Of each parcel those are kept that were valid on the day it was received.",
  })
    .input(z.strictObject({ page: pageNumber, pageSize }))
    .output(
      z.object({
        items: z.array(ratesOfDay),
        total: z.int(),
        today: z.iso.date().describe("In Hong Kong"),
        currentFrom: z.iso.date().nullable().describe("Whose prices are valid today"),
      }),
    ),

  addStorageRates: procedure({
    method: "POST",
    path: "/admin/storage-rates",
    access: roleAccess.storageRates,
    actsOn: "none",
    summary: "Add what storage costs from a day on, for all plans",
    description: `The day is today in Hong Kong or later, at most ${priceDaysAhead} days from now. Parcels that are here keep their prices. Nothing of it can be changed later; a later day replaces it.`,
    errors: ["missing_information", "invalid_storage_day", "storage_rates_exist"],
  })
    .input(prices)
    .output(ratesOfDay),
};
