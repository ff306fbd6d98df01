// A sign-in whose password was right and whose two-factor code is still missing. A short-lived cookie has its token, the
// database only the hash of it.
import { createHash, randomBytes } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import {
  expiredCookie,
  readSignedCookie,
  signedCookie,
} from "#people/server/auth/signed-cookie.ts";
import { uncountAttempt } from "#platform/server/limits/count-attempt.ts";
import {
  deleteChallenge,
  insertChallenge,
  lockChallenge,
  updateChallengeTries,
} from "./challenge-queries.ts";
import { countCode } from "./count-code.ts";
import { findTwoFactor } from "./two-factor-queries.ts";
import { useCode, type TwoFactorCode } from "./use-code.ts";

const challengeSeconds = 10 * 60;
const mostTries = 5;

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Starts a challenge and sets its cookie if this user has two-factor authentication; false otherwise. */
export async function startChallenge(
  context: Context,
  user: { readonly userId: string; readonly isForAdmin: boolean },
): Promise<boolean> {
  const twoFactor = await findTwoFactor(context.db, user.userId);
  if (!twoFactor?.confirmedAt) return false;
  const token = randomBytes(32).toString("base64url");
  const now = context.now();
  const expiresAt = new Date(now.getTime() + challengeSeconds * 1000);
  await insertChallenge(context.db, { ...user, tokenHash: hashOf(token), expiresAt, now });
  const cookie = signedCookie(context.config, "challenge", token, challengeSeconds);
  context.responseHeaders.append("set-cookie", cookie);
  return true;
}

/** Deletes the cookie of the challenge. */
export function clearChallengeCookie(context: Context): void {
  context.responseHeaders.append("set-cookie", expiredCookie(context.config, "challenge"));
}

export type ChallengeOutcome =
  | { readonly kind: "passed"; readonly userId: string }
  | { readonly kind: "wrong"; readonly triesLeft: number }
  | { readonly kind: "expired" };

/**
 * Checks a code against the challenge of this browser's cookie, which allows five tries and one success. `expired` also
 * when there is no challenge. Throws `too_many_requests` after too many failures over any number of challenges.
 */
export async function tryChallenge(
  context: Context,
  code: TwoFactorCode,
): Promise<ChallengeOutcome> {
  const { config, requestHeaders } = context;
  const token = readSignedCookie(config, "challenge", requestHeaders.get("cookie"));
  if (token === null) return { kind: "expired" };
  const tokenHash = hashOf(token);
  return await atomically(context.db, async (db): Promise<ChallengeOutcome> => {
    const challenge = await lockChallenge(db, tokenHash);
    if (challenge === undefined) return { kind: "expired" };
    const { userId, isForAdmin, isStaff, tries, expiresAt } = challenge;
    if (tries >= mostTries || expiresAt <= context.now()) return { kind: "expired" };
    if (isForAdmin && !isStaff) return { kind: "expired" };
    const failure = await countCode(context, db, userId);
    if (await useCode(context, db, userId, code)) {
      await uncountAttempt(db, failure);
      await deleteChallenge(db, tokenHash);
      return { kind: "passed", userId };
    }
    await updateChallengeTries(db, tokenHash);
    return { kind: "wrong", triesLeft: mostTries - tries - 1 };
  });
}
