import { acceptedServices } from "#test/seeded-services.ts";
import type { Row } from "./row.ts";

export const quoteRows: Readonly<Record<string, Row>> = {
  listServices: { input: () => ({}) },
  estimateFreight: {
    input: () => ({ weightGrams: 1000, originCode: "HK", to: { countryCode: "US" } }),
  },
  compareServices: { input: () => ({ weightGrams: 1000, countryCode: "US" }) },
};

export const rateRows: Readonly<Record<string, Row>> = {
  importRates: {
    input: () => ({
      file: new File(["service"], "rates.csv"),
      validFrom: "2026-01-01",
      source: "A",
      mode: "preview",
    }),
    answer: "invalid_storage_day",
  },
  exportRates: { input: () => ({}) },
};

const [seeded] = acceptedServices;
if (seeded === undefined) throw new Error("There is no seeded service.");
const { id: _id, code: _code, version: _version, ...details } = seeded;

export const shippingServiceRows: Readonly<Record<string, Row>> = {
  listShippingServices: { input: () => ({}) },
  listServiceVersions: { input: () => ({ code: "hk-post-air" }) },
  readServiceVersion: {
    input: () => ({ serviceId: "00000000-0000-4000-8000-000000000000" }),
    answer: "not_found",
  },
  addServiceVersion: {
    input: () => ({
      code: "hk-post-air",
      expectedVersion: 1,
      details: { ...details, validFrom: "2026-01-01" },
    }),
    answer: "invalid_storage_day",
  },
};
