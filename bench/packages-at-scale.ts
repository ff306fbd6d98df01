// Measures lists, searches, counts and the export at 10,000 and 1,000,000 packages: p50, p99 and their ratios.
//
// Both databases are read into memory first and asked by turns. A p99 is the slowest of a hundred, so on a busy machine
// it tells of the machine; the p50 beside it tells what the size costs.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { CurrentSession, SignedInContext } from "#server/context.ts";
import { startEmbeddedPostgres } from "#server/db/embedded/supervisor.ts";
import type { Database } from "#server/db/open.ts";
import { openQueues } from "#server/limits/queues.ts";
import { exportDelivered } from "#server/packages/lists/export-delivered.ts";
import { listPackages } from "#server/packages/lists/list-packages.ts";
import { listShipments } from "#server/packages/lists/list-shipments.ts";
import { listUsers } from "#server/users/list-users.ts";
import { fillWithPackages } from "./fill-with-packages.ts";
import { openSizedDatabase, quantile, silent } from "./sized-database.ts";

const sizes = { small: 10_000, large: Number(process.env["BENCH_PACKAGES"] ?? 1_000_000) };
const samples = Number(process.env["BENCH_SAMPLES"] ?? 1_000);
const mostRatio = 1.5;
// A part of the questions' names, to ask only those.
const asked = process.env["BENCH_ONLY"] ?? "";
const isRequested = ([name]: readonly [string, unknown]) => name.includes(asked);

/** One of the two databases, with what questions to it are made of. */
type Stage = {
  readonly database: Database;
  readonly context: SignedInContext;
  readonly size: number;
  readonly userIds: readonly string[];
  readonly numbers: readonly string[];
  readonly emails: readonly string[];
  readonly names: readonly string[];
};

/** A person who reads; the operations look at nothing else of a session. */
function contextOf(database: Database, userId: string): SignedInContext {
  const session = { person: { id: userId } } as CurrentSession;
  return { db: database.kysely, log: silent, session } as unknown as SignedInContext;
}

/** Reads all there is into memory, as it is after some hours of use: what a restart costs is not what is measured. */
async function warm({ pool }: Database): Promise<void> {
  await pool.query("create extension if not exists pg_prewarm");
  await pool.query(
    `select pg_prewarm(oid) from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`,
  );
}

async function openStage(url: string, name: string, size: number): Promise<Stage> {
  const database = await openSizedDatabase(url, { name, size, fill: fillWithPackages });
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

type Question = (stage: Stage, turn: number) => Promise<unknown>;
type Asked = Partial<Parameters<typeof listShipments>[1]>;

const admin = (stage: Stage, asked: Asked) =>
  listShipments(stage.context, {
    tab: "all",
    status: "all",
    weekStartsOn: null,
    search: "",
    page: 1,
    pageSize: 20,
    ...asked,
  });

const pick = (from: readonly string[], turn: number) => from[turn % from.length] ?? "";

/** Any of the pages there are, however far behind. */
const anyPage = (count: number) => 1 + Math.floor((Math.random() * count) / 20);

const own =
  (tab: "all" | "active" | "delivered"): Question =>
  (stage, turn) =>
    listPackages(contextOf(stage.database, pick(stage.userIds, turn)), {
      tab,
      page: 1,
      pageSize: 20,
    });

const users = (stage: Stage, search: string) =>
  listUsers(stage.context, {
    search,
    state: "all",
    order: "createdAt",
    direction: "desc",
    page: 1,
    pageSize: 20,
  });

const questions: Record<string, Question> = {
  "customer, all": own("all"),
  "customer, active": own("active"),
  "customer, delivered": own("delivered"),
  "tab counts (one row)": (stage) => admin(stage, { pageSize: 1 }),
  "office, all": (stage) => admin(stage, {}),
  "office, active": (stage) => admin(stage, { tab: "active" }),
  "office, delivered": (stage) => admin(stage, { tab: "delivered" }),
  "office, pending": (stage) => admin(stage, { status: "pending" }),
  "office, in transit": (stage) => admin(stage, { status: "in_transit" }),
  "office, any page": (stage) => admin(stage, { page: anyPage(stage.size) }),
  "office, any active page": (stage) =>
    admin(stage, { tab: "active", page: anyPage(stage.size * 0.11) }),
  "office, any delivered page": (stage) =>
    admin(stage, { tab: "delivered", page: anyPage(stage.size * 0.85) }),
  "search, whole number": (stage, turn) => admin(stage, { search: pick(stage.numbers, turn) }),
  "search, end of number": (stage, turn) =>
    admin(stage, { search: pick(stage.numbers, turn).slice(-8) }),
  "search, whole email": (stage, turn) => admin(stage, { search: pick(stage.emails, turn) }),
  "search, part of email": (stage, turn) =>
    admin(stage, { search: pick(stage.emails, turn).split("@")[0]?.slice(3) ?? "" }),
  "search, number among delivered": (stage, turn) =>
    admin(stage, { tab: "delivered", search: pick(stage.numbers, turn) }),
  "search, nothing found": (stage) => admin(stage, { search: "ZZQQ-NOT-THERE" }),
  "users, newest": (stage) => users(stage, ""),
  "users, whole email": (stage, turn) => users(stage, pick(stage.emails, turn)),
  "users, last name": (stage, turn) => users(stage, pick(stage.names, turn).split(" ")[1] ?? ""),
};

/** Common to so many that their number grows with the size; for information. */
const broadQuestions: Record<string, Question> = {
  "search, 'SF' (a fifth of all)": (stage) => admin(stage, { search: "SF" }),
  "search, '@example.com' (a third)": (stage) => admin(stage, { search: "@example.com" }),
  "search, three digits": (stage, turn) => admin(stage, { search: String(100 + (turn % 900)) }),
  "search, four digits": (stage, turn) =>
    admin(stage, { search: String(1000 + ((turn * 7) % 9000)) }),
  "search, one sign": (stage) => admin(stage, { search: "7" }),
  "users, 'mei' (a tenth)": (stage) => users(stage, "mei"),
};

async function compare(
  name: string,
  ask: Question,
  stages: readonly [Stage, Stage],
  flights: number,
) {
  const times: [number[], number[]] = [[], []];
  for (let turn = -20; turn < flights; turn += 1) {
    // By turns, so that a busy moment of the machine falls on both.
    for (const side of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const startedAt = performance.now();
      await ask(stages[side], turn + 20);
      if (turn >= 0) times[side].push(performance.now() - startedAt);
    }
  }
  const figures = [0.5, 0.99].map((part) => {
    const [small, large] = [quantile(times[0], part), quantile(times[1], part)];
    return { small, large, ratio: large / small };
  });
  const cells = figures.map(
    ({ small, large, ratio }) =>
      `${small.toFixed(2).padStart(8)} ${large.toFixed(2).padStart(8)} ${ratio.toFixed(2).padStart(6)}`,
  );
  process.stdout.write(`${name.padEnd(34)} ${cells.join("  |")}\n`);
  return figures[1]?.ratio ?? Number.NaN;
}

async function measureExport({ database, context }: Stage): Promise<void> {
  const services = { db: database.kysely, log: silent as never, queues: openQueues() };
  const session = { ...context.session, person: { ...context.session.person, isAdmin: true } };
  const request = new Request("http://localhost/?timeZone=Asia/Singapore&locale=en-GB");
  await wait(200);
  const rssAtStart = process.memoryUsage().rss;
  let mostRss = rssAtStart;
  let bytes = 0;
  let lines = 0;
  let firstByteAt = 0;
  const startedAt = performance.now();
  for await (const chunk of (await exportDelivered(services, request, session)).body ?? []) {
    firstByteAt ||= performance.now();
    bytes += chunk.byteLength;
    for (const byte of chunk) if (byte === 10) lines += 1;
    mostRss = Math.max(mostRss, process.memoryUsage().rss);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const megabytes = (count: number) => (count / 1_048_576).toFixed(1);
  process.stdout.write(
    `export: ${lines - 1} rows, ${megabytes(bytes)} MB in ${seconds.toFixed(1)} s, first byte after ` +
      `${(firstByteAt - startedAt).toFixed(0)} ms, memory grew by ${megabytes(mostRss - rssAtStart)} MB at most\n`,
  );
}

// A folder that is named keeps the data for the next run.
const storedFolder = process.env["BENCH_FOLDER"];
const dataFolder = storedFolder ?? (await mkdtemp(join(tmpdir(), "bench-packages-")));
const postgres = await startEmbeddedPostgres({ dataFolder, log: silent });
const stages: Stage[] = [];
try {
  const small = await openStage(postgres.url, "small", sizes.small);
  const large = await openStage(postgres.url, "large", sizes.large);
  stages.push(small, large);
  process.stdout.write(
    `${"milliseconds".padEnd(34)} p50:small    large  ratio  |p99:small    large  ratio\n`,
  );
  const slower: string[] = [];
  for (const [name, ask] of Object.entries(questions).filter(isRequested)) {
    const ratio = await compare(name, ask, [small, large], samples);
    if (ratio > mostRatio) slower.push(name);
  }
  process.stdout.write("searches whose number of matches grows with the size:\n");
  for (const [name, ask] of Object.entries(broadQuestions).filter(isRequested)) {
    await compare(name, ask, [small, large], Math.ceil(samples / 10));
  }
  if (asked === "") await measureExport(small);
  if (asked === "") await measureExport(large);
  process.stdout.write(
    slower.length === 0
      ? `Each p99 is at most ${mostRatio} times that of ${sizes.small} packages.\n`
      : `p99 above ${mostRatio} times: ${slower.join("; ")}\n`,
  );
} finally {
  await Promise.all(stages.map(({ database }) => database.close()));
  await postgres.close();
  if (storedFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
}
