import type { SettingsRecord } from "#platform/contract/settings.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { changePaymentAccess } from "./change-payment-access.ts";

/**
 * Deletes the saved payment access. From then on every server uses the key of the environment, or the payment sandbox.
 * Throws `conflict` (another version than expected) and `not_found` (nothing is saved).
 */
export async function removePaymentAccess(
  context: SignedInContext,
  { version }: { readonly version: number },
): Promise<SettingsRecord> {
  return await changePaymentAccess(context, {
    action: "settings.removePaymentAccess",
    access: null,
    version,
  });
}
