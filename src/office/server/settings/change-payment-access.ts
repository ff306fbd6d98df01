import type { SettingsRecord } from "#platform/contract/settings.ts";
import { apiError } from "#platform/contract/errors.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { describeSettings } from "./describe-settings.ts";
import {
  describeAccess,
  saveAccess,
  type PaymentAccess,
} from "#money/server/settings/payment-access.ts";
import { lockStoredSettings } from "#platform/server/settings/stored-settings.ts";

/**
 * Stores payment access, or removes the saved one with null; every server applies it immediately. Throws `conflict`
 * (another version than expected), and `not_found` where there is none to remove.
 */
export async function changePaymentAccess(
  context: SignedInContext,
  change: {
    readonly action: "settings.savePaymentAccess" | "settings.removePaymentAccess";
    readonly access: PaymentAccess | null;
    readonly version: number;
  },
): Promise<SettingsRecord> {
  const { action, access, version } = change;
  const { config, now } = context;
  const settings = await atomically(context.db, async (db) => {
    const before = await lockStoredSettings(db);
    if (before.paymentVersion !== version) throw apiError("conflict");
    if (access === null && before.paymentAccessEncrypted === null) throw apiError("not_found");
    await saveAccess(db, config, access, now());
    const after = await lockStoredSettings(db);
    await recordAdminAction(context, db, {
      action,
      target: "payment",
      before: describeAccess(config, before),
      after: describeAccess(config, after),
    });
    return describeSettings(config, after);
  });
  context.settings.invalidate();
  context.log.info({ action, mode: settings.payment.mode }, "Payment access changed");
  return settings;
}
