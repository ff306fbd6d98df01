// Lets staff take back the payment provider's key that was saved here.
import type { SettingsRecord } from "#contract/settings.ts";
import { apiError } from "#contract/errors.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { requireReauthentication } from "#server/auth/require-reauthentication.ts";
import { describeAccess, storeAccess } from "./payment-access.ts";
import { lockStoredSettings } from "./setting-switches.ts";
import { publicSettingValues } from "./public-setting-values.ts";

/**
 * Forgets what was saved: from then on every server uses what the environment says, or the payment sandbox.
 * Refuses `reauthentication_required`, `conflict` (somebody else saved meanwhile) and `not_found` (nothing is saved).
 */
export async function removePaymentAccess(
  context: SignedInContext,
  input: { readonly version: number },
): Promise<SettingsRecord> {
  requireReauthentication(context);
  const { config, now } = context;
  const notified = await atomically(context.db, async (db) => {
    const before = await lockStoredSettings(db);
    if (before.paymentVersion !== input.version) throw apiError("conflict");
    if (before.paymentAccessEncrypted === null) throw apiError("not_found");
    await storeAccess(db, config, null, now());
    const after = await lockStoredSettings(db);
    await recordAdminAction(db, {
      actorId: context.session.person.id,
      action: "settings.removePaymentAccess",
      target: "payment",
      before: describeAccess(config, before),
      after: describeAccess(config, after),
      ipAddress: context.ipAddress,
      now: now(),
    });
    return publicSettingValues(config, after);
  });
  context.settings.clear();
  context.log.info("Payment access removed");
  return notified;
}
