import type { AppServices, SignedInContext, Context } from "#platform/server/context.ts";
import {
  countUnusedBackupCodes,
  findTwoFactor,
  upsertUnconfirmedTwoFactor,
  updateTwoFactorConfirmed,
  deleteTwoFactor,
  replaceBackupCodes,
} from "./two-factor-queries.ts";
import { apiError } from "#platform/contract/errors.ts";
import { encrypt } from "#platform/server/encryption.ts";
import {
  makeTotp,
  secretPurpose,
  parseCode,
  useCode,
  countCode,
  clearChallengeCookie,
  tryChallenge,
  hashBackupCode,
  makeBackupCodes,
  parseBackupCode,
} from "./challenge.ts";
import { atomically } from "#platform/server/db/open.ts";
import { uncountAttempt } from "#platform/server/limits/count-attempt.ts";
import { findPasswordHash } from "#people/server/auth/account-queries.ts";
import { queueTwoFactorChanged } from "#people/server/auth/auth-emails.ts";
import { rememberDevice } from "#people/server/auth/known-device.ts";
import type { Session } from "#platform/contract/session.ts";
import { openSessionFor } from "#people/server/auth/sign-in.ts";
import { reauthenticateWithPassword } from "#people/server/auth/reauthentication.ts";

/** When two-factor was turned on (null: it is off), whether set-up was started, and how many backup codes are unused. */
async function getTwoFactorState(
  { db }: Pick<AppServices, "db">,
  userId: string,
): Promise<{ enabledAt: Date | null; isStarted: boolean; backupCodesLeft: number }> {
  const twoFactor = await findTwoFactor(db, userId);
  const enabledAt = twoFactor?.confirmedAt ?? null;
  const backupCodesLeft = enabledAt === null ? 0 : await countUnusedBackupCodes(db, userId);
  return { enabledAt, isStarted: twoFactor !== undefined, backupCodesLeft };
}

/** Whether two-factor authentication is on, since when, and how many backup codes are left. */
export async function readTwoFactor(context: SignedInContext) {
  const { enabledAt, backupCodesLeft } = await getTwoFactorState(
    context,
    context.session.person.id,
  );
  const isEnabled = enabledAt !== null;
  return { isEnabled, enabledAt: enabledAt?.toISOString() ?? null, backupCodesLeft };
}

/**
 * Stores a new secret for an authenticator app, which takes effect once a first code confirms it; an earlier
 * unconfirmed one becomes void. Throws `two_factor_enabled`.
 */
export async function startTwoFactor(
  context: SignedInContext,
): Promise<{ secret: string; otpauthUri: string }> {
  const { config, db, now, session } = context;
  const totp = makeTotp(session.person.email);
  const ciphertext = encrypt(config.secret, secretPurpose, totp.secret.bytes);
  const isStored = await upsertUnconfirmedTwoFactor(db, session.person.id, ciphertext, now());
  if (!isStored) throw apiError("two_factor_enabled");
  return { secret: totp.secret.base32, otpauthUri: totp.toString() };
}

/**
 * Turns two-factor authentication on with the app's first code and confirms it by email. Returns the backup codes,
 * which are shown only this once; the device becomes known to the account, with its code. Throws `invalid_code`, `two_factor_not_started`,
 * `two_factor_enabled`, `wrong_code` and `too_many_requests`.
 */
export async function confirmTwoFactor(
  context: SignedInContext,
  input: { readonly code: string },
): Promise<{ backupCodes: string[] }> {
  const { id: userId, email } = context.session.person;
  const code = parseCode(input.code, { mayBeBackup: false });
  const { enabledAt, isStarted } = await getTwoFactorState(context, userId);
  if (enabledAt !== null) throw apiError("two_factor_enabled");
  if (!isStarted) throw apiError("two_factor_not_started");
  const failure = await countCode(context, context.db, userId);
  const backupCodes = await atomically(context.db, async (db) => {
    if (!(await useCode(context, db, userId, code))) return null;
    if (!(await updateTwoFactorConfirmed(db, userId, context.now()))) return null;
    const codes = await issueBackupCodes({ ...context, db }, userId);
    await uncountAttempt(db, failure);
    await queueTwoFactorChanged(context, db, { email, isEnabled: true });
    return codes;
  });
  if (backupCodes === null) throw apiError("wrong_code");
  const passwordHash = await findPasswordHash(context.db, userId);
  if (passwordHash !== null) rememberDevice(context, { userId, passwordHash }, { withCode: true });
  return { backupCodes };
}

/**
 * Completes a sign-in with a code of the authenticator app or a backup code; each works once. Throws `invalid_code`
 * (neither six digits nor a backup code; this uses up no try), `wrong_code` with `triesLeft`, `challenge_expired` (no
 * sign-in is waiting in this browser, its ten minutes are over, its five tries are used, or it is for the admin area
 * and the user is no longer an admin), `account_suspended` and `too_many_requests`.
 */
export async function completeTwoFactor(
  context: Context,
  input: { readonly code: string },
): Promise<Session> {
  const code = parseCode(input.code, { mayBeBackup: true });
  const outcome = await tryChallenge(context, code);
  switch (outcome.kind) {
    case "wrong":
      throw apiError("wrong_code", { triesLeft: outcome.triesLeft });
    case "expired":
      clearChallengeCookie(context);
      throw apiError("challenge_expired");
    case "passed":
      break;
  }
  clearChallengeCookie(context);
  return await openSessionFor(context, outcome.userId, { withCode: true });
}

/**
 * Deletes the secret and the backup codes, and confirms it by email. Throws `missing_information`, `wrong_password`,
 * `two_factor_not_enabled` and `too_many_requests`.
 */
export async function disableTwoFactor(
  context: SignedInContext,
  input: { readonly password: string },
): Promise<Record<string, never>> {
  await reauthenticateWithPassword(context, input.password);
  const { id: userId, email } = context.session.person;
  await atomically(context.db, async (db) => {
    if (!(await deleteTwoFactor(db, userId))) throw apiError("two_factor_not_enabled");
    await queueTwoFactorChanged(context, db, { email, isEnabled: false });
  });
  return {};
}

/** Replaces all backup codes of a user by new ones and returns those. */
async function issueBackupCodes(
  { config, db }: Pick<AppServices, "config" | "db">,
  userId: string,
): Promise<string[]> {
  const codes = makeBackupCodes();
  const hashes = codes.map((code) =>
    hashBackupCode(config.secret, userId, parseBackupCode(code) ?? code),
  );
  await atomically(db, (inner) => replaceBackupCodes(inner, userId, hashes));
  return codes;
}

/** Returns ten new codes; the earlier ones become void. Throws `two_factor_not_enabled`. */
export async function renewBackupCodes(
  context: SignedInContext,
): Promise<{ backupCodes: string[] }> {
  const userId = context.session.person.id;
  const { enabledAt } = await getTwoFactorState(context, userId);
  if (enabledAt === null) throw apiError("two_factor_not_enabled");
  return { backupCodes: await issueBackupCodes(context, userId) };
}
