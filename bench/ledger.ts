// Measures the ledger on a durable embedded PostgreSQL: transactions per second, as ratios to what moves money without it.
//
// The bare transaction is the usual way to move money: begin, two updates of balances, an insert of the
// transfer, commit; five statements, prepared, sent one after the other as a client does. The guarantee is relative to it.
// The bare function does the same three writes in a database function, called by a prepared statement.
// The function of the same rows writes what a posting writes, into tables with the same indexes: a wallet, a transfer, two
// entries, a transaction and a change for open pages; but without any check, trigger, view or idempotency.
//
// A busy machine lets all of them wait alike, so the processor time of the database for one call is printed too (on Linux).
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import { openDatabase, type Database } from "#platform/server/db/open.ts";
import { addressForApplication } from "#platform/server/db/role/open-for-application.ts";
import { migrateDatabase } from "#app/server/serve.ts";
import { median, silent } from "./parts/measuring.ts";

const accountCount = 1_000;
const clientCount = 16;
const secondsPerRun = Number(process.env["BENCH_SECONDS"] ?? 5);
const rounds = 5;

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

/** The rows and index entries of a posting, and nothing else. */
const sameRows = `
  create table same_accounts (like ledger_accounts including defaults including storage including indexes) with (fillfactor = 70);
  create table same_transfers (like ledger_transfers including defaults including identity including indexes);
  create table same_entries (like ledger_entries including defaults including indexes);
  create table same_transactions (like transactions including defaults including identity including indexes);
  create table same_changes (like changes including defaults including indexes);
  grant all on same_accounts, same_transfers, same_entries, same_transactions, same_changes to public;
  create function same_rows(p_key text, p_request text, p_user_id uuid, p_type text, p_amount_cents bigint,
    p_metadata jsonb, p_at timestamptz) returns void language plpgsql as $$
  declare
    change_cents bigint := case when p_type = 'deposit' then p_amount_cents else -p_amount_cents end;
    wallet_id uuid;
    balance bigint;
    new_version bigint;
    transaction_id uuid;
    transfer_id bigint;
  begin
    update same_accounts set balance_cents = balance_cents + change_cents, version = version + 1
      where user_id = p_user_id returning id, balance_cents, version into wallet_id, balance, new_version;
    insert into same_transactions (user_id, type, amount_cents, status, created_at, metadata)
      values (p_user_id, p_type, p_amount_cents, 'completed', p_at, p_metadata)
      returning id into transaction_id;
    insert into same_transfers (idempotency_key, request_hash, transaction_id, wallet_id, wallet_version, created_at)
      values (p_key, sha256(convert_to(p_request, 'UTF8')), transaction_id, wallet_id, new_version, p_at)
      returning id into transfer_id;
    insert into same_entries (transfer_id, account_id, change_cents, balance_cents, version) values
      (transfer_id, wallet_id, change_cents, balance, new_version),
      (transfer_id, '00000000-0000-4000-8000-000000000001', -change_cents, null, null);
    insert into same_changes (user_id, topic, subject_id) values (p_user_id, 'wallet', p_user_id);
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

const anyType = () => (Math.random() < 0.5 ? "deposit" : "shipping_fee");

function functionOfSameRows(wallets: readonly string[], pickAccount: () => number): Work {
  return async (pool) => {
    await pool.query({
      name: "same-rows",
      text: "select same_rows($1, $2, $3, $4, $5, $6, $7)",
      values: [randomUUID(), "{}", wallets[pickAccount() - 1], anyType(), 5, "{}", new Date()],
    });
  };
}

/** The statement of `insertPosting`. */
function ledger(wallets: readonly string[], pickAccount: () => number): Work {
  return async (pool) => {
    const userId = wallets[pickAccount() - 1];
    await pool.query({
      name: "ledger",
      text: `insert into ledger_postings
        (idempotency_key, request, transaction_id, user_id, type, amount_cents, metadata, at, against)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        returning outcome, transaction_id, balance_cents, version`,
      values: [randomUUID(), "{}", null, userId, anyType(), 5, "{}", new Date(), null],
    });
  };
}

type Figures = { readonly perSecond: number; readonly processorMicroseconds: number };

/** What the database's processes for this pool's connections have used of the processors since they started. */
async function processorMicroseconds(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where usename = current_user and backend_type = 'client backend'",
  );
  const times = rows.map(async ({ pid }) => {
    const text = await readFile(`/proc/${pid}/schedstat`, "utf8").catch(() => "NaN");
    return Number(text.split(" ")[0]) / 1000;
  });
  return (await Promise.all(times)).reduce((total, time) => total + time, 0);
}

async function measureOnce(pool: Pool, work: Work): Promise<Figures> {
  const usedBefore = await processorMicroseconds(pool);
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
  const perSecond = count / ((performance.now() - startedAt) / 1000);
  const used = (await processorMicroseconds(pool)) - usedBefore;
  return { perSecond, processorMicroseconds: used / count };
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
  await pool.query(
    "insert into same_accounts (kind, user_id, balance_cents, version) select kind, user_id, balance_cents, version from ledger_accounts",
  );
  return rows.map(({ id }) => id);
}

async function measure(pool: Pool): Promise<void> {
  const wallets = await makeWallets(pool);
  const places: Record<string, () => number> = {
    "1,000 accounts": anyAccount,
    "one hot account": () => 1,
  };
  const works = Object.entries(places).flatMap(([place, pick]) => [
    { name: `bare transaction, ${place}`, work: bareStatements(pick) },
    { name: `bare function, ${place}`, work: bare(pick) },
    { name: `function of the same rows, ${place}`, work: functionOfSameRows(wallets, pick) },
    { name: `ledger, ${place}`, work: ledger(wallets, pick) },
  ]);
  // In turns, so that a busy moment of the machine affects all of them.
  const results = new Map(works.map(({ name }) => [name, [] as Figures[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, work } of works) results.get(name)?.push(await measureOnce(pool, work));
  }
  const figure = (name: string, unit: keyof Figures) =>
    median((results.get(name) ?? []).map((figures) => figures[unit]));
  for (const { name } of works) {
    const [speed, cost] = [figure(name, "perSecond"), figure(name, "processorMicroseconds")];
    process.stdout.write(
      `${name.padEnd(42)} ${speed.toFixed(0).padStart(6)} a second ${cost.toFixed(0).padStart(5)} µs of processor time\n`,
    );
  }
  for (const place of Object.keys(places)) {
    for (const rival of ["bare transaction", "bare function", "function of the same rows"]) {
      const [ours, theirs] = [`ledger, ${place}`, `${rival}, ${place}`];
      const speeds = figure(ours, "perSecond") / figure(theirs, "perSecond");
      const costs = figure(theirs, "processorMicroseconds") / figure(ours, "processorMicroseconds");
      process.stdout.write(
        `ratio to a ${rival}, ${place}: ${speeds.toFixed(2)}, in processor time ${costs.toFixed(2)}\n`,
      );
    }
  }
}

const dataFolder = await mkdtemp(join(tmpdir(), "bench-ledger-"));
const postgres = await startEmbeddedPostgres({ dataFolder, log: silent });
const owner = openDatabase({ url: postgres.url, log: silent, poolSize: 1 });
try {
  await migrateDatabase(owner, silent);
  await owner.pool.query(bareTransfer + sameRows);
  // All of it under the database role of servers.
  const url = await addressForApplication(owner, randomUUID());
  const database = openDatabase({ url, log: silent, poolSize: clientCount });
  await measure(database.pool).finally(() => database.close());
} finally {
  await owner.close();
  await postgres.close();
  await rm(dataFolder, { recursive: true, force: true });
}
