import type { AppServices, SignedInContext } from "#platform/server/context.ts";
import { countUnusedBackupCodes, findTwoFactor } from "./two-factor-queries.ts";

/** When two-factor was turned on (null: it is off), whether set-up was started, and how many backup codes are unused. */
export async function getTwoFactorState(
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
