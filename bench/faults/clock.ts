// F6: moves the clock of a running server over ends of months and back: `node bench/faults/clock.ts`.
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { planByName } from "#catalogue/rules/plan.ts";
import { jobList } from "#app/server/jobs.ts";
import { openJobs, type Jobs } from "#platform/server/jobs/jobs.ts";
import { silentLog } from "#test/database.ts";
import { ledgerFaults } from "#test/ledger-faults.ts";
import { clearLimits, onDatabase } from "#test/crashes/crash-loop.ts";
import { serverProcess } from "#test/crashes/server-process.ts";
import {
  customerPassword,
  visitAsCustomer,
  visitAdmin,
  type Visitor,
} from "#test/crashes/visitor.ts";
import { packageInput } from "#test/packages.ts";
import { conclude, say, until } from "./report.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";

/*
 * The clock is moved by libfaketime (a system package): the process sees another time, and timers are not affected. The database
 * keeps the real time, unless DATABASE_URL and CLOCK_FILE name a PostgreSQL that was started with that clock file:
 * `LD_PRELOAD=… FAKETIME_TIMESTAMP_FILE=$CLOCK_FILE FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1 pg_ctl start`.
 */
const library =
  process.env["FAKETIME_LIBRARY"] ?? "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";
if (!existsSync(library)) {
  throw new Error(`${library} is missing: install libfaketime, or name it in FAKETIME_LIBRARY.`);
}
const folder = await mkdtemp(join(tmpdir(), "sampan-clock-"));
const clockFile = process.env["CLOCK_FILE"] ?? join(folder, "clock");
const externalUrl = process.env["DATABASE_URL"] ?? null;
const server = await serverProcess(externalUrl, {
  settings: {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clockFile,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    // A place with summer time: on 26 March 2028 its clocks skip an hour, on 29 October they repeat one.
    TZ: "Europe/Berlin",
  },
});
const wrong: string[] = [];
const refillsAtOnce = 5;
const newsMilliseconds = 20_000;
let looks = 0;

type Story = {
  readonly from: string;
  /** The months that are checked when they begin. */
  readonly months: readonly number[];
  readonly plan: PlanName;
  readonly isPaid: boolean;
};

/** Plans that staff give, and plans that are paid, over the ends of months and years and both changes of summer time. */
const stories: readonly Story[] = [
  { from: "2027-12-31T23:50:00Z", months: [1, 2, 3, 12, 14], plan: "Super", isPaid: true },
  { from: "2027-12-31T23:59:00Z", months: [1, 2, 12, 13, 14], plan: "Basic", isPaid: false },
  { from: "2028-01-31T10:00:00Z", months: [1, 2, 13, 14], plan: "Premium", isPaid: false },
  { from: "2028-01-31T10:30:00Z", months: [1, 2, 13], plan: "Basic", isPaid: true },
  { from: "2028-02-26T01:30:00Z", months: [1, 2], plan: "Basic", isPaid: false },
  { from: "2028-02-29T11:00:00Z", months: [1, 2, 12], plan: "Super", isPaid: false },
  { from: "2028-09-29T00:30:00Z", months: [1, 2], plan: "Basic", isPaid: false },
];

/** `from` is when the plan really began: the clock goes on while it is given or paid. */
type Customer = {
  readonly plan: PlanName;
  readonly from: Date;
  readonly isPaid: boolean;
  readonly visitor: Visitor;
  readonly userId: string;
};

/** The beginning of the month `months` after the first one; a day that it lacks is its last. */
function monthFrom(first: Date, months: number): Date {
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()];
  const lastDay = new Date(Date.UTC(year, month + months + 1, 0)).getUTCDate();
  const timeOfDay = first.getTime() - Date.UTC(year, month, first.getUTCDate());
  const day = Date.UTC(year, month + months, Math.min(first.getUTCDate(), lastDay));
  return new Date(day + timeOfDay);
}

const secondsAfter = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000);

/** Sets the clock to `at`; it goes on from there. */
async function setClock(at: Date): Promise<void> {
  const seconds = Math.round((at.getTime() - Date.now()) / 1000);
  await writeFile(`${clockFile}.new`, `${seconds < 0 ? "" : "+"}${seconds}`);
  await rename(`${clockFile}.new`, clockFile);
}

/** Adds several refills at once, as several servers' schedules might, and waits until the server has done them. */
async function refill(jobs: Jobs): Promise<void> {
  await onDatabase(server, async (db) => {
    for (let count = 0; count < refillsAtOnce; count += 1) {
      await jobs.enqueue(db, "refill-complimentary-plans", {});
    }
    await until("the refills", async () => {
      const { rows } = await sql<{ count: string }>`
        select count(*) from pgboss.job
        where name = 'refill-given-plans' and state in ('created', 'retry', 'active')
      `.execute(db);
      return Number(rows[0]?.count) === 0;
    });
  });
}

/** What is left of the person's month, and when that ends. */
async function monthOf(userId: string): Promise<{ quota: number; startsAt: Date; endsAt: Date }> {
  return await onDatabase(server, async (db) => {
    const row = await db
      .selectFrom("profiles")
      .innerJoin("planPeriods", "planPeriods.userId", "profiles.id")
      .select(["packageQuota", "startsAt", "endsAt"])
      .where("profiles.id", "=", userId)
      .where("isCurrent", "=", true)
      .executeTakeFirstOrThrow();
    return { quota: row.packageQuota, startsAt: row.startsAt, endsAt: row.endsAt };
  });
}

/** Months pass, longer than a session lasts: signs in again, and registers a package. */
async function spendOne({ visitor: { api, email } }: Customer): Promise<void> {
  await clearLimits(server);
  await api.auth.signIn({ email, password: customerPassword });
  await api.packages.createPackage(packageInput());
}

async function expectQuota(customer: Customer, quota: number, when: string): Promise<void> {
  const isSo = async () => (await monthOf(customer.userId)).quota === quota;
  // Who pays is filled once the provider's news came in.
  if (customer.isPaid) await until("it", isSo, newsMilliseconds).catch(() => undefined);
  const found = (await monthOf(customer.userId)).quota;
  looks += 1;
  if (found === quota) return;
  const { plan, from } = customer;
  wrong.push(`${plan} from ${from.toISOString()}, ${when}: ${found} packages, not ${quota}`);
}

/** A month begins, and what was used of it stays used whatever the clock does next. */
async function beginMonth(jobs: Jobs, customer: Customer, months: number): Promise<void> {
  const full = planByName(customer.plan).packageQuota;
  const at = monthFrom(customer.from, months);
  await setClock(secondsAfter(at, -60));
  await refill(jobs);
  // Months that nobody looked at are renewed by the provider one after the other.
  const isToday = async () => (await monthOf(customer.userId)).endsAt >= at;
  await until("the month before", isToday, newsMilliseconds);
  await spendOne(customer);
  const { quota } = await monthOf(customer.userId);
  await refill(jobs);
  await expectQuota(customer, quota, `a minute before ${at.toISOString()}`);
  await setClock(secondsAfter(at, 2));
  await refill(jobs);
  await expectQuota(customer, full, `at ${at.toISOString()}`);
  await spendOne(customer);
  await setClock(secondsAfter(at, 2 - 600));
  await refill(jobs);
  await expectQuota(customer, full - 1, `ten minutes back from ${at.toISOString()}`);
  await setClock(secondsAfter(at, 60));
  await refill(jobs);
  await expectQuota(customer, full - 1, `again at ${at.toISOString()}`);
}

async function subscribe({ api, email }: Visitor, plan: PlanName): Promise<void> {
  const { url } = await api.plans.startSubscription({ plan, idempotencyKey: randomUUID() });
  const card = { number: "4242424242424242", expiry: "12/60", cvc: "123", name: "Mei Chan", email };
  await fetch(url, { method: "POST", body: new URLSearchParams(card), redirect: "manual" });
  const isGranted = async () => (await api.plans.readSubscription({})).subscription === plan;
  await until("the plan", isGranted);
}

async function beginPlan(story: Story, number: number): Promise<Customer> {
  await setClock(new Date(story.from));
  await clearLimits(server);
  const visitor = await visitAsCustomer(server.address, number);
  const userId = (await visitor.api.auth.readSession({}))?.person.id ?? "";
  const { plan, isPaid } = story;
  if (isPaid) await subscribe(visitor, plan);
  else {
    const admin = await visitAdmin(server.address);
    await admin.api.plans.giveComplimentaryPlan({ userId, plan, reason: "For the clock" });
  }
  return { plan, isPaid, visitor, userId, from: (await monthOf(userId)).startsAt };
}

/** A month that was begun twice would stand there twice. */
async function checkForDoubles(): Promise<number> {
  return await onDatabase(server, async (db) => {
    const { rows } = await sql<{ months: string; doubled: string }>`
      select count(*) as months, count(*) - count(distinct (user_id, starts_at)) as doubled
      from plan_periods
    `.execute(db);
    if (Number(rows[0]?.doubled) > 0) wrong.push(`${rows[0]?.doubled} months were begun twice`);
    return Number(rows[0]?.months);
  });
}

type Moment = { readonly at: Date; readonly play: (jobs: Jobs) => Promise<void> };

const customers: Customer[] = [];
const moments: Moment[] = stories.flatMap((story, number) => [
  {
    at: new Date(story.from),
    play: async () => void (customers[number] = await beginPlan(story, number)),
  },
  ...story.months.map((months) => ({
    at: monthFrom(new Date(story.from), months),
    play: async (jobs: Jobs) => {
      const customer = customers[number];
      if (customer !== undefined) await beginMonth(jobs, customer, months);
    },
  })),
]);

try {
  await chmod(folder, 0o755);
  const inOrder = moments.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  await setClock(secondsAfter(inOrder[0]?.at ?? new Date(), -120));
  await server.start();
  await visitAdmin(server.address);
  const jobs = await openJobs({
    databaseUrl: await server.databaseUrl(),
    log: silentLog,
    jobList,
    isManual: true,
  });
  for (const { play } of inOrder) await play(jobs);
  await jobs.stop();
  const months = await checkForDoubles();
  const faults = await onDatabase(server, async (db) => await ledgerFaults(db));
  wrong.push(...faults);
  say(`clock of the server${externalUrl === null ? "" : " and of its database"} moved`);
  say(`customers: ${customers.length}; months begun: ${months}; looks at their quota: ${looks}`);
} finally {
  await server.remove();
  await rm(folder, { recursive: true, force: true });
}
conclude(wrong);
