// Makes new backup codes.
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { requireReauthentication } from "#server/auth/require-reauthentication.ts";
import { readFactor, renewCodes } from "./own-factor.ts";

/** Ten new codes; the earlier ones are void. Refusals: `reauthentication_required`, `two_factor_not_enabled`. */
export async function renewBackupCodes(
  context: SignedInContext,
): Promise<{ backupCodes: string[] }> {
  requireReauthentication(context);
  const userId = context.session.person.id;
  const { enabledAt } = await readFactor(context, userId);
  if (enabledAt === null) throw apiError("two_factor_not_enabled");
  return { backupCodes: await renewCodes(context, userId) };
}
