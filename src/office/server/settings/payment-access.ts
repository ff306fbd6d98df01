import type { SettingsRecord } from "#platform/contract/settings.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { checkAccess } from "#money/server/adapters/payment/stripe-client.ts";
import {
  findSavedAccess,
  parseEndpoint,
  type PaymentAccess,
  describeAccess,
  saveAccess,
} from "#money/server/settings/payment-access.ts";
import { readStoredSettings, lockStoredSettings } from "#platform/server/settings/settings.ts";
import { atomically } from "#platform/server/db/open.ts";
import { describeSettings } from "./settings.ts";

type Input = {
  /** Empty: keep the saved one. */
  readonly secretKey: string;
  /** Empty: keep the saved one. */
  readonly webhookSecret: string;
  /** Empty: the provider's default. */
  readonly endpoint: string;
  /** The version that the form was loaded with. */
  readonly expectedVersion: number;
};

function parseAccess({ config }: SignedInContext, input: Input, saved: PaymentAccess | undefined) {
  const secretKey = input.secretKey.trim() || (saved?.secretKey ?? "");
  const webhookSecret = input.webhookSecret.trim() || (saved?.webhookSecret ?? "");
  const apiBase = parseEndpoint(config, input.endpoint);
  if (!/^[sr]k_(test|live)_\w+$/.test(secretKey)) throw apiError("invalid_provider_key");
  if (!/^whsec_\S+$/.test(webhookSecret)) throw apiError("invalid_webhook_secret");
  if (apiBase === undefined) {
    const own = config.stripe?.apiBase;
    throw apiError("endpoint_not_allowed", { allowed: own ? [own] : [] });
  }
  return { secretKey, webhookSecret, apiBase };
}

/**
 * Stores key, webhook secret and endpoint, encrypted. They take precedence over those of the environment, and every
 * server uses them immediately. Nothing is changed when the provider does not accept the key.
 *
 * Throws `conflict` (another version than expected), `invalid_provider_key`,
 * `invalid_webhook_secret`, `endpoint_not_allowed`, `provider_key_rejected` and `provider_unreachable`.
 */
export async function savePaymentAccess(
  context: SignedInContext,
  input: Input,
): Promise<SettingsRecord> {
  const { config } = context;
  const stored = await readStoredSettings(context.db);
  context.expects(stored.paymentVersion, describeSettings(config, stored));
  const access = parseAccess(context, input, findSavedAccess(config, stored));
  const check = await checkAccess(access);
  if (check === "rejected") throw apiError("provider_key_rejected");
  if (check === "unavailable") throw apiError("provider_unreachable");
  return await changePaymentAccess(context, access);
}

/**
 * Deletes the saved payment access. From then on every server uses the key of the environment, or the payment sandbox.
 * Throws `conflict` (another version than expected) and `not_found` (nothing is saved).
 */
export async function removePaymentAccess(context: SignedInContext): Promise<SettingsRecord> {
  return await changePaymentAccess(context, null);
}

/**
 * Stores payment access, or removes the saved one with null; every server applies it immediately. Throws `conflict`
 * (another version than expected), and `not_found` where there is none to remove.
 */
async function changePaymentAccess(
  context: SignedInContext,
  access: PaymentAccess | null,
): Promise<SettingsRecord> {
  const { config, now } = context;
  const settings = await atomically(context.db, async (db) => {
    const before = await lockStoredSettings(db);
    context.expects(before.paymentVersion, describeSettings(config, before));
    if (access === null && before.paymentAccessEncrypted === null) throw apiError("not_found");
    await saveAccess(db, config, access, now());
    const after = await lockStoredSettings(db);
    const entry = { before: describeAccess(config, before), after: describeAccess(config, after) };
    await context.audit(entry, db);
    return describeSettings(config, after);
  });
  context.settings.invalidate();
  context.log.info({ mode: settings.payment.mode }, "Payment access changed");
  return settings;
}
