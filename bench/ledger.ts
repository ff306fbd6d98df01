// Measures the ledger on a durable embedded PostgreSQL: transactions per second, as ratios to bare transfers of the same run.
//
// The bare transaction is the usual way to move money: begin, two updates of balances, an insert of the
// transfer, commit; five statements, prepared, sent one after the other as a client does. The guarantee is relative to it.
// The other two make the same three writes without the cost of sending them, to show what the ledger itself
// costs: one message of five statements, parsed anew each time; and a database function, called by a prepared statement.
// The ledger writes five rows and seven index entries where these write three rows and one; within PostgreSQL it takes
// some four times their processor time (about 100 µs against 26), so against a function it cannot come near 1.
import { mkdtemp, rm } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "#server/db/embedded/supervisor.ts";
import { openDatabase, type Database } from "#server/db/open.ts";
import { addressForApplication } from "#server/db/role/open-for-application.ts";
import { migrateDatabase } from "#server/open-database.ts";

const accountCount = 1_000;
const clientCount = 16;
const secondsPerRun = Number(process.env["BENCH_SECONDS"] ?? 5);
const rounds = 5;

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** The minimum for moving money: two balances and a record; the function does it in one round trip. */
const bareTransfer = `
  create table bare_accounts (id int primary key, balance_cents bigint not null) with (fillfactor = 70);
  insert into bare_accounts select number, 0 from generate_series(1, ${accountCount}) number;
  create table bare_transfers (id bigint generated always as identity primary key,
    from_id int not null, to_id int not null, amount_cents bigint not null);
  grant all on bare_accounts, bare_transfers to public;
  create function bare_transfer(p_from int, p_to int, p_amount_cents bigint) returns void language plpgsql as $$
  begin
    update bare_accounts set balance_cents = balance_cents - p_amount_cents where id = least(p_from, p_to);
    update bare_accounts set balance_cents = balance_cents + p_amount_cents where id = greatest(p_from, p_to);
    insert into bare_transfers (from_id, to_id, amount_cents) values (p_from, p_to, p_amount_cents);
  end $$;
`;

type Pool = Database["pool"];
type Work = (pool: Pool) => Promise<unknown>;

const anyAccount = () => 1 + Math.floor(Math.random() * accountCount);

function bare(pickAccount: () => number): Work {
  return async (pool) => {
    const from = pickAccount();
    const to = 1 + (from % accountCount);
    await pool.query({
      name: "bare",
      text: "select bare_transfer($1, $2, $3)",
      values: [from, to, 5],
    });
  };
}

/** Five statements: begin, two updates, an insert, commit. */
function bareStatements(pickAccount: () => number): Work {
  return async (pool) => {
    const from = pickAccount();
    const to = 1 + (from % accountCount);
    const update = (name: string, change: string) => ({
      name,
      text: `update bare_accounts set balance_cents = balance_cents ${change} $2 where id = $1`,
    });
    const client = await pool.connect();
    try {
      await client.query("begin");
      await client.query({ ...update("bare-from", "-"), values: [Math.min(from, to), 5] });
      await client.query({ ...update("bare-to", "+"), values: [Math.max(from, to), 5] });
      await client.query({
        name: "bare-record",
        text: "insert into bare_transfers (from_id, to_id, amount_cents) values ($1, $2, 5)",
        values: [from, to],
      });
      await client.query("commit");
    } finally {
      client.release();
    }
  };
}

/** The same in one message, as a client that saves round trips would send it. */
function bareMessage(pickAccount: () => number): Work {
  return async (pool) => {
    const from = pickAccount();
    const to = 1 + (from % accountCount);
    const update = (id: number, change: string) =>
      `update bare_accounts set balance_cents = balance_cents ${change} 5 where id = ${id};`;
    const record = `insert into bare_transfers (from_id, to_id, amount_cents) values (${from}, ${to}, 5);`;
    const updates = update(Math.min(from, to), "-") + update(Math.max(from, to), "+");
    await pool.query(`begin; ${updates} ${record} commit`);
  };
}

function ledger(wallets: readonly string[], pickAccount: () => number): Work {
  return async (pool) => {
    const userId = wallets[pickAccount() - 1];
    const type = Math.random() < 0.5 ? "deposit" : "shipping_fee";
    await pool.query({
      name: "ledger",
      text: `insert into ledger_postings
        (idempotency_key, request, user_id, type, amount_cents, metadata, at)
        values ($1, '{}', $2, $3, 5, '{}', now()) returning outcome`,
      values: [randomUUID(), userId, type],
    });
  };
}

async function perSecond(pool: Pool, work: Work): Promise<number> {
  const startedAt = performance.now();
  const endsAt = startedAt + secondsPerRun * 1000;
  let count = 0;
  await Promise.all(
    Array.from({ length: clientCount }, async () => {
      while (performance.now() < endsAt) {
        await work(pool);
        count += 1;
      }
    }),
  );
  return count / ((performance.now() - startedAt) / 1000);
}

async function makeWallets(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into users (name, email)
     select 'Bench', number || '@example.com' from generate_series(1, ${accountCount}) number
     returning id`,
  );
  for (const { id } of rows) {
    await pool.query(
      `insert into ledger_postings
        (idempotency_key, request, user_id, type, amount_cents, metadata, at)
        values ($1, '{}', $2, 'admin_credit', 100000000, '{}', now())`,
      [randomUUID(), id],
    );
  }
  return rows.map(({ id }) => id);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function measure(pool: Pool): Promise<void> {
  const wallets = await makeWallets(pool);
  const places: Record<string, () => number> = {
    "1,000 accounts": anyAccount,
    "one hot account": () => 1,
  };
  const works = Object.entries(places).flatMap(([place, pick]) => [
    { name: `bare transaction, ${place}`, work: bareStatements(pick) },
    { name: `bare message, ${place}`, work: bareMessage(pick) },
    { name: `bare function, ${place}`, work: bare(pick) },
    { name: `ledger, ${place}`, work: ledger(wallets, pick) },
  ]);
  // In turns, so that a busy moment of the machine affects all of them.
  const results = new Map(works.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, work } of works) results.get(name)?.push(await perSecond(pool, work));
  }
  const figure = (name: string) => median(results.get(name) ?? []);
  for (const { name } of works) {
    process.stdout.write(`${name.padEnd(34)} ${figure(name).toFixed(0).padStart(7)} a second\n`);
  }
  for (const place of Object.keys(places)) {
    for (const rival of ["bare transaction", "bare message", "bare function"]) {
      const ratio = figure(`ledger, ${place}`) / figure(`${rival}, ${place}`);
      process.stdout.write(`ratio to a ${rival}, ${place}: ${ratio.toFixed(2)}\n`);
    }
  }
}

const dataFolder = await mkdtemp(join(tmpdir(), "bench-ledger-"));
const postgres = await startEmbeddedPostgres({ dataFolder, log: silent });
const owner = openDatabase({ url: postgres.url, log: silent, poolSize: 1 });
try {
  await migrateDatabase(owner, silent);
  await owner.pool.query(bareTransfer);
  // All of it under the database role of servers.
  const url = await addressForApplication(owner, randomUUID());
  const database = openDatabase({ url, log: silent, poolSize: clientCount });
  await measure(database.pool).finally(() => database.close());
} finally {
  await owner.close();
  await postgres.close();
  await rm(dataFolder, { recursive: true, force: true });
}
