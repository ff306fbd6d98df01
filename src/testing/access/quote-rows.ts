import type { Row } from "./rows.ts";

export const quoteRows: Readonly<Record<string, Row>> = {
  listServices: { input: () => ({}) },
  compareServices: { input: () => ({ weightGrams: 1000, countryCode: "US" }) },
};

export const rateRows: Readonly<Record<string, Row>> = {
  importRates: {
    input: () => ({ csv: "service", validFrom: "2026-01-01", source: "A", isPreview: true }),
    answer: "invalid_storage_day",
  },
};
