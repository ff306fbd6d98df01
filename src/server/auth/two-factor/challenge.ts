// A sign-in whose password was right and whose code is awaited: a short-lived cookie, of which a hash is kept.
import { createHash, randomBytes } from "node:crypto";
import type { Config } from "#server/config.ts";
import type { Context } from "#server/context.ts";
import { atomically, type Db } from "#server/db/open.ts";
import { countAttempt, uncountAttempt } from "#server/limits/count-attempt.ts";
import {
  addTry,
  deleteChallenge,
  deleteChallengesOf,
  insertChallenge,
  lockChallenge,
  selectTwoFactor,
} from "./two-factor-queries.ts";
import { useCode, type InputCode } from "./use-code.ts";

const challengeSeconds = 10 * 60;
const mostTries = 5;

function cookieName(config: Pick<Config, "isHttps">): string {
  return config.isHttps ? "__Host-sampan_challenge" : "sampan_challenge";
}

function cookie(config: Pick<Config, "isHttps">, token: string, maxAgeSeconds: number): string {
  const secure = config.isHttps ? "; Secure" : "";
  return `${cookieName(config)}=${token}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

function readCookie(context: Context): string | null {
  const name = `${cookieName(context.config)}=`;
  const pair = context.requestHeaders
    .get("cookie")
    ?.split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(name));
  const token = pair?.slice(name.length) ?? "";
  return token === "" ? null : token;
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Whether this person must show a code; begins the challenge then and hands its cookie to the browser. */
export async function startChallenge(
  context: Context,
  person: { readonly userId: string; readonly isForAdmin: boolean },
): Promise<boolean> {
  const twoFactor = await selectTwoFactor(context.db, person.userId);
  if (!twoFactor?.confirmedAt) return false;
  const token = randomBytes(32).toString("base64url");
  const now = context.now();
  const expiresAt = new Date(now.getTime() + challengeSeconds * 1000);
  await insertChallenge(context.db, { ...person, tokenHash: hashOf(token), expiresAt, now });
  context.responseHeaders.append("set-cookie", cookie(context.config, token, challengeSeconds));
  return true;
}

/** Takes the challenge's cookie away from the browser. */
export function clearChallengeCookie(context: Context): void {
  context.responseHeaders.append("set-cookie", cookie(context.config, "", 0));
}

/** Ends all sign-ins of a person that wait for a code, as when the password has changed. */
export async function endChallenges(db: Db, userId: string): Promise<void> {
  await deleteChallengesOf(db, userId);
}

export type ChallengeOutcome =
  | { readonly kind: "met"; readonly userId: string }
  | { readonly kind: "wrong"; readonly triesLeft: number }
  | { readonly kind: "over" }
  | { readonly kind: "limited" };

/**
 * Tries a code on the challenge of the browser's cookie: five tries at most, of which one can succeed, once.
 * `limited`: the person's challenges together have had too many failures.
 */
export async function tryChallenge(context: Context, given: InputCode): Promise<ChallengeOutcome> {
  const token = readCookie(context);
  if (token === null) return { kind: "over" };
  const tokenHash = hashOf(token);
  return await atomically(context.db, async (db): Promise<ChallengeOutcome> => {
    const challenge = await lockChallenge(db, tokenHash);
    if (challenge === undefined) return { kind: "over" };
    const { userId, isForAdmin, isAdmin, tries, expiresAt } = challenge;
    if (tries >= mostTries || expiresAt <= context.now()) return { kind: "over" };
    if (isForAdmin && !isAdmin) return { kind: "over" };
    const failure = await countAttempt(db, "failedCodesPerAccount", userId, context.now());
    if (failure === null) return { kind: "limited" };
    if (await useCode(context, db, userId, given)) {
      await uncountAttempt(db, failure);
      await deleteChallenge(db, tokenHash);
      return { kind: "met", userId };
    }
    await addTry(db, tokenHash);
    return { kind: "wrong", triesLeft: mostTries - tries - 1 };
  });
}
