import type { User, UserDetails, WalletMoney } from "#office/contract/admin-users.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  profileColumns,
  openRoles,
  indexedUserMatches,
  userContains,
} from "#people/server/db/members.ts";
import { sql, type RawBuilder } from "kysely";
import type { UserOrder, UserState, SortDirection } from "#platform/rules/list-page.ts";
import { plannedForItsValues } from "#platform/server/db/named-statements.ts";

/** The columns of a user as admins see it. */
function selectUsers(db: Db) {
  return db
    .selectFrom("profiles")
    .leftJoin("ledgerAccounts", "ledgerAccounts.userId", "profiles.id")
    .select(profileColumns.map((column) => `profiles.${column}` as const))
    .select([
      "profiles.subscription",
      "profiles.packageQuota",
      "profiles.maxWeightGrams",
      "profiles.isAdmin",
      openRoles.as("roles"),
      "profiles.createdAt",
      "profiles.updatedAt",
      "profiles.suspendedAt",
      "profiles.closedAt",
      "ledgerAccounts.balanceCents",
      "ledgerAccounts.heldCents",
    ]);
}

type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>["executeTakeFirstOrThrow"]>>;

function toUser({ balanceCents, heldCents, ...row }: UserRow): User {
  return {
    ...row,
    walletBalanceCents: balanceCents === null ? null : Number(balanceCents - (heldCents ?? 0n)),
    heldCents: heldCents === null ? null : Number(heldCents),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    suspendedAt: row.suspendedAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}

/** A user with what only the page of that user shows, except the plan. */
export async function findUser(
  db: Db,
  userId: string,
): Promise<Omit<UserDetails, "plan" | "grantedRoles"> | undefined> {
  const row = await selectUsers(db)
    .innerJoin("users", "users.id", "profiles.id")
    .leftJoin("twoFactors", "twoFactors.userId", "profiles.id")
    .leftJoin("memberCodes", "memberCodes.userId", "profiles.id")
    .select(["users.emailVerified as isVerified", "profiles.suspensionReason"])
    .select(["twoFactors.confirmedAt", "memberCodes.code as memberCode"])
    .where("profiles.id", "=", userId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { isVerified, suspensionReason, confirmedAt, memberCode, ...user } = row;
  const hasTwoFactor = confirmedAt !== null;
  return { ...toUser(user), isVerified, suspensionReason, memberCode, hasTwoFactor };
}

/** Locks an account until the transaction ends; false when there is none. */
export async function lockProfile(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("profiles")
    .select("id")
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Also removes the name in Latin letters, which was that of the old name. */
export async function updateName(
  db: Db,
  userId: string,
  fullName: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable("profiles")
    .set({ fullName, latinName: null, updatedAt: now })
    .where("id", "=", userId)
    .execute();
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}

/**
 * Changes the email of an account, which is then not verified; false when another account has it. The transaction has
 * failed then and can only be rolled back.
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
    if (isUniqueViolation(error)) return false;
    throw error;
  }
  await db
    .updateTable("profiles")
    .set({ email, updatedAt: now })
    .where("id", "=", userId)
    .execute();
  return true;
}

/** Suspends an account for `reason`; null ends the suspension. */
export async function updateSuspension(
  db: Db,
  userId: string,
  reason: string | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable("profiles")
    .set({ suspendedAt: reason === null ? null : now, suspensionReason: reason, updatedAt: now })
    .where("id", "=", userId)
    .execute();
}

/** One page of users, their total number, and their money in the states `withMoney` and `withHolds`. */
export type UserList = {
  items: User[];
  total: number;
  walletMoney?: WalletMoney;
  openHoldsCount?: number;
};

/** Which page of users to list. Users without a plan come last in the order of plans. */
type UserListQuery = {
  readonly search: string;
  readonly state: UserState;
  readonly order: UserOrder;
  readonly direction: SortDirection;
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
  staff: sql<boolean>`profiles.id in (select user_id from staff_roles where ended_at is null)`,
  admins: sql<boolean>`profiles.is_admin`,
} as const satisfies Record<UserState, unknown>;

type MoneyState = "withMoney" | "withHolds";
type CountedState = Exclude<UserState, MoneyState | "staff">;

export function isMoneyState(state: UserState): state is MoneyState {
  return state === "withMoney" || state === "withHolds";
}

function isCountedState(state: UserState): state is CountedState {
  return !isMoneyState(state) && state !== "staff";
}

/** The same conditions on the columns of the counts, which do not include money and roles. */
const countedStateConditions = {
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

/** A search finds the newest users up to this number; older ones are found by typing more. */
const maxFoundUsers = 1000;

// A text that one in ten of the newest users has is found fastest by reading back from the newest.
const [sampleSize, minCommon] = [500, 50] as const;

/** Whether many of the newest users have `search` in their name or email. */
async function isCommon(db: Db, search: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select * from profiles order by created_at desc, id desc limit ${sampleSize}
    ) profiles where ${userContains(search)}
  `.execute(db);
  return (rows[0]?.count ?? 0) >= minCommon;
}

/** The newest users in a state whose name or email contains `search`, at most `maxFoundUsers`. */
async function listFoundIds(
  db: Db,
  { search, state }: Pick<UserListQuery, "search" | "state">,
): Promise<string[]> {
  const matches = (await isCommon(db, search))
    ? [userContains(search)]
    : indexedUserMatches(search);
  const found = matches.map(
    (match) => sql`(select profiles.id, profiles.created_at from profiles
      where ${match} and ${stateConditions[state]}
      order by profiles.created_at desc, profiles.id desc limit ${maxFoundUsers})`,
  );
  const { rows } = await sql<{ id: string }>`
    ${sql.raw(plannedForItsValues)}
    select id from (${sql.join(found, sql` union `)}) found
    order by created_at desc, id desc limit ${maxFoundUsers}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** How many accounts are in `state`, summed from the aggregated counts and the changes since. */
async function countAccounts(db: Db, state: CountedState): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(count), 0)::int as total from (
      select is_admin, is_subscribed, is_suspended, is_closed, count from profile_counts
      union all select is_admin, is_subscribed, is_suspended, is_closed, change from profile_count_changes
    ) counted where ${countedStateConditions[state]}
  `.execute(db);
  return rows[0]?.total ?? 0;
}

/** How many accounts meet the condition, counted row by row. */
async function countMatching(db: Db, matching: RawBuilder<boolean>): Promise<number> {
  const { count } = await db
    .selectFrom("profiles")
    .where(matching)
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The total money in the wallets of all accounts that meet the condition. */
async function sumMoney(db: Db, matching: RawBuilder<boolean>): Promise<WalletMoney> {
  const { balanceCents, heldCents } = await db
    .selectFrom("profiles")
    .innerJoin("ledgerAccounts", "ledgerAccounts.userId", "profiles.id")
    .where(matching)
    .select(({ fn }) => [
      fn.sum<string | null>("ledgerAccounts.balanceCents").as("balanceCents"),
      fn.sum<string | null>("ledgerAccounts.heldCents").as("heldCents"),
    ])
    .executeTakeFirstOrThrow();
  return { balanceCents: Number(balanceCents ?? 0), heldCents: Number(heldCents ?? 0) };
}

/** How many open holds all accounts have that meet the condition. */
async function countOpenHolds(db: Db, matching: RawBuilder<boolean>): Promise<number> {
  const { count } = await db
    .selectFrom("holds")
    .innerJoin("profiles", "profiles.id", "holds.userId")
    .where("holds.state", "=", "held")
    .where(matching)
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Moves at most `limit` recorded changes into the counts of accounts; returns how many it moved. */
export async function aggregateCountChanges(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ aggregated: number }>`
    with changes as (
      delete from profile_count_changes where id in (
        select id from profile_count_changes order by id limit ${limit} for update skip locked
      ) returning is_admin, is_subscribed, is_suspended, is_closed, change
    ), added as (
      insert into profile_counts as counts (is_admin, is_subscribed, is_suspended, is_closed, count)
      select is_admin, is_subscribed, is_suspended, is_closed, sum(change) from changes
      group by 1, 2, 3, 4 having sum(change) <> 0 order by 1, 2, 3, 4
      on conflict (is_admin, is_subscribed, is_suspended, is_closed)
        do update set count = counts.count + excluded.count
    )
    select count(*)::int as aggregated from changes
  `.execute(db);
  return rows[0]?.aggregated ?? 0;
}

type SoughtUsers = Pick<UserListQuery, "search" | "state">;

/** The users of a state as a condition on `profiles`; with a `search` those that it finds, whose ids are `found`. */
export async function soughtUsers(
  db: Db,
  query: SoughtUsers,
): Promise<{ readonly found: string[] | null; readonly matching: RawBuilder<boolean> }> {
  const found = query.search === "" ? null : await listFoundIds(db, query);
  const matching =
    found === null
      ? stateConditions[query.state]
      : sql<boolean>`profiles.id = any(${found}::uuid[])`;
  return { found, matching };
}

export type ExportedUserRow = User & { readonly memberCode: string | null };

/** The newest of the sought users that are older than the one with the id `after`; null: from the newest on. */
export async function listUsersAfter(
  db: Db,
  { matching }: Awaited<ReturnType<typeof soughtUsers>>,
  after: string | null,
  limit: number,
): Promise<ExportedUserRow[]> {
  const rows = await selectUsers(db)
    .leftJoin("memberCodes", "memberCodes.userId", "profiles.id")
    .select("memberCodes.code as memberCode")
    .where(matching)
    .$if(after !== null, (users) =>
      users.where(
        sql<boolean>`(profiles.created_at, profiles.id) < (
          select created_at, id from profiles where id = ${after}
        )`,
      ),
    )
    .orderBy("profiles.createdAt", "desc")
    .orderBy("profiles.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ memberCode, ...row }) => ({ ...toUser(row), memberCode }));
}

/** One page of users in a state; with a `search` of those that it finds. */
export async function listUserRows(db: Db, query: UserListQuery): Promise<UserList> {
  const { found, matching } = await soughtUsers(db, query);
  // Only a plan may be null; for the other columns, `nulls last` would keep the index from being used.
  const nulls = query.order === "subscription" ? sql`nulls last` : sql``;
  const direction = sql`${sql.raw(query.direction)} ${nulls}`;
  const reading = selectUsers(db)
    .where(matching)
    .orderBy(sql`${orderings[query.order]} ${direction}`)
    .orderBy("profiles.id", query.direction)
    .offset(query.offset)
    .limit(query.limit)
    .execute();
  const counting =
    found === null && isCountedState(query.state)
      ? countAccounts(db, query.state)
      : (found?.length ?? countMatching(db, matching));
  const summing = isMoneyState(query.state) ? sumMoney(db, matching) : null;
  const countingHolds = query.state === "withHolds" ? countOpenHolds(db, matching) : null;
  const [rows, total, walletMoney, openHoldsCount] = await Promise.all([
    reading,
    counting,
    summing,
    countingHolds,
  ]);
  return {
    items: rows.map(toUser),
    total,
    ...(walletMoney && { walletMoney }),
    ...(openHoldsCount !== null && { openHoldsCount }),
  };
}
