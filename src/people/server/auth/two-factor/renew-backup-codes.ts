import { apiError } from "#platform/contract/errors.ts";
import type { AppServices, SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { hashBackupCode, makeBackupCodes, parseBackupCode } from "./backup-codes.ts";
import { getTwoFactorState } from "./read-two-factor.ts";
import { replaceBackupCodes } from "./two-factor-queries.ts";

/** Replaces all backup codes of a user by new ones and returns those. */
export async function issueBackupCodes(
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
