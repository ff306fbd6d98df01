// Measures a customer's list with 500 packages and a search in 10,000: p50, p95 and the longest, against budgets for the p95.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CurrentSession, SignedInContext } from "#platform/server/context.ts";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import type { Database } from "#platform/server/db/open.ts";
import { listPackages } from "#goods/server/packages/lists/list-packages.ts";
import { openSizedDatabase, quantile, silent } from "./sized-database.ts";

const samples = Number(process.env["BENCH_SAMPLES"] ?? 500);
/** Budgets for the p95, in milliseconds. */
const listBudget = 50;
const searchBudget = 250;
/** Packages of all customers together, besides those of the two measured ones. */
const otherPackages = 20_000;
const words = ["teapot", "lamp", "kettle", "jacket", "camera", "puzzle", "carpet", "vase"];

/** Inserts a customer with `count` packages of three legs each, with numbers, and returns their id. */
async function insertCustomer({ pool }: Database, count: number): Promise<string> {
  const email = `with-${count}@example.com`;
  const inserted = await pool.query<{ id: string }>(
    `insert into users (name, email, email_verified) values ('Customer', $1, true) returning id`,
    [email],
  );
  const userId = inserted.rows[0]?.id ?? "";
  await pool.query(
    `insert into packages (user_id, tracking_number, origin, destination, description, estimated_weight_grams,
       status, delivered_at, created_at, updated_at)
     select $1, 'SF' || lpad((n * 7919)::text, 13, '0'), 'China', 'United States',
       ($2::text[])[1 + n % $3] || ' number ' || n, 1500, case when n % 4 = 0 then 'pending' else 'delivered' end,
       case when n % 4 = 0 then null else now() end, now() - n * interval '1 hour', now()
     from generate_series(1, $4::int) n`,
    [userId, words, words.length, count],
  );
  await pool.query(
    `insert into shipping_legs (package_id, leg_number, origin, destination, carrier, tracking_number,
       estimated_departure, estimated_arrival, status, created_at, updated_at)
     select id, leg, 'China', 'Hong Kong', 'SF Express', 'EB' || lpad((leg * 31337)::text, 9, '0') || 'HK',
       created_at, created_at + interval '10 days', 'pending', created_at, created_at
     from packages, generate_series(1, 3) leg where user_id = $1`,
    [userId],
  );
  return userId;
}

type Input = Parameters<typeof listPackages>[1];

const list: Input = { tab: "all", search: "", page: 1, pageSize: 20 };

async function measure(
  name: string,
  budgetMilliseconds: number,
  run: (turn: number) => Promise<{ readonly total: number }>,
): Promise<boolean> {
  const times: number[] = [];
  let total = 0;
  for (let turn = -20; turn < samples; turn += 1) {
    const startedAt = performance.now();
    ({ total } = await run(turn + 20));
    if (turn >= 0) times.push(performance.now() - startedAt);
  }
  const figures = [0.5, 0.95, 1].map((part) => quantile(times, part).toFixed(1).padStart(7));
  process.stdout.write(`${name.padEnd(44)} ${figures.join(" ")}  of ${total} found\n`);
  return quantile(times, 0.95) < budgetMilliseconds;
}

async function measureAll(database: Database): Promise<boolean> {
  const contextOf = (userId: string) => {
    const session = { person: { id: userId } } as CurrentSession;
    return { db: database.kysely, log: silent, session } as unknown as SignedInContext;
  };
  const few = contextOf(await insertCustomer(database, 500));
  const many = contextOf(await insertCustomer(database, 10_000));
  await database.pool.query("vacuum analyze");
  const search = (context: SignedInContext, text: (turn: number) => string) => (turn: number) =>
    listPackages(context, { ...list, search: text(turn) });
  const word = (turn: number) => words[turn % words.length] ?? "";
  process.stdout.write(`${"milliseconds".padEnd(44)}     p50     p95     max\n`);
  const measured = [
    await measure("500 packages, first page", listBudget, () => listPackages(few, list)),
    await measure("500 packages, any page of Active", listBudget, (turn) =>
      listPackages(few, { ...list, tab: "active", page: 1 + (turn % 7) }),
    ),
    await measure("500 packages, search for a word", listBudget, search(few, word)),
    await measure("10,000 packages, first page", listBudget, () => listPackages(many, list)),
    await measure("10,000 packages, search for a word", searchBudget, search(many, word)),
    await measure(
      "10,000 packages, search for a leg's number",
      searchBudget,
      search(many, () => "EB0000"),
    ),
    await measure(
      "10,000 packages, search without a match",
      searchBudget,
      search(many, () => "nothing like this"),
    ),
  ];
  return measured.every(Boolean);
}

const dataFolder = await mkdtemp(join(tmpdir(), "bench-customer-lists-"));
const postgres = await startEmbeddedPostgres({ dataFolder, log: silent });
try {
  const database = await openSizedDatabase(postgres.url, { name: "lists", size: otherPackages });
  try {
    const isWithin = await measureAll(database);
    process.stdout.write(isWithin ? "Each p95 is within its budget.\n" : "A p95 is too slow.\n");
    if (!isWithin) process.exitCode = 1;
  } finally {
    await database.close();
  }
} finally {
  await postgres.close();
  await rm(dataFolder, { recursive: true, force: true });
}
