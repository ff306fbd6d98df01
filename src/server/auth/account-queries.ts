// The SQL about people: accounts, sessions, profiles.
import { sql, type Selectable } from "kysely";
import type { Person } from "#contract/auth.ts";
import type { Profile } from "#contract/profile.ts";
import type { PlanName } from "#core/plan.ts";
import type { Db } from "#server/db/open.ts";
import type { UserTables } from "#server/db/tables/users.ts";

export type SessionRow = {
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly updatedAt: Date;
  readonly reauthenticatedAt: Date;
  readonly person: Person;
};

type SessionColumns = Pick<
  Selectable<UserTables["profiles"]>,
  "id" | "email" | "fullName" | "subscription" | "packageQuota" | "maxWeightGrams" | "isAdmin"
> &
  Pick<Selectable<UserTables["sessions"]>, "expiresAt" | "updatedAt" | "reauthenticatedAt"> & {
    readonly sessionId: string;
    readonly balanceCents: bigint | null;
    readonly heldCents: bigint | null;
  };

/** The session with this token and its person, in one join; nothing when it ended before `now`. */
export async function selectSession(
  db: Db,
  token: string,
  now: Date,
): Promise<SessionRow | undefined> {
  // Written out, since every request asks: to have it put together each time takes longer than to send it.
  const { rows } = await sql<SessionColumns>`
    select sessions.id as session_id, sessions.expires_at, sessions.updated_at, sessions.reauthenticated_at,
      profiles.id, profiles.email, profiles.full_name, profiles.subscription, profiles.package_quota,
      profiles.max_weight_grams, profiles.is_admin, ledger_accounts.balance_cents, ledger_accounts.held_cents
    from sessions join profiles on profiles.id = sessions.user_id
      left join ledger_accounts on ledger_accounts.user_id = sessions.user_id
    where sessions.token = ${token} and sessions.expires_at > ${now}
      and profiles.closed_at is null and profiles.suspended_at is null
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    sessionId: row.sessionId,
    expiresAt: row.expiresAt,
    updatedAt: row.updatedAt,
    reauthenticatedAt: row.reauthenticatedAt,
    person: {
      id: row.id,
      email: row.email,
      fullName: row.fullName,
      walletBalanceCents: Number((row.balanceCents ?? 0n) - (row.heldCents ?? 0n)),
      subscription: row.subscription,
      packageQuota: row.packageQuota,
      maxWeightGrams: row.maxWeightGrams,
      isAdmin: row.isAdmin,
    },
  };
}

/** Marks a session as used at `now`, so that it lives until `expiresAt` unused. */
export async function updateSessionUse(
  db: Db,
  sessionId: string,
  use: { readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ updatedAt: use.now, expiresAt: use.expiresAt })
    .where("id", "=", sessionId)
    .execute();
}

export async function deleteSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom("sessions").where("id", "=", sessionId).execute();
}

export async function deleteSessionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("sessions").where("userId", "=", userId).execute();
}

export type Account = {
  readonly userId: string;
  readonly email: string;
  readonly fullName: string;
  readonly isVerified: boolean;
  readonly isAdmin: boolean;
  /** null: no password signs in, as after the account was closed. */
  readonly passwordHash: string | null;
};

/** The account of this address, given in lower case. */
export async function selectAccount(db: Db, email: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom("users")
    .innerJoin("profiles", "profiles.id", "users.id")
    .leftJoin("accounts", (join) =>
      join.onRef("accounts.userId", "=", "users.id").on("accounts.providerId", "=", "credential"),
    )
    .select(["users.id", "users.email", "profiles.fullName", "users.emailVerified"])
    .select(["profiles.isAdmin", "accounts.password"])
    .where("users.email", "=", email)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    userId: row.id,
    email: row.email,
    fullName: row.fullName,
    isVerified: row.emailVerified,
    isAdmin: row.isAdmin,
    passwordHash: row.password,
  };
}

/** Creates an account; nothing when the address got one meanwhile. Its profile follows by trigger. */
export async function insertAccount(
  db: Db,
  account: {
    readonly email: string;
    readonly fullName: string;
    readonly passwordHash: string;
    readonly isVerified: boolean;
    readonly chosenPlan: PlanName | null;
    readonly now: Date;
  },
): Promise<string | undefined> {
  const user = await db
    .insertInto("users")
    .values({
      name: account.fullName,
      email: account.email,
      emailVerified: account.isVerified,
      image: null,
      createdAt: account.now,
      updatedAt: account.now,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (user === undefined) return undefined;
  await db
    .insertInto("accounts")
    .values({
      userId: user.id,
      accountId: user.id,
      providerId: "credential",
      password: account.passwordHash,
    })
    .execute();
  await updateChosenPlan(db, user.id, account.chosenPlan);
  return user.id;
}

async function updateChosenPlan(db: Db, userId: string, plan: PlanName | null): Promise<void> {
  await db.updateTable("profiles").set({ chosenPlan: plan }).where("id", "=", userId).execute();
}

export async function updatePassword(
  db: Db,
  userId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ password: passwordHash, updatedAt: now })
    .where("userId", "=", userId)
    .where("providerId", "=", "credential")
    .execute();
}

/** Marks the address of this account as verified; the answer is that address. */
export async function updateVerified(db: Db, userId: string, now: Date): Promise<string> {
  const { email } = await db
    .updateTable("users")
    .set({ emailVerified: true, updatedAt: now })
    .where("id", "=", userId)
    .returning("email")
    .executeTakeFirstOrThrow();
  return email;
}

type ProfileRow = Selectable<UserTables["profiles"]>;

/** The profile in the row, as its owner sees it. */
export function profileOf(row: ProfileRow): Profile {
  return {
    id: row.id,
    email: row.email,
    fullName: row.fullName,
    phone: row.phone,
    address: row.address,
    city: row.city,
    country: row.country,
    postalCode: row.postalCode,
  };
}

export async function selectProfile(db: Db, userId: string): Promise<Profile> {
  const row = await db
    .selectFrom("profiles")
    .selectAll()
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return profileOf(row);
}

export async function updateProfileRow(
  db: Db,
  userId: string,
  profile: Omit<Profile, "id" | "email">,
  now: Date,
): Promise<Profile> {
  const row = await db
    .updateTable("profiles")
    .set({
      fullName: profile.fullName,
      phone: profile.phone,
      address: profile.address,
      city: profile.city,
      country: profile.country,
      postalCode: profile.postalCode,
      updatedAt: now,
    })
    .where("id", "=", userId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return profileOf(row);
}

export async function updateAdmin(
  db: Db,
  userId: string,
  isAdmin: boolean,
  now: Date,
): Promise<void> {
  await db
    .updateTable("profiles")
    .set({ isAdmin, updatedAt: now })
    .where("id", "=", userId)
    .execute();
}

/** The ids of the admins who can act, with all their rows locked until the transaction ends. */
export async function lockAdmins(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("profiles")
    .select("id")
    .where("isAdmin", "=", true)
    .where("suspendedAt", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}
