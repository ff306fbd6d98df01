// Imports of rates: files of 10,000 and 100,000 rows and one of nearly 20 MB, previewed, imported and imported again over the
// ones before. First within this process, with the longest CPU time in which nothing else could run, and the CPU time of comparing
// all services for a parcel at the imported rates; then by a server of its own, with its memory and the slowest of the requests
// that others send meanwhile.
//   node bench/rate-import.ts
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn, setTimeout as pause } from "node:timers/promises";
import { countries } from "#catalogue/rules/country.ts";
import { rateColumns, rateFileLimits } from "#catalogue/rules/rate-import.ts";
import { todayOfRates } from "#catalogue/rules/price-day.ts";
import type { CurrentSession, SignedInContext } from "#platform/server/context.ts";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import { migrate } from "#platform/server/db/migrate.ts";
import { openDatabase } from "#platform/server/db/open.ts";
import { compareServices } from "#shipping/server/quotes/compare-services.ts";
import { importRates } from "#catalogue/server/shipping-services/rates.ts";
import { createPriceCache } from "#catalogue/server/shipping-services/read-services.ts";
import { serverProcess } from "#test/crashes/server-process.ts";
import {
  cookieOfStaff,
  residentMegabytes,
  say,
  silent,
  spread,
  watchMemory,
} from "./parts/measuring.ts";

const allowedSeconds = 5;
const allowedStallMilliseconds = 100;
const allowedQuoteMilliseconds = 5;
const services = ["hk-post-air", "hk-post-surface", "sg-post-air", "sg-post-surface"];
const codes = countries.map(({ code }) => code);

type RatesOf = { readonly name: string; readonly file: File; readonly rows: number };

/** Tables to groups of so many countries in all services, with the same number of bands each. */
function ratesOf(
  name: string,
  rows: number,
  countriesOfTable: number,
  tablesOfService: number,
): RatesOf {
  const groups = Array.from({ length: tablesOfService }, (_, table) =>
    codes.slice(table * countriesOfTable, (table + 1) * countriesOfTable).join(" "),
  );
  const bands = Math.ceil(rows / services.length / groups.length);
  const lines = services.flatMap((service) =>
    groups.flatMap((group) =>
      Array.from(
        { length: bands },
        (_, index) => `${service},${group},${index + 1},${(1 + index / 100).toFixed(2)},500,5.00`,
      ),
    ),
  );
  const text = [rateColumns.join(","), ...lines.slice(0, rows)].join("\n");
  return { name, rows, file: new File([text], "rates.csv") };
}

const rowsOfFiles = Number(process.env["BENCH_ROWS"] ?? rateFileLimits.rows);
const files = [
  ratesOf("10,000 rows", 10_000, 10, 10),
  ratesOf(`${rowsOfFiles} rows of ten countries`, rowsOfFiles, 10, 20),
  ratesOf(`${rowsOfFiles} rows in one table of each service`, rowsOfFiles, 10, 1),
  ratesOf(`${rowsOfFiles} rows of 55 countries`, rowsOfFiles, 55, 4),
];
const validFrom = todayOfRates(new Date());
const modes = ["preview", "import", "import"] as const;
let isWithin = true;

function megabytes({ file }: RatesOf): string {
  return (file.size / 1_048_576).toFixed(1);
}

/** Watches the longest CPU time between two turns of the event loop, which does not depend on what else the machine does. */
function watchStalls(): () => Promise<number> {
  let [isOver, longest] = [false, 0];
  const watching = (async () => {
    let before = process.threadCpuUsage();
    while (!isOver) {
      await turn();
      const { user, system } = process.threadCpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
      before = process.threadCpuUsage();
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return longest;
  };
}

/** CPU time of comparing all services for a parcel: the first time, which reads the rates, and then of one. */
async function quoteMilliseconds(context: SignedInContext): Promise<[number, number]> {
  const runs = 100;
  const parcel = { weightGrams: 2300, countryCode: codes[0] ?? "US", postalCode: null } as const;
  const contents = { originCode: "HK", battery: null, goods: [] } as const;
  const compare = async () =>
    await compareServices(context, { ...parcel, ...contents, sidesMm: null, order: "price" });
  const cpu = async (count: number) => {
    const before = process.cpuUsage();
    for (let run = 0; run < count; run += 1) await compare();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / count;
  };
  return [await cpu(1), await cpu(runs)];
}

async function measureHere(url: string): Promise<void> {
  const database = openDatabase({ url, log: silent });
  await migrate(database);
  const session = { person: { id: randomUUID() } } as unknown as CurrentSession;
  const now = () => new Date();
  const all = {
    db: database.kysely,
    log: silent,
    session,
    now,
    ipAddress: "127.0.0.1",
    language: "en",
    unchanged: () => undefined,
    auditOf: async () => undefined,
    servicePrices: createPriceCache(),
    exchangeRates: { source: "Bench" },
  };
  const context = all as unknown as SignedInContext;
  for (const rates of files) {
    for (const mode of modes) {
      const stopWatching = watchStalls();
      const begun = performance.now();
      const result = await importRates(context, {
        file: rates.file,
        validFrom,
        source: "Bench",
        mode,
        replaces: "services",
        leavingOut: "accepted",
      });
      const seconds = (performance.now() - begun) / 1000;
      const stall = await stopWatching();
      if (result.isImported !== (mode === "import"))
        throw new Error(JSON.stringify(result.errors[0]));
      isWithin &&= seconds < allowedSeconds && stall < allowedStallMilliseconds;
      say(
        `${rates.name}, ${megabytes(rates)} MB, ${mode}: ${seconds.toFixed(2)} s, longest stall ` +
          `${stall.toFixed(0)} ms of CPU, ${result.changeCount} changes`,
      );
    }
    const [first, next] = await quoteMilliseconds(context);
    isWithin &&= next < allowedQuoteMilliseconds;
    say(
      `${rates.name}, comparing all services: ${next.toFixed(2)} ms of CPU, ${first.toFixed(0)} ms the first time`,
    );
  }
  await database.close();
}

async function measureServer(): Promise<void> {
  const server = await serverProcess(null);
  try {
    await server.start();
    const { address } = server;
    const cookie = await cookieOfStaff(address);
    const send = async ({ file }: RatesOf, mode: string) => {
      const body = new FormData();
      body.set("file", file);
      for (const [name, value] of Object.entries({ validFrom, source: "Bench", mode })) {
        body.set(name, value);
      }
      const headers = { origin: address, cookie };
      const init = { method: "POST", headers, body };
      const response = await fetch(`${address}/api/admin/rates/import`, init);
      const text = await response.text();
      if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 300)}`);
    };
    const call = async () => {
      const begun = performance.now();
      const response = await fetch(`${address}/api/session`, { headers: { cookie } });
      await response.arrayBuffer();
      return performance.now() - begun;
    };
    const callUntil = async (isOver: () => boolean) => {
      const taken: number[] = [];
      while (!isOver()) {
        taken.push(await call());
        await pause(5);
      }
      return `other requests ${spread(taken)}`;
    };
    const aloneUntil = performance.now() + 5_000;
    say(`server: without an import: ${await callUntil(() => performance.now() > aloneUntil)}`);
    for (const rates of files) {
      for (const mode of modes) {
        await pause(1_000);
        const before = residentMegabytes(server.processId());
        const stop = watchMemory(server.processId());
        let isOver = false;
        const calling = callUntil(() => isOver);
        const begun = performance.now();
        await send(rates, mode);
        const seconds = (performance.now() - begun) / 1000;
        isOver = true;
        const others = await calling;
        isWithin &&= seconds < 2 * allowedSeconds;
        say(
          `server: ${rates.name}, ${mode}: ${seconds.toFixed(2)} s; memory ${before.toFixed(0)} MB, at most ` +
            `${(stop() - before).toFixed(0)} MB more; ${others}`,
        );
      }
    }
  } finally {
    await server.remove();
  }
}

const dataFolder = await mkdtemp(join(tmpdir(), "rates-bench-"));
const postgres = await startEmbeddedPostgres({ dataFolder: join(dataFolder, "data"), log: silent });
try {
  await measureHere(postgres.url);
} finally {
  await postgres.close();
  await rm(dataFolder, { recursive: true, force: true });
}
await measureServer();
process.exitCode = isWithin ? 0 : 1;
