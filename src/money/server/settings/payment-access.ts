// The payment provider's key and endpoint: saved by an admin in the database, or taken from the environment.
import * as z from "zod";
import type { PaymentAccessFacts } from "#platform/contract/settings.ts";
import type { Config } from "#platform/server/config.ts";
import type { Db } from "#platform/server/db/open.ts";
import { isLiveKey, providerBase } from "#money/server/adapters/payment/stripe-client.ts";
import { encrypt, decrypt } from "#platform/server/encryption.ts";
import { saveEncryptedAccess, type StoredSettings } from "#platform/server/settings/settings.ts";

const accessSchema = z.strictObject({
  secretKey: z.string(),
  webhookSecret: z.string(),
  /** null: the provider's default. */
  apiBase: z.string().nullable(),
});
export type PaymentAccess = z.infer<typeof accessSchema>;

const purpose = "payment-access";

/** The saved access, or null when nothing is saved. Throws when it was encrypted under another SECRET. */
export function getSavedAccess(
  { secret }: Pick<Config, "secret">,
  { paymentAccessEncrypted }: Pick<StoredSettings, "paymentAccessEncrypted">,
): PaymentAccess | null {
  if (paymentAccessEncrypted === null) return null;
  const text = decrypt(secret, purpose, paymentAccessEncrypted).toString();
  return accessSchema.parse(JSON.parse(text));
}

/** Stores `access` encrypted, or deletes it with null. */
export async function saveAccess(
  db: Db,
  { secret }: Pick<Config, "secret">,
  access: PaymentAccess | null,
  now: Date,
): Promise<void> {
  const ciphertext = access === null ? null : encrypt(secret, purpose, JSON.stringify(access));
  await saveEncryptedAccess(db, "payment", ciphertext, now);
}

/** Whether the payment sandbox is in use: no key is saved, and the environment has none. */
export function isSandboxInUse(
  { stripe }: Pick<Config, "stripe">,
  { paymentAccessEncrypted }: Pick<StoredSettings, "paymentAccessEncrypted">,
): boolean {
  return stripe === null && paymentAccessEncrypted === null;
}

/** The endpoint to store (null: the provider's default), or undefined when it is not an allowed one. */
export function parseEndpoint(
  { stripe }: Pick<Config, "stripe">,
  endpoint: string,
): string | null | undefined {
  const url = endpoint.replace(/\/+$/, "");
  if (url === "" || url === providerBase) return null;
  return url === stripe?.apiBase ? url : undefined;
}

const lastFour = (secret: string) => secret.slice(-4);

/** The access without its secrets; of each only the last four characters are shown. */
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
  const access = findSavedAccess(config, stored);
  if (access === undefined) {
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

/** The saved access; undefined when nothing is saved or it was encrypted under another SECRET. */
export function findSavedAccess(config: Config, stored: StoredSettings): PaymentAccess | undefined {
  try {
    return getSavedAccess(config, stored) ?? undefined;
  } catch {
    return undefined;
  }
}
