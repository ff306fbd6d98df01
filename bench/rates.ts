// CPU time of comparing all services for one parcel, against looking each price up in its table; the time of reading and
// comparing a file of 10,000 rates, against splitting it into cells; and that of importing it into a database.
//   node bench/rates.ts
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localTime } from "#core/calendar-day.ts";
import { storageRatesTimeZone } from "#core/storage-rate.ts";
import type { CurrentSession, SignedInContext } from "#server/context.ts";
import { startEmbeddedPostgres } from "#server/db/embedded/supervisor.ts";
import { migrate } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import { importRates } from "#server/shipping-services/import-rates.ts";
import { compareServices } from "#core/service-comparison.ts";
import type { ShippingService } from "#core/shipping-service.ts";
import { changedRates, parseRates, rateColumns } from "#core/rate-import.ts";
import { seededServices } from "#testing/seeded-services.ts";
import { silent } from "./sized-database.ts";

const runs = 2_000;
const copies = 10;

/** Ten of each, with ten surcharges, so that an operator with many carriers is measured too. */
const manyServices: readonly ShippingService[] = seededServices.flatMap((service) =>
  Array.from({ length: copies }, (_, index) => ({
    ...service,
    code: index === 0 ? service.code : `${service.code}-${index}`,
    divisor: 5000 as const,
    surcharges: Array.from({ length: copies }, () => ({
      kind: "fuel_percent" as const,
      condition: {},
      amount: 125,
      validFrom: "2026-01-01",
    })),
  })),
);
const rates = { HKD: "8", SGD: "1.5", AUD: "1.6", GBP: "0.8", CAD: "1.5", CNY: "8", USD: "1.1" };

function compareAll(services: readonly ShippingService[], weightGrams: number): number {
  return compareServices(
    {
      piece: { weightGrams, sidesMm: [400, 300, 250] },
      countryCode: "US",
      postalCode: "10001",
      day: "2026-11-23",
      battery: "none",
      goods: [],
      needsPrepaidDuty: false,
      isAddressComplete: true,
    },
    { services, lanes: [], rates },
    "price",
  ).length;
}

function lookUpAll(services: readonly ShippingService[], weightGrams: number): number {
  let sum = 0;
  for (const { rates: tables } of services) {
    const table = tables.find(({ countries }) => countries.includes("US"));
    sum += table?.bands.find(({ upToGrams }) => weightGrams <= upToGrams)?.priceCents ?? 0;
  }
  return sum;
}

function cpuMilliseconds(work: (weightGrams: number) => number): number {
  for (let run = 0; run < runs; run++) work(100 + run);
  const before = process.cpuUsage();
  for (let run = 0; run < runs; run++) work(100 + run);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / runs;
}

const rowCount = 10_000;

/** Ten tables, so that bands and countries are both many. */
const file = [
  rateColumns.join(","),
  ...Array.from({ length: rowCount }, (_, index) => {
    const code = ["US", "CA", "GB", "DE", "FR", "JP", "AU", "NZ", "SG", "MY"][index % 10];
    return `hk-post-air,${code},${10 * (index + 1)},${(1 + index / 100).toFixed(2)},500,5.00`;
  }),
].join("\n");
const started = performance.now();
const { tables, errors } = parseRates(file, new Set(["hk-post-air"]));
const parsed = performance.now();
const { count } = changedRates("hk-post-air", [], tables.get("hk-post-air") ?? []);
const counted = performance.now();
let cells = 0;
for (const line of file.split("\n")) cells += line.split(",").length;
const split = performance.now() - counted;
console.log(
  `${rowCount} rows: read in ${(parsed - started).toFixed(0)} ms with ${errors.length} errors, compared in ` +
    `${(counted - parsed).toFixed(0)} ms with ${count} changes; ` +
    `${((counted - started) / split).toFixed(0)} times splitting its ${cells} cells`,
);

for (const services of [seededServices, manyServices]) {
  const compared = cpuMilliseconds((grams) => compareAll(services, grams));
  const looked = cpuMilliseconds((grams) => lookUpAll(services, grams));
  console.log(
    `${services.length} services: ${compared.toFixed(4)} ms of CPU for a parcel, ` +
      `${(compared / looked).toFixed(0)} times a bare look-up (${looked.toFixed(5)} ms)`,
  );
}

/** Imports the file twice, first as a preview, into a database of its own. */
async function measureImport(url: string): Promise<void> {
  const database = openDatabase({ url, log: silent });
  await migrate(database);
  const now = () => new Date();
  const session = { person: { id: randomUUID() } } as unknown as CurrentSession;
  const services = { db: database.kysely, log: silent, session, now, ipAddress: "127.0.0.1" };
  const context = services as unknown as SignedInContext;
  const { day: validFrom } = localTime(storageRatesTimeZone, now());
  const times: string[] = [];
  for (const isPreview of [true, false]) {
    const begun = performance.now();
    const result = await importRates(context, { csv: file, validFrom, source: "Bench", isPreview });
    if (result.isImported === isPreview) throw new Error("It was not imported as it should be.");
    times.push(
      `${isPreview ? "previewed" : "imported"} in ${(performance.now() - begun).toFixed(0)} ms`,
    );
  }
  console.log(`${rowCount} rows ${times.join(", ")}`);
  await database.close();
}

const dataFolder = await mkdtemp(join(tmpdir(), "rates-bench-"));
const postgres = await startEmbeddedPostgres({ dataFolder: join(dataFolder, "data"), log: silent });
try {
  await measureImport(postgres.url);
} finally {
  await postgres.close();
  await rm(dataFolder, { recursive: true, force: true });
}
