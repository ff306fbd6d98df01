import type { SettingsRecord } from "#platform/contract/settings.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { checkAccess } from "#money/server/adapters/payment/check-access.ts";
import { changePaymentAccess } from "./change-payment-access.ts";
import {
  findSavedAccess,
  parseEndpoint,
  type PaymentAccess,
} from "#money/server/settings/payment-access.ts";
import { readStoredSettings } from "#platform/server/settings/stored-settings.ts";

type Input = {
  /** Empty: keep the saved one. */
  readonly secretKey: string;
  /** Empty: keep the saved one. */
  readonly webhookSecret: string;
  /** Empty: the provider's default. */
  readonly endpoint: string;
  /** The version that the form was loaded with. */
  readonly version: number;
};

function parseAccess({ config }: SignedInContext, input: Input, saved: PaymentAccess | null) {
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
  if (stored.paymentVersion !== input.version) throw apiError("conflict");
  const access = parseAccess(context, input, findSavedAccess(config, stored));
  const check = await checkAccess(access);
  if (check === "rejected") throw apiError("provider_key_rejected");
  if (check === "unavailable") throw apiError("provider_unreachable");
  return await changePaymentAccess(context, {
    action: "settings.savePaymentAccess",
    access,
    version: input.version,
  });
}
