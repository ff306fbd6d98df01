import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { quotes } from "#catalogue/contract/quotes.ts";
import { languages } from "#platform/rules/language.ts";
import { amountOfWorking, type PriceLine } from "#catalogue/rules/service-price.ts";
import { attemptLimits } from "#platform/rules/attempt-limits.ts";
import { expectApiError } from "#test/api-errors.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { ratesFile } from "#test/rates-file.ts";
import { acceptedServices } from "#test/seeded-services.ts";
import { readServices } from "#catalogue/server/shipping-services/read-services.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";

let app: TestApp;
let customer: TestPerson;

beforeAll(async () => {
  app = await testApp();
  await enterWarehouse(app);
  customer = await aCustomer(app);
  return () => app.close();
});

const parcel = { weightGrams: 1000, countryCode: "US" } as const;

test("the table of the specification comes as rows, to every cell, and nobody changes them", async () => {
  const { services } = await readServices(app.services);
  expect(services).toHaveLength(acceptedServices.length);
  for (const [
    index,
    { id: _own, validFrom: _day, source: _text, ...service },
  ] of services.entries()) {
    expect(acceptedServices[index]).toMatchObject(service);
  }
  for (const table of ["shipping_services", "service_rates", "service_surcharges"]) {
    const changed = sql`delete from ${sql.table(table)}`.execute(app.database.kysely);
    await expect(changed).rejects.toThrow(/permission denied/);
  }
});

test("services are named in the language of the request", async () => {
  const namesIn = async (language: string) => {
    const response = await app.client().fetch("/api/services", {
      headers: { "accept-language": language },
    });
    const { items } = (await response.json()) as { items: { name: string }[] };
    return items.map(({ name }) => name);
  };
  for (const language of languages) {
    expect(await namesIn(language)).toEqual(acceptedServices.map(({ names }) => names[language]));
  }
});

test("a weight is estimated by the direct services and along the route, without what is suspended or closed", async () => {
  const input = { weightGrams: 1001, originCode: "HK", destinationId: "europe" } as const;
  const { api } = customer;
  const europe = await api.quotes.estimateFreight({ ...input, to: { countryCode: "DE" } });
  expect(europe).toMatchObject({ weightGrams: 1001, destinationId: "europe" });
  expect(
    europe.services.map(({ carrierId, service, amountCents }) => [carrierId, service, amountCents]),
  ).toEqual([
    ["hk-post", "air", 18_500],
    ["sg-post", "air", 4800],
    ["sg-post", "surface", 2400],
  ]);
  for (const { amountCents, working } of europe.services) {
    expect(amountOfWorking(working)).toBe(amountCents);
  }
  expect(europe.route.totalCents).toBe(18_500);
  const usa = await api.quotes.estimateFreight({
    weightGrams: 1001,
    originCode: "CN",
    to: { countryCode: "US" },
  });
  expect(usa).toMatchObject({
    services: [],
    route: {
      totalCents: 17_300,
      legs: [
        { state: "not_priced" },
        { origin: "HK", destination: "SG", service: "air", amountCents: 12_500 },
        { origin: "SG", destination: "US", service: "air", amountCents: 4800 },
      ],
    },
  });
  for (const weightGrams of [99, 30_001, 1.5, Number.NaN]) {
    const wrong = { ...input, weightGrams, to: { countryCode: "DE" } } as const;
    await expectApiError(api.quotes.estimateFreight(wrong), "invalid_input");
  }
  // Visitors have the same calculator, and are told of suspensions, which never replace a price.
  const { services, suspensions, dutyPrepaidIn } = await app
    .client()
    .api.quotes.estimateFreight({ ...input, destinationId: "usa", to: { countryCode: "US" } });
  expect(services[0]).toMatchObject({ carrierId: "hk-post", amountCents: 18_500 });
  expect(suspensions.map(({ carrierId, service }) => [carrierId, service])).toEqual([
    ["hk-post", "air"],
    ["hk-post", "surface"],
  ]);
  expect(dutyPrepaidIn).toBe("US");
  expect(europe).toMatchObject({ suspensions: [], dutyPrepaidIn: null });
});

test("services are compared with every reason of a closed one and a working that recomputes", async () => {
  const day = new Date().toISOString().slice(0, 10);
  const { source } = app.services.exchangeRates;
  const rate = { source, day, fetchedAt: new Date() };
  const euro = { HKD: "8", SGD: "1.5", AUD: "1.6", GBP: "0.8", CAD: "1.5", CNY: "8", USD: "1.1" };
  const without = await customer.api.quotes.compareServices(parcel);
  expect(without.exchangeDay).toBeNull();
  expect(without.items.every(({ usdCents }) => usdCents === null)).toBe(true);
  const admin = await anAdmin(app);
  const oldRates = async () =>
    (await admin.api.admin.readDashboard({})).work.find(({ kind }) => kind === "old_exchange_rates")
      ?.count;
  expect(await oldRates()).toBe(1);
  const viaOf = ({ items }: typeof without) =>
    items.find(({ code }) => code === "via-singapore-air");
  expect(viaOf(without)?.reasons).toEqual([{ kind: "exchange_rate_missing" }]);

  const insertRates = async (from: string) =>
    await app.database.kysely
      .insertInto("exchangeRates")
      .values(
        Object.entries(euro).map(([currency, value]) => ({
          ...rate,
          source: from,
          currency,
          rate: value,
        })) as never,
      )
      .execute();
  // Quotes are made from the rates of the source in use alone, and the work list counts by the same.
  await insertRates("another.example");
  expect((await customer.api.quotes.compareServices(parcel)).exchangeDay).toBeNull();
  expect(await oldRates()).toBe(1);
  await insertRates(source);
  const { items, exchangeDay, exchangeSource } = await customer.api.quotes.compareServices({
    ...parcel,
    battery: "loose",
  });
  expect([exchangeDay, exchangeSource]).toEqual([day, source]);
  expect(await oldRates()).toBeUndefined();
  const kinds = items.map(({ code, reasons }) => [code, reasons.map(({ kind }) => kind)]);
  expect(Object.fromEntries(kinds)).toEqual({
    "hk-post-air": ["goods_rule", "lane_suspended", "prepaid_duty_missing"],
    "hk-post-surface": ["goods_rule", "lane_suspended", "prepaid_duty_missing"],
    "sg-post-air": ["other_origin"],
    "sg-post-surface": ["other_origin"],
    "via-singapore-air": ["goods_rule"],
  });
  // What is closed has no price.
  expect(
    items.every(({ lines, totalCents, usdCents }) =>
      [...lines, totalCents, usdCents].every((one) => one === null),
    ),
  ).toBe(true);
  const open = await customer.api.quotes.compareServices(parcel);
  const via = viaOf(open);
  // 95.00 and 35.00 SGD at 1.1 / 1.5, each rounded up: 69.67 and 25.67.
  expect(via).toMatchObject({ totalCents: 13_000, usdCents: 9534 });
  // Without a size nothing is known of a box; Basic is $129 for 5 packages.
  expect(open).toMatchObject({
    packedGrams: 1000,
    box: null,
    plan: { name: "Basic", shareCents: 2580 },
    isDutyPrepaid: true,
  });
  expect(via?.doorCents).toBe(9534 + 2580);
  for (const { amountCents, working } of open.items.flatMap(({ lines }) => lines)) {
    expect(amountOfWorking(working as PriceLine["working"])).toBe(amountCents);
  }
  const large = await customer.api.quotes.compareServices({
    ...parcel,
    weightGrams: 31_000,
    sidesMm: [1600, 100, 100],
  });
  for (const { reasons } of large.items.filter(({ code }) => !code.startsWith("sg-"))) {
    expect(reasons).toContainEqual({ kind: "too_heavy", maximumGrams: 30_000 });
  }
  // Seven days later the rates are too old to quote with.
  app.clock.set(new Date(Date.parse(day) + 7 * 86_400_000));
  const old = await customer.api.quotes.compareServices(parcel);
  expect([old.exchangeDay, old.items.every(({ usdCents }) => usdCents === null)]).toEqual([
    null,
    true,
  ]);
  for (const { reasons } of old.items.filter(({ code }) => !code.startsWith("sg-"))) {
    expect(reasons).toContainEqual({ kind: "exchange_rate_missing" });
  }
  expect(await oldRates()).toBe(1);
  app.clock.set(new Date());
});

test.each<Record<string, unknown>>([
  { weightGrams: 1e9 },
  { weightGrams: -1 },
  { weightGrams: 99 },
  { sidesMm: [1, 2] },
  { sidesMm: [0, 1, 1] },
  { countryCode: "XX" },
])("%j is not accepted", async (wrong) => {
  const input = { ...parcel, ...wrong } as typeof parcel;
  await expectApiError(customer.api.quotes.compareServices(input), "invalid_input");
});

test("an address without a session compares a number of times an hour", async () => {
  const { api } = app.client();
  await api.quotes.compareServices(parcel);
  const others = attemptLimits.comparisonsPerAddress.attempts - 2;
  await sql`
    insert into attempts (bucket, attempted_at)
    select bucket, attempted_at from attempts, generate_series(1, ${others}::int)
    where bucket like 'comparisonsPerAddress:%'
  `.execute(app.database.kysely);
  await api.quotes.compareServices(parcel);
  await expectApiError(api.quotes.compareServices(parcel), "too_many_requests");
  await customer.api.quotes.compareServices(parcel);
});

test("rates are imported by new versions from a day on, or not at all", async () => {
  const { api } = await anAdmin(app);
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Hong_Kong" }).format(new Date());
  const header = "service,countries,up_to_grams,price,step_grams,step_price";
  const row = "sg-post-surface,US,500,12.00,500,5.99";
  const input = {
    validFrom: day,
    source: "A test",
    mode: "import" as "import" | "preview",
    leavingOut: "accepted" as const,
  };
  const send = async (rows: readonly string[], changes: Partial<typeof input> = {}) =>
    await api.rates.importRates({ ...input, file: ratesFile([header, ...rows]), ...changes });
  const versionOf = async (code: string) => {
    const { services } = await readServices(app.services);
    const found = services.find((service) => service.code === code);
    return { version: found?.version, source: found?.source, rates: found?.rates };
  };

  const wrong = await send([row, "hk-post-air,XX,500,1e9,,"]);
  expect(wrong).toMatchObject({ isImported: false, errorCount: 2, changeCount: 0 });
  const preview = await send([row], { mode: "preview" });
  expect(preview.changes.filter(({ countries }) => countries.includes("US"))).toEqual([
    {
      service: "sg-post-surface",
      countries: ["US"],
      weightGrams: 1000,
      beforeCents: 1800,
      afterCents: 1799,
    },
    {
      service: "sg-post-surface",
      countries: ["US"],
      weightGrams: 1500,
      beforeCents: 2400,
      afterCents: 2398,
    },
    {
      service: "sg-post-surface",
      countries: ["US"],
      weightGrams: 2000,
      beforeCents: 3000,
      afterCents: 2997,
    },
    {
      service: "sg-post-surface",
      countries: ["US"],
      weightGrams: 2500,
      beforeCents: 3600,
      afterCents: 3596,
    },
  ]);
  expect((await versionOf("sg-post-surface")).version).toBe(2);

  const rates = [
    {
      countries: ["US"],
      bands: [{ upToGrams: 500, priceCents: 1200 }],
      step: { grams: 500, priceCents: 599 },
    },
  ];
  const tomorrow = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  expect((await send([row], { validFrom: tomorrow })).isImported).toBe(true);
  expect((await versionOf("sg-post-surface")).version).toBe(2);
  expect((await send([row])).isImported).toBe(true);
  expect(await versionOf("sg-post-surface")).toMatchObject({ version: 4, source: "A test", rates });
  // Of two versions of a day the later one counts.
  await send([row.replace("12.00", "11.00")]);
  expect((await versionOf("sg-post-surface")).rates?.[0]?.bands[0]?.priceCents).toBe(1100);
  await expectApiError(send([row], { validFrom: "2026-01-01" }), "invalid_storage_day");
  expect((await send([row], { source: " " })).isImported).toBe(true);
  await expectApiError(
    customer.api.rates.importRates({ ...input, file: ratesFile([header]) }),
    "forbidden",
  );
});

test("B14: no answer grows with the number of rates, which are read once", async () => {
  const { api } = await anAdmin(app);
  const answers = {
    listServices: () => customer.api.quotes.listServices({}),
    estimateFreight: () =>
      customer.api.quotes.estimateFreight({
        weightGrams: 1000,
        originCode: "SG",
        to: { countryCode: "US" },
        destinationId: "usa",
      }),
    compareServices: () => customer.api.quotes.compareServices(parcel),
  } satisfies Record<keyof typeof quotes, () => Promise<unknown>>;
  const sizes = async () =>
    await Promise.all(
      Object.values(answers).map(async (answer) => JSON.stringify(await answer()).length),
    );
  const bandsOf = async () => {
    const { services } = await readServices(app.services);
    return services.find(({ code }) => code === "sg-post-surface")?.rates[0]?.bands;
  };
  const before = await sizes();
  const rows = Array.from(
    { length: 3000 },
    (_, index) => `sg-post-surface,US,${index + 1},${(10 + index / 100).toFixed(2)},500,6.00`,
  );
  const { isImported } = await api.rates.importRates({
    file: ratesFile(["service,countries,up_to_grams,price,step_grams,step_price", ...rows]),
    validFrom: new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Hong_Kong" }).format(new Date()),
    source: "Many",
    mode: "import",
    leavingOut: "accepted",
  });
  expect(isImported).toBe(true);
  expect(await bandsOf()).toHaveLength(3000);
  const after = await sizes();
  for (const [place, size] of after.entries()) {
    expect(Math.abs(size - (before[place] ?? 0))).toBeLessThan(200);
  }
  expect(await bandsOf()).toBe(await bandsOf());
});
