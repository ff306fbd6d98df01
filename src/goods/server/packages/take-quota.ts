import type { Db } from "#platform/server/db/open.ts";
import { findCurrentMonth } from "#money/server/plans/current-month.ts";
import { spendQuota } from "#money/server/plans/spend-quota.ts";
import { updatePackageRow } from "./package-queries.ts";

/**
 * Takes one package off the customer's quota and stores of which month it was; returns false when none is left. Not for
 * admins, who use no quota.
 */
export async function takeQuota(
  db: Db,
  pkg: { readonly id: string; readonly userId: string },
  now: Date,
): Promise<boolean> {
  if (!(await spendQuota(db, pkg.userId))) return false;
  // The quota's profile is locked, so this is the month whose quota was taken.
  const month = await findCurrentMonth(db, pkg.userId);
  await updatePackageRow(db, pkg.id, {
    planPeriodId: month?.id ?? null,
    quotaReturnedAt: null,
    updatedAt: now,
  });
  return true;
}
