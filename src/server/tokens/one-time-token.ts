// Tokens for links in letters: used once, kept only as a hash, void after their time.
import { createHash, randomBytes } from "node:crypto";
import type { Db } from "#server/db/open.ts";
import { deleteTokensOf, insertToken, selectToken, takeToken } from "./token-queries.ts";

/** What a token is good for, and for how many seconds. */
export const tokenLifetimes = {
  "verify-email": 24 * 60 * 60,
  "reset-password": 60 * 60,
} as const;

export type TokenPurpose = keyof typeof tokenLifetimes;

function identifierOf(purpose: TokenPurpose, token: string): string {
  return `${purpose}:${createHash("sha256").update(token).digest("base64url")}`;
}

/** Makes a token of 256 random bits for one person; earlier ones of theirs for the same purpose become void. */
export async function makeToken(
  db: Db,
  purpose: TokenPurpose,
  userId: string,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await deleteTokensOf(db, purpose, userId);
  await insertToken(db, {
    identifier: identifierOf(purpose, token),
    userId,
    expiresAt: new Date(now.getTime() + tokenLifetimes[purpose] * 1000),
    now,
  });
  return token;
}

/** Makes the tokens void that this person has for a purpose. */
export async function voidTokens(db: Db, purpose: TokenPurpose, userId: string): Promise<void> {
  await deleteTokensOf(db, purpose, userId);
}

/** Whose token it is, without using it up; null as `useToken` answers it. */
export async function findToken(
  db: Db,
  purpose: TokenPurpose,
  token: string,
  now: Date,
): Promise<string | null> {
  return await selectToken(db, identifierOf(purpose, token), now);
}

/** Uses a token up: the id of its person, or null when it is unknown, used, expired or for another purpose. */
export async function useToken(
  db: Db,
  purpose: TokenPurpose,
  token: string,
  now: Date,
): Promise<string | null> {
  return await takeToken(db, identifierOf(purpose, token), now);
}
