// Measures the admin area's dashboard and lists at 10,000 and 1,000,000 packages: p50, p90 and their ratios.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listEntries } from "#server/audit/list-entries.ts";
import type { CurrentSession, SignedInContext } from "#server/context.ts";
import { startEmbeddedPostgres } from "#server/db/embedded/supervisor.ts";
import type { Database } from "#server/db/open.ts";
import { listPlanPayments } from "#server/admin/list-plan-payments.ts";
import { listWorkItems } from "#server/admin/work-items/list-work-items.ts";
import { readDashboard } from "#server/admin/read-dashboard.ts";
import { listUsers } from "#server/users/list-users.ts";
import { fillWithPackages } from "./fill-with-packages.ts";
import { openSizedDatabase, quantile, silent } from "./sized-database.ts";

const sizes = { small: 10_000, large: Number(process.env["BENCH_PACKAGES"] ?? 1_000_000) };
const samples = Number(process.env["BENCH_SAMPLES"] ?? 100);
const mostRatio = 1.5;

/**
 * Two years of data: twenty packages per customer, a wallet transaction and an audit log entry per package, and a monthly plan
 * payment for every other customer.
 */
async function fill(database: Database, size: number): Promise<void> {
  await fillWithPackages(database, size);
  const { pool } = database;
  await pool.query(
    `update profiles set subscription = 'Basic', package_quota = 3 where random() < 0.5`,
  );
  // Past the triggers: the ledger's rows are as it would have written them, the rest asks for nothing of them.
  await pool.query(`set session_replication_role = replica;
    insert into package_events (package_id, kind, before, after, actor_id, by_staff, created_at)
    select id, 'package_status_changed', 'processing', 'in_transit', user_id, true, created_at from packages;
    insert into package_events (package_id, kind, before, after, actor_id, by_staff, created_at)
    select id, 'package_status_changed', 'in_transit', 'delivered', user_id, true,
      least(now(), created_at + interval '20 days') from packages where status = 'delivered';
    insert into ledger_transfers (idempotency_key, request_hash, transaction_id, wallet_id, wallet_version, created_at)
    select 'bench:' || packages.id, '', packages.id, ledger_accounts.id, 1, packages.created_at
    from packages join ledger_accounts on ledger_accounts.user_id = packages.user_id order by packages.created_at;
    insert into ledger_entries (transfer_id, account_id, change_cents, balance_cents, version)
    select id, wallet_id, 100, 100, id from ledger_transfers;
    update ledger_accounts set balance_cents = 2000, version = 20 where kind = 'wallet';
    insert into transactions (user_id, type, amount_cents, status, created_at, metadata)
    select id, 'subscription', 12900, 'completed', now() - random() * interval '730 days', '{"plan":"Basic"}'
    from profiles, generate_series(1, 24) month where subscription is not null;
    insert into plan_periods (user_id, starts_at, ends_at, created_at, complimentary_plan, complimentary_from)
    select id, month, month + interval '1 month', month, 'Basic', month
    from profiles, generate_series(now() - interval '24 months', now(), interval '1 month') month
    where subscription is not null;
    insert into audit_log (actor_id, action, target, created_at)
    select staff.id, (array['wallet.adjustWallet','packages.setPackageStatus','users.updateUser'])[1 + n % 3],
      packages.id::text, packages.created_at
    from (select id, user_id, created_at, row_number() over () as n from packages) packages,
      (select id from profiles order by email limit 1) staff;
    set session_replication_role = origin`);
  await pool.query("vacuum analyze");
}

type Stage = { readonly database: Database; readonly context: SignedInContext };

async function openStage(url: string, name: string, size: number): Promise<Stage> {
  const database = await openSizedDatabase(url, { name, size, fill });
  const session = { person: { id: "", isAdmin: true } } as unknown as CurrentSession;
  const now = () => new Date();
  const context = { db: database.kysely, log: silent, session, now } as unknown as SignedInContext;
  return { database, context };
}

type Question = (context: SignedInContext) => Promise<unknown>;

const users = (asked: object) => (context: SignedInContext) =>
  listUsers(context, {
    search: "",
    state: "all",
    order: "createdAt",
    direction: "desc",
    page: 1,
    pageSize: 20,
    ...asked,
  });
const audit = (asked: object) => (context: SignedInContext) =>
  listEntries(context, {
    actor: "",
    action: "",
    target: "",
    outcome: "all",
    page: 1,
    pageSize: 20,
    ...asked,
  });

const month = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 7);

const questions: Record<string, Question> = {
  dashboard: (context) => readDashboard(context),
  "waiting, pending": (context) =>
    listWorkItems(context, { kind: "pending_packages", page: 1, pageSize: 20 }),
  "waiting, silent": (context) =>
    listWorkItems(context, { kind: "stalled_legs", page: 1, pageSize: 20 }),
  "audit, newest": audit({}),
  "audit, page 400": audit({ page: 400 }),
  "audit, one action": audit({ action: "users.updateUser" }),
  "audit, part of an email": audit({ actor: "mei." }),
  "audit, rejected": audit({ outcome: "rejected" }),
  "audit, one target": audit({ target: "7e0b5a0e-0000-4000-8000-000000000000" }),
  "users, newest": users({}),
  "users, by name": users({ order: "fullName", direction: "asc" }),
  "users, by wallet": users({ order: "walletBalance" }),
  "users, by plan": users({ order: "subscription" }),
  "users, with a plan": users({ state: "subscribed" }),
  "users, part of an email": users({ search: "mei.c4ca423" }),
  "plan payments of a month": (context) =>
    listPlanPayments(context, { month, page: 1, pageSize: 20 }),
};

async function compare(name: string, ask: Question, stages: readonly [Stage, Stage]) {
  const times: [number[], number[]] = [[], []];
  for (let turn = -5; turn < samples; turn += 1) {
    // Alternating, so that other load of the machine affects both.
    for (const side of [0, 1] as const) {
      const startedAt = performance.now();
      await ask(stages[side].context);
      if (turn >= 0) times[side].push(performance.now() - startedAt);
    }
  }
  const cells = [0.5, 0.9].map((part) => {
    const [small, large] = [quantile(times[0], part), quantile(times[1], part)];
    return [small, large, large / small].map((figure) => figure.toFixed(2).padStart(8)).join(" ");
  });
  process.stdout.write(`${name.padEnd(26)} ${cells.join("  |")}\n`);
  return quantile(times[1], 0.5) / quantile(times[0], 0.5);
}

// A named folder keeps the data for the next run.
const storedFolder = process.env["BENCH_FOLDER"];
const dataFolder = storedFolder ?? (await mkdtemp(join(tmpdir(), "bench-admin-")));
const postgres = await startEmbeddedPostgres({ dataFolder, log: silent });
const stages: Stage[] = [];
try {
  const small = await openStage(postgres.url, "small", sizes.small);
  const large = await openStage(postgres.url, "large", sizes.large);
  stages.push(small, large);
  process.stdout.write(`${"milliseconds".padEnd(26)} p50:small    large    ratio  |p90\n`);
  const slower: string[] = [];
  for (const [name, ask] of Object.entries(questions)) {
    if ((await compare(name, ask, [small, large])) > mostRatio) slower.push(name);
  }
  process.stdout.write(
    slower.length === 0
      ? `Each p50 is at most ${mostRatio} times that of ${sizes.small} packages.\n`
      : `p50 above ${mostRatio} times: ${slower.join("; ")}\n`,
  );
} finally {
  await Promise.all(stages.map(({ database }) => database.close()));
  await postgres.close();
  if (storedFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
}
