// How the payment provider is reached: what staff saved, sealed in the database, or what the environment says.
import * as z from "zod";
import type { PaymentAccessFacts } from "#contract/settings.ts";
import type { Config } from "#server/config.ts";
import type { Db } from "#server/db/open.ts";
import { isLiveKey, providerBase } from "#server/adapters/payment/check-access.ts";
import { encrypt, decrypt } from "#server/encryption.ts";
import { updatePaymentAccess, type StoredSettings } from "./settings-queries.ts";

const accessSchema = z.strictObject({
  secretKey: z.string(),
  webhookSecret: z.string(),
  /** null: the provider's own address. */
  apiBase: z.string().nullable(),
});
/** What staff save. */
export type PaymentAccess = z.infer<typeof accessSchema>;

const purpose = "payment-access";

/** What staff saved, or null where nothing is. Throws when it was sealed under another SECRET. */
export function savedAccess(
  { secret }: Pick<Config, "secret">,
  { paymentAccessEncrypted }: Pick<StoredSettings, "paymentAccessEncrypted">,
): PaymentAccess | null {
  if (paymentAccessEncrypted === null) return null;
  const text = decrypt(secret, purpose, paymentAccessEncrypted).toString();
  return accessSchema.parse(JSON.parse(text));
}

/** Keeps `access`, sealed; null forgets it. Every server uses it from its next look on. */
export async function storeAccess(
  db: Db,
  { secret }: Pick<Config, "secret">,
  access: PaymentAccess | null,
  now: Date,
): Promise<void> {
  const ciphertext = access === null ? null : encrypt(secret, purpose, JSON.stringify(access));
  await updatePaymentAccess(db, ciphertext, now);
}

/** Whether the payment sandbox is in use: neither staff nor the environment name a provider. */
export function isSandboxInUse(
  { stripe }: Pick<Config, "stripe">,
  { paymentAccessEncrypted }: Pick<StoredSettings, "paymentAccessEncrypted">,
): boolean {
  return stripe === null && paymentAccessEncrypted === null;
}

/** The address for an endpoint that staff give (empty: the provider's own), or undefined where they may not name it. */
export function allowedBase(
  { stripe }: Pick<Config, "stripe">,
  endpoint: string,
): string | null | undefined {
  const wanted = endpoint.replace(/\/+$/, "");
  if (wanted === "" || wanted === providerBase) return null;
  return wanted === stripe?.apiBase ? wanted : undefined;
}

const lastFour = (secret: string) => secret.slice(-4);

/** What may be told of the access: never a secret, of each only its last four characters. */
export function describeAccess(config: Config, stored: StoredSettings): PaymentAccessFacts {
  const version = stored.paymentVersion;
  const defaultEndpoint = config.stripe?.apiBase ?? providerBase;
  const nothing = { version, keyLastFour: null, webhookSecretLastFour: null };
  if (isSandboxInUse(config, stored)) {
    return { ...nothing, source: "sandbox", mode: "test", endpoint: providerBase };
  }
  if (stored.paymentAccessEncrypted === null && config.stripe !== null) {
    const { secretKey, webhookSecrets } = config.stripe;
    return {
      version,
      source: "environment",
      mode: isLiveKey(secretKey) ? "live" : "test",
      keyLastFour: lastFour(secretKey),
      webhookSecretLastFour: lastFour(webhookSecrets[0] ?? ""),
      endpoint: defaultEndpoint,
    };
  }
  const access = readable(config, stored);
  if (access === null) {
    return { ...nothing, source: "unreadable", mode: "test", endpoint: providerBase };
  }
  return {
    version,
    source: "settings",
    mode: isLiveKey(access.secretKey) ? "live" : "test",
    keyLastFour: lastFour(access.secretKey),
    webhookSecretLastFour: lastFour(access.webhookSecret),
    endpoint: access.apiBase ?? providerBase,
  };
}

/** What staff saved, or null where nothing is or SECRET is another one than then. */
export function readable(config: Config, stored: StoredSettings): PaymentAccess | null {
  try {
    return savedAccess(config, stored);
  } catch {
    return null;
  }
}
