import type { SettingsRecord } from "#contract/settings.ts";
import { apiError } from "#contract/errors.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { describeSettings } from "./describe-settings.ts";
import { describeAccess, saveAccess } from "./payment-access.ts";
import { lockSettings } from "./settings-queries.ts";

/**
 * Deletes the saved payment access. From then on every server uses the key of the environment, or the payment sandbox.
 * Throws `conflict` (another version than expected) and `not_found` (nothing is saved).
 */
export async function removePaymentAccess(
  context: SignedInContext,
  input: { readonly version: number },
): Promise<SettingsRecord> {
  const { config, now } = context;
  const settings = await atomically(context.db, async (db) => {
    const before = await lockSettings(db);
    if (before.paymentVersion !== input.version) throw apiError("conflict");
    if (before.paymentAccessEncrypted === null) throw apiError("not_found");
    await saveAccess(db, config, null, now());
    const after = await lockSettings(db);
    await recordAdminAction(db, {
      actorId: context.session.person.id,
      action: "settings.removePaymentAccess",
      target: "payment",
      before: describeAccess(config, before),
      after: describeAccess(config, after),
      ipAddress: context.ipAddress,
      now: now(),
    });
    return describeSettings(config, after);
  });
  context.settings.invalidate();
  context.log.info("Payment access removed");
  return settings;
}
