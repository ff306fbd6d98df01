// Lets staff give the payment provider's key, which is checked there before it is kept.
import type { PlatformSettings } from "#contract/platform-settings.ts";
import { refusal } from "#contract/problems.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { checkAccess } from "#server/outside/payment/check-access.ts";
import { requireFreshProof } from "#server/people/require-fresh-proof.ts";
import {
  allowedBase,
  describeAccess,
  keepAccess,
  readable,
  type PaymentAccess,
} from "./settings/payment-access.ts";
import { lockKeptSettings, readKeptSettings } from "./settings/switches.ts";
import { toldSettings } from "./settings/told-settings.ts";

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
  if (!/^[sr]k_(test|live)_\w+$/.test(secretKey)) throw refusal("invalid_provider_key");
  if (!/^whsec_\S+$/.test(webhookSecret)) throw refusal("invalid_webhook_secret");
  if (apiBase === undefined) {
    const own = config.stripe?.apiBase;
    throw refusal("endpoint_not_allowed", { allowed: own ? [own] : [] });
  }
  return { secretKey, webhookSecret, apiBase };
}

/**
 * Keeps key, webhook secret and address, encrypted; they win over the environment's and are used at once, by every
 * server. The provider is asked first, and where it does not take the key nothing is changed.
 *
 * Refuses `fresh_proof_required`, `conflict` (somebody else saved meanwhile), `invalid_provider_key`,
 * `invalid_webhook_secret`, `endpoint_not_allowed`, `provider_key_refused` and `provider_not_reached`.
 */
export async function savePaymentAccess(
  context: SignedInContext,
  input: Input,
): Promise<PlatformSettings> {
  requireFreshProof(context);
  const { config, now } = context;
  const seen = await readKeptSettings(context.db);
  if (seen.paymentVersion !== input.version) throw refusal("conflict");
  const access = accessOf(context, input, readable(config, seen));
  const check = await checkAccess(access);
  if (check === "refused") throw refusal("provider_key_refused");
  if (check === "unavailable") throw refusal("provider_not_reached");
  const told = await atomically(context.db, async (db) => {
    const before = await lockKeptSettings(db);
    if (before.paymentVersion !== input.version) throw refusal("conflict");
    await keepAccess(db, config, access, now());
    const after = await lockKeptSettings(db);
    await recordAdminAction(db, {
      actorId: context.session.person.id,
      action: "platform.savePaymentAccess",
      target: "payment",
      before: describeAccess(config, before),
      after: describeAccess(config, after),
      ipAddress: context.ipAddress,
      now: now(),
    });
    return toldSettings(config, after);
  });
  context.settings.forget();
  context.log.info({ mode: told.payment.mode }, "Payment access saved");
  return told;
}
