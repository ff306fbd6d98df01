// Lets staff give the payment provider's key, which is checked there before it is kept.
import type { SettingsRecord } from "#contract/settings.ts";
import { apiError } from "#contract/errors.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { checkAccess } from "#server/adapters/payment/check-access.ts";
import { requireReauthentication } from "#server/auth/require-reauthentication.ts";
import {
  allowedBase,
  describeAccess,
  storeAccess,
  readable,
  type PaymentAccess,
} from "./payment-access.ts";
import { lockStoredSettings, readStoredSettings } from "./setting-switches.ts";
import { publicSettingValues } from "./public-setting-values.ts";

type Input = {
  /** Empty: the one that is saved. */
  readonly secretKey: string;
  /** Empty: the one that is saved. */
  readonly webhookSecret: string;
  /** Empty: the provider's own address. */
  readonly endpoint: string;
  /** Which state the person saw. */
  readonly version: number;
};

function accessOf({ config }: SignedInContext, input: Input, saved: PaymentAccess | null) {
  const secretKey = input.secretKey.trim() || (saved?.secretKey ?? "");
  const webhookSecret = input.webhookSecret.trim() || (saved?.webhookSecret ?? "");
  const apiBase = allowedBase(config, input.endpoint);
  if (!/^[sr]k_(test|live)_\w+$/.test(secretKey)) throw apiError("invalid_provider_key");
  if (!/^whsec_\S+$/.test(webhookSecret)) throw apiError("invalid_webhook_secret");
  if (apiBase === undefined) {
    const own = config.stripe?.apiBase;
    throw apiError("endpoint_not_allowed", { allowed: own ? [own] : [] });
  }
  return { secretKey, webhookSecret, apiBase };
}

/**
 * Keeps key, webhook secret and address, encrypted; they win over the environment's and are used at once, by every
 * server. The provider is asked first, and where it does not take the key nothing is changed.
 *
 * Refuses `reauthentication_required`, `conflict` (somebody else saved meanwhile), `invalid_provider_key`,
 * `invalid_webhook_secret`, `endpoint_not_allowed`, `provider_key_rejected` and `provider_unreachable`.
 */
export async function savePaymentAccess(
  context: SignedInContext,
  input: Input,
): Promise<SettingsRecord> {
  requireReauthentication(context);
  const { config, now } = context;
  const seen = await readStoredSettings(context.db);
  if (seen.paymentVersion !== input.version) throw apiError("conflict");
  const access = accessOf(context, input, readable(config, seen));
  const check = await checkAccess(access);
  if (check === "rejected") throw apiError("provider_key_rejected");
  if (check === "unavailable") throw apiError("provider_unreachable");
  const notified = await atomically(context.db, async (db) => {
    const before = await lockStoredSettings(db);
    if (before.paymentVersion !== input.version) throw apiError("conflict");
    await storeAccess(db, config, access, now());
    const after = await lockStoredSettings(db);
    await recordAdminAction(db, {
      actorId: context.session.person.id,
      action: "settings.savePaymentAccess",
      target: "payment",
      before: describeAccess(config, before),
      after: describeAccess(config, after),
      ipAddress: context.ipAddress,
      now: now(),
    });
    return publicSettingValues(config, after);
  });
  context.settings.clear();
  context.log.info({ mode: notified.payment.mode }, "Payment access saved");
  return notified;
}
