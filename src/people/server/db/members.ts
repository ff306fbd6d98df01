import { sql, type RawBuilder } from "kysely";
import { parseMemberCode } from "#people/rules/member-code.ts";
import { plainText, searchKey } from "#platform/rules/normalize-text.ts";
import type { Db } from "#platform/server/db/open.ts";
import { plannedForItsValues } from "#platform/server/db/named-statements.ts";
import { containing } from "#platform/server/db/search-by-part.ts";
import type { StaffMember, StaffRole } from "#platform/rules/staff-role.ts";

const [patternLength, minPatternLength] = [6, 3] as const;

const nameKey = sql`name_key(profiles.full_name, profiles.latin_name)`;

/** By an index, whether the email contains the end of `search`, in lower case. */
function emailHasPart(search: string): RawBuilder<boolean> {
  // Only the part before the @ is selective.
  const local = search.slice(0, search.indexOf("@") > 2 ? search.indexOf("@") : undefined);
  return local.length < minPatternLength
    ? sql`pairs_of(profiles.email) @> array[${local}::text]`
    : sql`profiles.email like ${containing(local.slice(-patternLength))}`;
}

/** Whether `search` is the member code of `profiles`; only whole codes are looked up. */
function byCode(search: string): RawBuilder<boolean>[] {
  const read = parseMemberCode(search);
  if (!read.ok) return [];
  return [sql`profiles.id = (select user_id from member_codes where code = ${read.code})`];
}

/** Whether a phone number of `table` ends as `search` does; only a number of seven digits and more is looked up. */
export function byPhone(search: string, table: RawBuilder<unknown>): RawBuilder<boolean>[] {
  const typed = plainText(search);
  const digits = typed.replaceAll(/\D/g, "");
  if (digits.length < 7 || !/^[\d\s+().\-/]+$/.test(typed)) return [];
  return [sql`phone_end(${table}.phone) = ${digits.slice(-7)} and ${table}.phone <> ''`];
}

const profiles = sql`profiles`;

/** Whether a name or the email of `profiles` contains `search`, in any case and width; without the use of an index. */
export function userContains(search: string): RawBuilder<boolean> {
  return sql`(position(search_key(${search}) in ${nameKey}) > 0
    or position(search_key(${search}) in profiles.email) > 0)`;
}

/**
 * The same by the indexes, or whose member code or phone number it is, as conditions of which one holds. Each needs a query of its own:
 * in one condition with `or` the expressions of the indexes are computed again for every row.
 */
export function indexedUserMatches(search: string): RawBuilder<boolean>[] {
  const byName = sql<boolean>`search_parts(${nameKey}) @> searched_parts(search_key(${search}))
    and position(search_key(${search}) in ${nameKey}) > 0`;
  const email = searchKey(search);
  // Emails have no other characters.
  const others = [byName, ...byCode(search), ...byPhone(search, profiles)];
  if (!/^[\x21-\x7E]+$/.test(email)) return others;
  return [
    ...others,
    sql<boolean>`${emailHasPart(email)} and position(${email} in profiles.email) > 0`,
  ];
}

/** The same as one condition. */
export function userMatches(search: string): RawBuilder<boolean> {
  const queries = indexedUserMatches(search).map(
    (match) => sql`select profiles.id from profiles where ${match}`,
  );
  return sql`profiles.id in (${sql.join(queries, sql` union all `)})`;
}

/** Whether `search` is the whole email or name of `profiles`, or their member code or phone number. */
export function isWholeUser(search: string): RawBuilder<boolean> {
  const names = sql<boolean>`search_key(profiles.full_name) = search_key(${search})
    or search_key(profiles.latin_name) = search_key(${search})`;
  const email = sql<boolean>`profiles.email = ${searchKey(search)}`;
  const matches = [names, email, ...byCode(search), ...byPhone(search, profiles)];
  return sql`(${sql.join(matches, sql` or `)})`;
}

/** The ids of users whose name or email contains `search`, or whose member code or phone number it is; null when they are more than `maximum`. */
export async function listMatchingUserIds(
  db: Db,
  search: string,
  maximum: number,
): Promise<string[] | null> {
  const { rows } = await sql<{ id: string }>`
    ${sql.raw(plannedForItsValues)}
    select id from profiles where ${userMatches(search)} limit ${maximum + 1}
  `.execute(db);
  return rows.length > maximum ? null : rows.map(({ id }) => id);
}

type ActiveStaffMember = StaffMember & { readonly userId: string; readonly email: string };

/** The members of staff whose account is active. */
export async function listActiveStaff(db: Db): Promise<readonly ActiveStaffMember[]> {
  return await db
    .selectFrom("profiles")
    .select(["profiles.id as userId", "profiles.email", "profiles.isAdmin"])
    .select([openRoles.as("roles"), hasTwoFactor.as("hasTwoFactor")])
    .where(isStaffAccount)
    .where("profiles.suspendedAt", "is", null)
    .where("profiles.closedAt", "is", null)
    .orderBy("profiles.email")
    .execute();
}

/** Whether a user is an admin or has a role. */
export async function isMemberOfStaff(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("profiles")
    .select("id")
    .where("id", "=", userId)
    .where(isStaffAccount)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether there is an account with this id that is not closed. */
export async function isAccountOpen(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("profiles")
    .select("id")
    .where("id", "=", userId)
    .where("closedAt", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The roles that the user has now, the one granted first first. */
export const openRoles = sql<StaffRole[]>`array(
  select staff_roles.role from staff_roles
  where staff_roles.user_id = profiles.id and staff_roles.ended_at is null
  order by staff_roles.granted_at, staff_roles.role
)`;

/** Whether the user is an admin or has a role. */
export const isStaffAccount = sql<boolean>`(profiles.is_admin or exists (
  select from staff_roles where staff_roles.user_id = profiles.id and staff_roles.ended_at is null
))`;

export const hasTwoFactor = sql<boolean>`exists (
  select from two_factors where two_factors.user_id = profiles.id and two_factors.confirmed_at is not null
)`;

/** What a user sees and edits of their own profile. */
export const profileColumns = [
  "id",
  "email",
  "fullName",
  "latinName",
  "phone",
  "address",
  "addressLine2",
  "city",
  "state",
  "country",
  "postalCode",
] as const;
