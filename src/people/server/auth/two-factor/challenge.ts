// A sign-in whose password was right and whose two-factor code is still missing. A short-lived cookie has its token, the
// database only the hash of it.
import { createHash, randomBytes, createHmac, hkdfSync, randomInt } from "node:crypto";
import type { Context, AppServices } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import {
  expiredCookie,
  readSignedCookie,
  signedCookie,
} from "#people/server/auth/signed-cookie.ts";
import { uncountAttempt, countAttempt } from "#platform/server/limits/count-attempt.ts";
import {
  deleteChallenge,
  insertChallenge,
  lockChallenge,
  updateChallengeTries,
  findTwoFactor,
  updateBackupCodeUsed,
  updateLastStep,
} from "./two-factor-queries.ts";
import { decrypt } from "#platform/server/encryption.ts";
import { apiError } from "#platform/contract/errors.ts";
import { accountAt } from "#platform/rules/counted-account.ts";
import { findPasswordHash } from "#people/server/auth/account-queries.ts";
import { findKnownDevice } from "#people/server/auth/known-device.ts";
import { Secret, TOTP } from "otpauth";
import { brandName } from "#platform/rules/brand.ts";

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

type ChallengeOutcome =
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

/** The purpose for which the secrets of authenticator apps are encrypted. */
export const secretPurpose = "two-factor";

/** Six digits of the authenticator app, or a backup code without its dash. */
type TwoFactorCode = { readonly kind: "app" | "backup"; readonly code: string };

/** Parses six digits, ignoring white space, or (with `mayBeBackup`) a backup code. Throws `invalid_code`. */
export function parseCode(typed: string, { mayBeBackup }: { mayBeBackup: boolean }): TwoFactorCode {
  const bare = typed.replaceAll(/\s/g, "");
  if (/^[0-9]{6}$/.test(bare)) return { kind: "app", code: bare };
  const backup = mayBeBackup ? parseBackupCode(typed) : null;
  if (backup === null) throw apiError("invalid_code");
  return { kind: "backup", code: backup };
}

/**
 * Whether the code is valid for this user and unused; it is used up then, so that of any number of calls at once with
 * the same code only one gets true. To be called in the transaction of what the code permits.
 */
export async function useCode(
  { config, now }: Pick<AppServices, "config" | "now">,
  db: Db,
  userId: string,
  input: TwoFactorCode,
): Promise<boolean> {
  if (input.kind === "backup") {
    const hash = hashBackupCode(config.secret, userId, input.code);
    return await updateBackupCodeUsed(db, userId, hash, now());
  }
  const twoFactor = await findTwoFactor(db, userId);
  if (twoFactor === undefined) return false;
  const secret = decrypt(config.secret, secretPurpose, twoFactor.secretEncrypted);
  const step = findStep(secret, input.code, now());
  return step !== undefined && (await updateLastStep(db, userId, step));
}

/**
 * Counts a code as wrong before it is checked, of this device if a code of the account was given here before, else of all
 * other devices together. Returns the id for `uncountAttempt`. Throws `too_many_requests`.
 */
export async function countCode(context: Context, db: Db, userId: string): Promise<bigint> {
  const passwordHash = await findPasswordHash(db, userId);
  const device = findKnownDevice(context, { userId, passwordHash });
  const who = device?.hasGivenCode === true ? accountAt(userId, `device-${device.id}`) : userId;
  const now = context.now();
  return await countAttempt(db, "failedCodesPerAccount", who, now);
}

const codeCount = 10;
const codeLength = 10;
// Without letters and digits that look alike.
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

/** Ten new codes of some 49 random bits each, written in two groups. */
export function makeBackupCodes(): string[] {
  return Array.from({ length: codeCount }, () => {
    const characters = Array.from({ length: codeLength }, () =>
      alphabet.charAt(randomInt(alphabet.length)),
    );
    return `${characters.slice(0, 5).join("")}-${characters.slice(5).join("")}`;
  });
}

/** A typed code without dash and white space, in lower case; null when it cannot be a backup code. */
export function parseBackupCode(typed: string): string | null {
  const bare = typed.replaceAll(/[\s-]/g, "").toLowerCase();
  return bare.length === codeLength && [...bare].every((character) => alphabet.includes(character))
    ? bare
    : null;
}

/** The stored hash of a code; keyed, so that a copy of the database alone discloses no code. */
export function hashBackupCode(secret: string, userId: string, bareCode: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "backup-codes", "hash", 32));
  return createHmac("sha256", key).update(`${userId}:${bareCode}`).digest();
}

/** A new random secret for the authenticator app of this account; as text it is the URI for the app's QR code. */
export function makeTotp(email: string): TOTP {
  return new TOTP({ issuer: brandName, label: email });
}

/**
 * The time step whose code this is, if any; `code` has six digits. The steps before and after the present one are
 * accepted too, for clocks that differ and users who type slowly.
 */
export function findStep(secret: Buffer, code: string, now: Date): number | undefined {
  const totp = new TOTP({ secret: Secret.fromHex(secret.toString("hex")) });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}
