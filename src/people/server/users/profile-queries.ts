import type { DisplayCurrency } from "#platform/rules/currency.ts";
import type { Language } from "#platform/rules/language.ts";
import type { Profile } from "#people/contract/profile.ts";
import { profileColumns } from "./profile-columns.ts";
import type { Db } from "#platform/server/db/open.ts";

export async function getProfile(db: Db, userId: string): Promise<Profile> {
  return await db
    .selectFrom("profiles")
    .select(profileColumns)
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}

export async function updateProfileColumns(
  db: Db,
  userId: string,
  profile: Omit<Profile, "id" | "email">,
  now: Date,
): Promise<Profile> {
  return await db
    .updateTable("profiles")
    .set({ ...profile, updatedAt: now })
    .where("id", "=", userId)
    .returning(profileColumns)
    .executeTakeFirstOrThrow();
}

export async function updateDisplayCurrencyColumn(
  db: Db,
  userId: string,
  displayCurrency: DisplayCurrency,
  now: Date,
): Promise<void> {
  await db
    .updateTable("profiles")
    .set({ displayCurrency, updatedAt: now })
    .where("id", "=", userId)
    .execute();
}

export async function updateLanguageColumn(
  db: Db,
  userId: string,
  language: Language,
  now: Date,
): Promise<void> {
  await db
    .updateTable("profiles")
    .set({ language, updatedAt: now })
    .where("id", "=", userId)
    .execute();
}
