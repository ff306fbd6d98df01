// The SQL of the office about people: finding accounts, looking at one, renaming, suspending.
import { sql, type RawBuilder } from "kysely";
import type { User, UserOrder, UserState, WalletMoney } from "#contract/admin-users.ts";
import { plannedForItsValues } from "#server/db/named-statements.ts";
import type { Db } from "#server/db/open.ts";
import { profileOf } from "#server/auth/account-queries.ts";

function accounts(db: Db) {
  return db
    .selectFrom("profiles")
    .leftJoin("ledgerAccounts", "ledgerAccounts.userId", "profiles.id")
    .selectAll("profiles")
    .select(["ledgerAccounts.balanceCents", "ledgerAccounts.heldCents"]);
}

type AccountRow = Awaited<ReturnType<ReturnType<typeof accounts>["executeTakeFirstOrThrow"]>>;

function userOf(row: AccountRow): User {
  return {
    ...profileOf(row),
    subscription: row.subscription,
    packageQuota: row.packageQuota,
    maxWeightGrams: row.maxWeightGrams,
    walletBalanceCents: Number((row.balanceCents ?? 0n) - (row.heldCents ?? 0n)),
    heldCents: Number(row.heldCents ?? 0n),
    isAdmin: row.isAdmin,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    suspendedAt: row.suspendedAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}

/** One page of users, how many there are of them in all, and what they own where the state asks for money. */
export type UsersPage = { items: User[]; total: number; walletMoney?: WalletMoney };

/** What a page of users is read by; names and plans in the order of the alphabet, nobody's plan last. */
export type UserPage = {
  readonly search: string;
  readonly state: UserState;
  readonly order: UserOrder;
  readonly direction: "asc" | "desc";
  readonly offset: number;
  readonly limit: number;
};

const stateConditions = {
  all: sql<boolean>`true`,
  active: sql<boolean>`profiles.suspended_at is null and profiles.closed_at is null`,
  subscribed: sql<boolean>`profiles.subscription is not null and not profiles.is_admin
    and profiles.closed_at is null and profiles.suspended_at is null`,
  withMoney: sql<boolean>`profiles.id in (select user_id from ledger_accounts where balance_cents <> 0)`,
  withHolds: sql<boolean>`profiles.id in (select user_id from ledger_accounts where held_cents > 0)`,
  suspended: sql<boolean>`profiles.suspended_at is not null`,
  closed: sql<boolean>`profiles.closed_at is not null`,
  admins: sql<boolean>`profiles.is_admin`,
} as const satisfies Record<UserState, unknown>;

type MoneyState = "withMoney" | "withHolds";
type CountedState = Exclude<UserState, MoneyState>;

function isMoneyState(state: UserState): state is MoneyState {
  return state === "withMoney" || state === "withHolds";
}

/** The same of what accounts are counted by; of money the counts know nothing. */
const countedStates = {
  all: sql`true`,
  active: sql`not is_suspended and not is_closed`,
  subscribed: sql`is_subscribed and not is_admin and not is_closed and not is_suspended`,
  suspended: sql`is_suspended`,
  closed: sql`is_closed`,
  admins: sql`is_admin`,
} as const satisfies Record<CountedState, unknown>;

const orderings = {
  fullName: sql`lower(profiles.full_name)`,
  subscription: sql`profiles.subscription`,
  packageQuota: sql`profiles.package_quota`,
  walletBalance: sql`coalesce(ledger_accounts.balance_cents - ledger_accounts.held_cents, 0)`,
  createdAt: sql`profiles.created_at`,
} as const satisfies Record<UserOrder, unknown>;

// A few characters are found sooner in an index of parts than many, and tell as much.
const partLength = 6;

/** A pattern for what contains the last characters of `text`. */
function endOf(text: string): string {
  const part = [...text].slice(-partLength).join("");
  return `%${part.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

function containing(search: string): RawBuilder<boolean> {
  if (search === "") return sql`true`;
  // What stands before the @ tells people apart, not what follows it.
  const local = search.slice(0, search.indexOf("@") > 2 ? search.indexOf("@") : undefined);
  return sql`${sql.raw(plannedForItsValues)} (
    profiles.full_name ilike ${endOf(search)} and position(lower(${search}) in lower(profiles.full_name)) > 0
    or profiles.email ilike ${endOf(local)} and position(lower(${search}) in profiles.email) > 0)`;
}

/** How many accounts there are in `state`: sums of a few counts. */
async function countAccounts(db: Db, state: CountedState): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(count), 0)::int as total from (
      select is_admin, is_subscribed, is_suspended, is_closed, count from profile_counts
      union all select is_admin, is_subscribed, is_suspended, is_closed, change from profile_count_changes
    ) counted where ${countedStates[state]}
  `.execute(db);
  return rows[0]?.total ?? 0;
}

/** How many accounts pass `matching`, counted one by one. */
async function countMatching(db: Db, matching: RawBuilder<boolean>): Promise<number> {
  const { count } = await db
    .selectFrom("profiles")
    .where(matching)
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The money in the wallets of all accounts that pass `matching`, held money included. */
async function sumMoney(db: Db, matching: RawBuilder<boolean>): Promise<WalletMoney> {
  const { balance, held } = await db
    .selectFrom("profiles")
    .innerJoin("ledgerAccounts", "ledgerAccounts.userId", "profiles.id")
    .where(matching)
    .select(({ fn }) => [
      fn.sum<string | null>("ledgerAccounts.balanceCents").as("balance"),
      fn.sum<string | null>("ledgerAccounts.heldCents").as("held"),
    ])
    .executeTakeFirstOrThrow();
  return { balanceCents: Number(balance ?? 0), heldCents: Number(held ?? 0) };
}

/** Adds the changes up to now to the counts of accounts; returns how many it added. */
export async function aggregateCountChanges(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ aggregated: number }>`
    with taken as (
      delete from profile_count_changes where id in (
        select id from profile_count_changes order by id limit ${most} for update skip locked
      ) returning is_admin, is_subscribed, is_suspended, is_closed, change
    ), added as (
      insert into profile_counts as counts (is_admin, is_subscribed, is_suspended, is_closed, count)
      select is_admin, is_subscribed, is_suspended, is_closed, sum(change) from taken
      group by 1, 2, 3, 4 having sum(change) <> 0 order by 1, 2, 3, 4
      on conflict (is_admin, is_subscribed, is_suspended, is_closed)
        do update set count = counts.count + excluded.count
    )
    select count(*)::int as aggregated from taken
  `.execute(db);
  return rows[0]?.aggregated ?? 0;
}

/** One page of users whose name or email contains `search`; with the number of all that do. */
export async function selectUsers(db: Db, page: UserPage): Promise<UsersPage> {
  const matching = sql<boolean>`${containing(page.search)} and ${stateConditions[page.state]}`;
  // Only a plan may be missing; for the others an index gives the order, if nothing is said of nulls.
  const nulls = page.order === "subscription" ? sql`nulls last` : sql``;
  const direction = sql`${sql.raw(page.direction)} ${nulls}`;
  const reading = accounts(db)
    .where(matching)
    .orderBy(sql`${orderings[page.order]} ${direction}`)
    .orderBy("profiles.id", page.direction)
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const counting =
    page.search === "" && !isMoneyState(page.state)
      ? countAccounts(db, page.state)
      : countMatching(db, matching);
  const summing = isMoneyState(page.state) ? sumMoney(db, matching) : null;
  const [rows, total, walletMoney] = await Promise.all([reading, counting, summing]);
  return { items: rows.map(userOf), total, ...(walletMoney && { walletMoney }) };
}

/** What staff see of an account beside the list. */
export type AccountFacts = {
  readonly user: User;
  readonly isVerified: boolean;
  readonly hasTwoFactor: boolean;
  readonly suspensionReason: string | null;
};

export async function selectAccountFacts(
  db: Db,
  userId: string,
): Promise<AccountFacts | undefined> {
  const row = await accounts(db)
    .innerJoin("users", "users.id", "profiles.id")
    .leftJoin("twoFactors", "twoFactors.userId", "profiles.id")
    .select(["users.emailVerified", "twoFactors.confirmedAt"])
    .where("profiles.id", "=", userId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    user: userOf(row),
    isVerified: row.emailVerified,
    hasTwoFactor: row.confirmedAt !== null,
    suspensionReason: row.suspensionReason,
  };
}

/** Holds an account still until the database transaction ends; false when there is none. */
export async function lockProfile(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("profiles")
    .select("id")
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function selectIsSuspended(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("profiles")
    .select("suspendedAt")
    .where("id", "=", userId)
    .executeTakeFirst();
  return row !== undefined && row.suspendedAt !== null;
}

export async function updateName(
  db: Db,
  userId: string,
  fullName: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable("profiles")
    .set({ fullName, updatedAt: now })
    .where("id", "=", userId)
    .execute();
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}

/**
 * Gives an account another address, which is then not verified; false when an account has got it meanwhile, after
 * which the database transaction is good for nothing but to be undone.
 */
export async function updateEmail(
  db: Db,
  userId: string,
  email: string,
  now: Date,
): Promise<boolean> {
  try {
    await db
      .updateTable("users")
      .set({ email, emailVerified: false, updatedAt: now })
      .where("id", "=", userId)
      .execute();
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
  await db
    .updateTable("profiles")
    .set({ email, updatedAt: now })
    .where("id", "=", userId)
    .execute();
  return true;
}

/** Suspends an account, or with null lifts that. */
export async function updateSuspension(
  db: Db,
  userId: string,
  reason: string | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable("profiles")
    .set({
      suspendedAt: reason === null ? null : now,
      suspensionReason: reason,
      updatedAt: now,
    })
    .where("id", "=", userId)
    .execute();
}
