import { beforeAll, describe, expect, test } from "vitest";
import type { DayRates } from "#catalogue/server/adapters/exchange-rates/central-bank-rates.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin } from "#test/users.ts";
import { fetchExchangeRates, queueFirstFetch } from "./exchange-rates.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

const rates: DayRates["rates"] = {
  USD: "1.1520",
  GBP: "0.88105",
  AUD: "1.7856",
  CAD: "1.6240",
  CNY: "8.1934",
  HKD: "8.9677",
  SGD: "1.5074",
};

/** Rates as they are read back, with all decimals of the column. */
function stored(written: DayRates["rates"]) {
  return Object.fromEntries(
    Object.entries(written).map(([currency, rate]) => [currency, Number(rate).toFixed(8)]),
  );
}

async function fetchDay(published: DayRates, at: string, source = "bank.example") {
  await fetchExchangeRates({
    db: app.services.db,
    now: () => new Date(at),
    exchangeRates: { source, readDay: async () => published },
  });
}

async function storedRows(source: string) {
  return await app.services.db
    .selectFrom("exchangeRates")
    .selectAll()
    .where("source", "=", source)
    .orderBy("day")
    .orderBy("currency")
    .execute();
}

describe("The job", () => {
  test("saves the rates of the day with source and time, once however often it runs", async () => {
    const source = "once.example";
    await fetchDay({ day: "2026-11-20", rates }, "2026-11-20T16:30:00Z", source);
    await fetchDay({ day: "2026-11-20", rates }, "2026-11-21T16:30:00Z", source);
    const rows = await storedRows(source);
    expect(rows).toHaveLength(7);
    expect(rows[0]).toEqual({
      source,
      day: "2026-11-20",
      currency: "AUD",
      rate: "1.78560000",
      fetchedAt: new Date("2026-11-21T16:30:00Z"),
    });
  });

  test("replaces rates that the source has corrected, and keeps earlier days", async () => {
    const source = "corrected.example";
    await fetchDay({ day: "2026-11-19", rates }, "2026-11-19T16:30:00Z", source);
    await fetchDay({ day: "2026-11-20", rates }, "2026-11-20T16:30:00Z", source);
    const corrected = { ...rates, HKD: "8.9700" };
    await fetchDay({ day: "2026-11-20", rates: corrected }, "2026-11-20T17:30:00Z", source);
    const ofHongKong = (await storedRows(source)).filter(({ currency }) => currency === "HKD");
    expect(ofHongKong.map(({ day, rate }) => [day, rate])).toEqual([
      ["2026-11-19", "8.96770000"],
      ["2026-11-20", "8.97000000"],
    ]);
  });

  test.each([
    ["in the future", "2026-11-21", "which is in the future"],
    ["seven days old", "2026-11-13", "too old to be shown"],
  ])("refuses rates of a day %s, and saves none of them", async (_, day, reason) => {
    const source = `refused-${day}.example`;
    await expect(fetchDay({ day, rates }, "2026-11-20T23:59:59Z", source)).rejects.toThrow(reason);
    expect(await storedRows(source)).toEqual([]);
  });

  test("saves no rate of a file of which one cannot be stored", async () => {
    const source = "zero.example";
    const published = { day: "2026-11-20", rates: { ...rates, SGD: "0" } };
    await expect(fetchDay(published, "2026-11-20T16:30:00Z", source)).rejects.toThrow(
      "exchange_rates_rate_check",
    );
    expect(await storedRows(source)).toEqual([]);
  });

  test("is queued at the first start alone, and reads the sandbox by itself", async () => {
    const first = await testApp();
    await queueFirstFetch(first.services);
    expect(await first.runJobs()).toEqual({ done: 1, errors: [] });
    await queueFirstFetch(first.services);
    expect(await first.runJobs()).toEqual({ done: 0, errors: [] });
    const customer = await aCustomer(first);
    const { newest } = await customer.api.exchangeRates.readExchangeRates({});
    expect(Number(newest?.rates.HKD)).toBeCloseTo(9, 0);
    await first.close();
  });

  test("that fails is retried, then reported to admins as other jobs are", async () => {
    const broken = await testApp({ settings: { EXCHANGE_RATES_URL: "http://127.0.0.1:1/none" } });
    await broken.services.jobs.enqueue(broken.services.db, "fetch-exchange-rates", {});
    let failures = 0;
    // The first run and twelve retries.
    for (let run = 0; run < 13; run += 1) {
      failures += (await broken.runJobs({ withDelayed: true })).errors.length;
    }
    expect(failures).toBe(13);
    await broken.runJobs({ withDelayed: true });
    const admin = await anAdmin(broken);
    const { items } = await admin.api.errorReports.listErrors({ page: 1, pageSize: 20 });
    expect(items.map(({ errorMessage }) => errorMessage).join()).toContain("fetch-exchange-rates");
    await broken.close();
  });
});

describe("readExchangeRates", () => {
  test("requires a session", async () => {
    const { exchangeRates } = app.client().api;
    await expectApiError(exchangeRates.readExchangeRates({}), "signed_out");
  });

  test("has none before the first fetch, and only those of the source in use", async () => {
    const own = await testApp();
    const { api } = await aCustomer(own);
    expect(await api.exchangeRates.readExchangeRates({})).toEqual({ newest: null });
    own.clock.set("2026-11-20T20:00:00Z");
    await fetchExchangeRates({
      ...own.services,
      exchangeRates: {
        source: "another.example",
        readDay: async () => ({ day: "2026-11-20", rates }),
      },
    });
    expect(await api.exchangeRates.readExchangeRates({})).toEqual({ newest: null });
    await own.close();
  });

  test.each([
    ["the same day", "2026-11-13T17:00:00Z", true],
    ["six days later", "2026-11-19T23:59:59Z", true],
    ["seven days later", "2026-11-20T00:00:00Z", false],
    ["eight days later", "2026-11-21T00:00:00Z", false],
  ])("of 13 November, %s: shown %s", async (_, at, isShown) => {
    const { source } = app.services.exchangeRates;
    await fetchDay(
      { day: "2026-11-12", rates: { ...rates, HKD: "1" } },
      "2026-11-12T17:00:00Z",
      source,
    );
    await fetchDay({ day: "2026-11-13", rates }, "2026-11-13T17:00:00Z", source);
    const { api } = await aCustomer(app);
    app.clock.set(at);
    const newest = isShown ? { day: "2026-11-13", rates: stored(rates) } : null;
    expect(await api.exchangeRates.readExchangeRates({})).toEqual({ newest });
  });
});
