// Tokens for links in emails. Each works once and for a limited time; only its hash is stored.
import { createHash, randomBytes } from "node:crypto";
import type { Db } from "#platform/server/db/open.ts";
import type { TokenPurpose } from "#platform/rules/token-purpose.ts";
import { deleteToken, deleteTokens, findTokenUser, insertToken } from "./token-queries.ts";

/** For how many seconds a token of each purpose is valid. */
export const tokenLifetimes: Readonly<Record<TokenPurpose, number>> = {
  "verify-email": 24 * 60 * 60,
  "reset-password": 60 * 60,
};

/** What is stored of a token. */
export function hashOfToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Makes a token of 256 random bits for a user; earlier ones of theirs for the same purpose become void. */
export async function makeToken(
  db: Db,
  purpose: TokenPurpose,
  userId: string,
  now: Date,
): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + tokenLifetimes[purpose] * 1000);
  await deleteTokens(db, userId, [purpose]);
  await insertToken(db, {
    tokenHash: hashOfToken(token),
    userId,
    purpose,
    createdAt: now,
    expiresAt,
  });
  return token;
}

/** Makes all tokens void that a user has for these purposes. */
export async function voidTokens(
  db: Db,
  userId: string,
  purposes: readonly TokenPurpose[],
): Promise<void> {
  await deleteTokens(db, userId, purposes);
}

/** The user id of a token, which stays valid; undefined when it is unknown, used, expired or for another purpose. */
export async function findToken(
  db: Db,
  purpose: TokenPurpose,
  token: string,
  now: Date,
): Promise<string | undefined> {
  return await findTokenUser(db, purpose, hashOfToken(token), now);
}

/** Uses a token up and returns its user id; null when it is unknown, used, expired or for another purpose. */
export async function useToken(
  db: Db,
  purpose: TokenPurpose,
  token: string,
  now: Date,
): Promise<string | null> {
  return await deleteToken(db, purpose, hashOfToken(token), now);
}
