// Lets staff take back the payment provider's key that was saved here.
import type { PlatformSettings } from "#contract/platform-settings.ts";
import { refusal } from "#contract/problems.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { requireFreshProof } from "#server/people/require-fresh-proof.ts";
import { describeAccess, keepAccess } from "./settings/payment-access.ts";
import { lockKeptSettings } from "./settings/switches.ts";
import { toldSettings } from "./settings/told-settings.ts";

/**
 * Forgets what was saved: from then on every server uses what the environment says, or the payment sandbox.
 * Refuses `fresh_proof_required`, `conflict` (somebody else saved meanwhile) and `not_found` (nothing is saved).
 */
export async function removePaymentAccess(
  context: SignedInContext,
  input: { readonly version: number },
): Promise<PlatformSettings> {
  requireFreshProof(context);
  const { config, now } = context;
  const told = await atomically(context.db, async (db) => {
    const before = await lockKeptSettings(db);
    if (before.paymentVersion !== input.version) throw refusal("conflict");
    if (before.paymentAccessEncrypted === null) throw refusal("not_found");
    await keepAccess(db, config, null, now());
    const after = await lockKeptSettings(db);
    await recordAdminAction(db, {
      actorId: context.session.person.id,
      action: "platform.removePaymentAccess",
      target: "payment",
      before: describeAccess(config, before),
      after: describeAccess(config, after),
      ipAddress: context.ipAddress,
      now: now(),
    });
    return toldSettings(config, after);
  });
  context.settings.forget();
  context.log.info("Payment access removed");
  return told;
}
