// Measures the list of a customer with 500 inbound parcels among 100,000 of others against the simplest query, and the
// reading of a pasted text: p50, p95 and the longest, against budgets for the p95.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findTrackingNumbers, maxPastedLength } from "#goods/rules/pasted-text.ts";
import type { CurrentSession, SignedInContext } from "#platform/server/context.ts";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import type { Database } from "#platform/server/db/open.ts";
import {
  listInboundParcels,
  readInboundParcel,
} from "#goods/server/inbound-parcels/read-inbound-parcels.ts";
import { openSizedDatabase, quantile, silent } from "./sized-database.ts";

const samples = Number(process.env["BENCH_SAMPLES"] ?? 500);
/** Budget for the p95 of each list, in milliseconds. */
const listBudget = 50;
const textBudget = 500;
const ownParcels = 500;
const otherParcels = 100_000;
const shops = ["茶具旗舰店", "百货小店", "数码专营店", "Lamp house", "Kettle & Co"];

/** Inserts parcels of these customers in turn, with a history of two events each. */
async function insertParcels(
  { pool }: Database,
  userIds: readonly string[],
  count: number,
): Promise<void> {
  await pool.query(
    `insert into inbound_parcels (user_id, tracking_number, source, state, shop, order_reference, description,
       created_at, updated_at)
     select ($1::uuid[])[1 + n % $2], 'SF' || lpad((n * 7919)::text, 13, '0'), 'declared',
       (array['expected', 'expected', 'received', 'departed', 'cancelled'])[1 + n % 5],
       ($3::text[])[1 + n % 5], '23456789' || lpad(n::text, 11, '0'), 'Teapot number ' || n,
       now() - n * interval '1 minute', now()
     from generate_series(1, $4::int) n`,
    [userIds, userIds.length, shops, count],
  );
}

async function fill(database: Database): Promise<string> {
  const { pool } = database;
  const { rows: others } = await pool.query<{ id: string }>("select id from profiles limit 500");
  const inserted = await pool.query<{ id: string }>(
    `insert into users (name, email, email_verified) values ('Customer', 'parcels@example.com', true) returning id`,
  );
  const userId = inserted.rows[0]?.id ?? "";
  await insertParcels(
    database,
    others.map(({ id }) => id),
    otherParcels,
  );
  await insertParcels(database, [userId], ownParcels);
  await pool.query(
    `insert into events (subject_kind, subject_id, kind, facts, actor, actor_id, created_at)
     select 'inbound_parcel', id, kind, '{"packageId": null}', 'customer', user_id, created_at
     from inbound_parcels, unnest(array['declared', 'declaration_changed']) kind`,
  );
  await pool.query("vacuum analyze");
  return userId;
}

async function measure(
  name: string,
  budgetMilliseconds: number,
  run: (turn: number) => Promise<number> | number,
): Promise<boolean> {
  const times: number[] = [];
  let found = 0;
  for (let turn = -20; turn < samples; turn += 1) {
    const startedAt = performance.now();
    found = await run(turn + 20);
    if (turn >= 0) times.push(performance.now() - startedAt);
  }
  const figures = [0.5, 0.95, 1].map((part) => quantile(times, part).toFixed(1).padStart(7));
  process.stdout.write(`${name.padEnd(44)} ${figures.join(" ")}  ${found} found\n`);
  return quantile(times, 0.95) < budgetMilliseconds;
}

async function measureAll(database: Database): Promise<boolean> {
  const userId = await fill(database);
  const session = { person: { id: userId } } as CurrentSession;
  const now = () => new Date();
  const context = { db: database.kysely, log: silent, session, now } as unknown as SignedInContext;
  type Input = Parameters<typeof listInboundParcels>[1];
  const list = async (changes: Partial<Input>) => {
    const input = { group: null, packageId: null, search: "", page: 1, pageSize: 50, ...changes };
    return (await listInboundParcels(context, input)).total;
  };
  const first = await listInboundParcels(context, {
    group: null,
    packageId: null,
    search: "",
    page: 1,
    pageSize: 1,
  });
  const inboundParcelId = first.items[0]?.id ?? "";
  const line = "快递单号：YT8812345678901 订单编号：2345678901234567890\n";
  const text = line.repeat(Math.ceil(maxPastedLength / line.length)).slice(0, maxPastedLength);
  process.stdout.write(`${"milliseconds".padEnd(44)}     p50     p95     max\n`);
  const measured = [
    await measure("simplest query: 50 rows of one customer", listBudget, async () => {
      const { rows } = await database.pool.query(
        `select * from inbound_parcels where user_id = $1 order by created_at desc, id desc limit 50`,
        [userId],
      );
      return rows.length;
    }),
    await measure("first page", listBudget, () => list({})),
    await measure("any page", listBudget, (turn) => list({ page: 1 + (turn % 10) })),
    await measure("a page of those on their way", listBudget, (turn) =>
      list({ group: "awaited", page: 1 + (turn % 4) }),
    ),
    await measure("search for a shop", listBudget, () => list({ search: "旗舰店" })),
    await measure("search for a part of a number", listBudget, () => list({ search: "7919" })),
    await measure("search without a match", listBudget, () => list({ search: "nothing like" })),
    await measure("one parcel with its history", listBudget, async () => {
      const { events } = await readInboundParcel(context, { inboundParcelId });
      return events.length;
    }),
    await measure("a pasted text of 100,000 characters", textBudget, () => {
      return findTrackingNumbers(text).trackingNumbers.length;
    }),
  ];
  return measured.every(Boolean);
}

const dataFolder = await mkdtemp(join(tmpdir(), "bench-inbound-parcels-"));
const postgres = await startEmbeddedPostgres({ dataFolder, log: silent });
try {
  const database = await openSizedDatabase(postgres.url, { name: "parcels", size: 10_000 });
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
