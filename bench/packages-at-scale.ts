// Measures lists, searches, counts and the export at 10,000 and 1,000,000 packages: p50, p99 and their ratios.
//
// Both databases are read into memory first and measured in turns. On a busy machine the p99 shows the machine's load; the
// p50 beside it shows the cost of the size.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { CurrentSession, SignedInContext } from "#platform/server/context.ts";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import type { Database } from "#platform/server/db/open.ts";
import { openQueues } from "#platform/server/limits/queues.ts";
import {
  exportDelivered,
  listPackages,
  listShipments,
} from "#goods/server/packages/lists/list-packages.ts";
import { listUsers } from "#office/server/users/users.ts";
import { compare, compareHeader, warm } from "./compare-sizes.ts";
import { openSizedDatabase, silent } from "./sized-database.ts";

const sizes = { small: 10_000, large: Number(process.env["BENCH_PACKAGES"] ?? 1_000_000) };
const samples = Number(process.env["BENCH_SAMPLES"] ?? 1_000);
const maxRatio = 1.5;
// A part of the names of the measurements to run; empty for all.
const nameFilter = process.env["BENCH_ONLY"] ?? "";
const isSelected = ([name]: readonly [string, unknown]) => name.includes(nameFilter);

/** One of the two databases, with values for the inputs of its measurements. */
type TestDatabase = {
  readonly database: Database;
  readonly context: SignedInContext;
  readonly size: number;
  readonly userIds: readonly string[];
  readonly numbers: readonly string[];
  readonly emails: readonly string[];
  readonly names: readonly string[];
};

/** A context with only those parts of a session that the operations use. */
function contextOf(database: Database, userId: string): SignedInContext {
  const session = { person: { id: userId } } as CurrentSession;
  return { db: database.kysely, log: silent, session } as unknown as SignedInContext;
}

async function openTestDatabase(url: string, name: string, size: number): Promise<TestDatabase> {
  const database = await openSizedDatabase(url, { name, size });
  await warm(database);
  const { rows } = await database.pool.query<{
    id: string;
    number: string;
    email: string;
    name: string;
  }>(
    `select profiles.id, tracking_number as number, email, full_name as name
     from packages tablesample bernoulli (${Math.min(100, 300_000 / size)}) join profiles on profiles.id = user_id
     order by random() limit 3000`,
  );
  return {
    database,
    size,
    context: contextOf(database, rows[0]?.id ?? ""),
    userIds: rows.map(({ id }) => id),
    numbers: rows.map(({ number }) => number),
    emails: rows.map(({ email }) => email),
    names: rows.map(({ name }) => name),
  };
}

type Measurement = (target: TestDatabase, turn: number) => Promise<unknown>;
type ListInput = Partial<Parameters<typeof listShipments>[1]>;

const admin = (target: TestDatabase, input: ListInput) =>
  listShipments(target.context, {
    tab: "all",
    status: "all",
    weekStartsOn: null,
    search: "",
    page: 1,
    pageSize: 20,
    ...input,
  });

const pick = (from: readonly string[], turn: number) => from[turn % from.length] ?? "";

/** Any of the pages there are, however far behind. */
const anyPage = (count: number) => 1 + Math.floor((Math.random() * count) / 20);

const own =
  (tab: "all" | "active" | "delivered", search = ""): Measurement =>
  (target, turn) =>
    listPackages(contextOf(target.database, pick(target.userIds, turn)), {
      tab,
      search,
      page: 1,
      pageSize: 20,
    });

const users = (target: TestDatabase, search: string) =>
  listUsers(target.context, {
    search,
    state: "all",
    order: "createdAt",
    direction: "desc",
    page: 1,
    pageSize: 20,
  });

const measurements: Record<string, Measurement> = {
  "customer, all": own("all"),
  "customer, active": own("active"),
  "customer, delivered": own("delivered"),
  "customer, search": own("all", "tea"),
  "tab counts (one row)": (target) => admin(target, { pageSize: 1 }),
  "admin, all": (target) => admin(target, {}),
  "admin, active": (target) => admin(target, { tab: "active" }),
  "admin, delivered": (target) => admin(target, { tab: "delivered" }),
  "admin, pending": (target) => admin(target, { status: "pending" }),
  "admin, in transit": (target) => admin(target, { status: "in_transit" }),
  "admin, any page": (target) => admin(target, { page: anyPage(target.size) }),
  "admin, any active page": (target) =>
    admin(target, { tab: "active", page: anyPage(target.size * 0.11) }),
  "admin, any delivered page": (target) =>
    admin(target, { tab: "delivered", page: anyPage(target.size * 0.85) }),
  "search, whole number": (target, turn) => admin(target, { search: pick(target.numbers, turn) }),
  "search, end of number": (target, turn) =>
    admin(target, { search: pick(target.numbers, turn).slice(-8) }),
  "search, whole email": (target, turn) => admin(target, { search: pick(target.emails, turn) }),
  "search, part of email": (target, turn) =>
    admin(target, { search: pick(target.emails, turn).split("@")[0]?.slice(3) ?? "" }),
  "search, number among delivered": (target, turn) =>
    admin(target, { tab: "delivered", search: pick(target.numbers, turn) }),
  "search, nothing found": (target) => admin(target, { search: "ZZQQ-NOT-THERE" }),
  "users, newest": (target) => users(target, ""),
  "users, whole email": (target, turn) => users(target, pick(target.emails, turn)),
  "users, last name": (target, turn) => users(target, pick(target.names, turn).split(" ")[1] ?? ""),
};

/** Searches whose number of matches grows with the size; for information only. */
const broadMeasurements: Record<string, Measurement> = {
  "search, 'SF' (a fifth of all)": (target) => admin(target, { search: "SF" }),
  "search, '@example.com' (a third)": (target) => admin(target, { search: "@example.com" }),
  "search, three digits": (target, turn) => admin(target, { search: String(100 + (turn % 900)) }),
  "search, four digits": (target, turn) =>
    admin(target, { search: String(1000 + ((turn * 7) % 9000)) }),
  "search, one sign": (target) => admin(target, { search: "7" }),
  "users, 'mei' (a tenth)": (target) => users(target, "mei"),
};

async function measureExport({ database, context }: TestDatabase): Promise<void> {
  const responseHeaders = new Headers();
  const exporting = { ...context, db: database.kysely, queues: openQueues(), responseHeaders };
  const reader = { timeZone: "Asia/Singapore", locale: "en-GB" };
  await wait(200);
  const rssAtStart = process.memoryUsage().rss;
  let maxRss = rssAtStart;
  let bytes = 0;
  let lines = 0;
  let firstByteAt = 0;
  const startedAt = performance.now();
  for await (const chunk of await exportDelivered(exporting, reader)) {
    firstByteAt ||= performance.now();
    bytes += chunk.byteLength;
    for (const byte of chunk) if (byte === 10) lines += 1;
    maxRss = Math.max(maxRss, process.memoryUsage().rss);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const megabytes = (count: number) => (count / 1_048_576).toFixed(1);
  process.stdout.write(
    `export: ${lines - 1} rows, ${megabytes(bytes)} MB in ${seconds.toFixed(1)} s, first byte after ` +
      `${(firstByteAt - startedAt).toFixed(0)} ms, memory grew by ${megabytes(maxRss - rssAtStart)} MB at most\n`,
  );
}

// A configured folder keeps the data for the next run.
const storedFolder = process.env["BENCH_FOLDER"];
const dataFolder = storedFolder ?? (await mkdtemp(join(tmpdir(), "bench-packages-")));
const postgres = await startEmbeddedPostgres({ dataFolder, log: silent });
const databases: TestDatabase[] = [];
try {
  const small = await openTestDatabase(postgres.url, "small", sizes.small);
  const large = await openTestDatabase(postgres.url, "large", sizes.large);
  databases.push(small, large);
  process.stdout.write(compareHeader);
  const slower: string[] = [];
  for (const [name, measured] of Object.entries(measurements).filter(isSelected)) {
    const { p99Ratio } = await compare(name, measured, [small, large], samples);
    if (p99Ratio > maxRatio) slower.push(name);
  }
  process.stdout.write("searches whose number of matches grows with the size:\n");
  for (const [name, measured] of Object.entries(broadMeasurements).filter(isSelected)) {
    await compare(name, measured, [small, large], Math.ceil(samples / 10));
  }
  if (nameFilter === "") await measureExport(small);
  if (nameFilter === "") await measureExport(large);
  process.stdout.write(
    slower.length === 0
      ? `Each p99 is at most ${maxRatio} times that of ${sizes.small} packages.\n`
      : `p99 above ${maxRatio} times: ${slower.join("; ")}\n`,
  );
} finally {
  await Promise.all(databases.map(({ database }) => database.close()));
  await postgres.close();
  if (storedFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
}
