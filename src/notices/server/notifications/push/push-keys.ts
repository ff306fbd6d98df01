// The keys of browsers, which are stored encrypted: whoever has them and an endpoint could read what is sent there.
import { ECDH } from "node:crypto";
import type { PushTarget } from "#notices/server/adapters/push/push.ts";
import { decrypt, encrypt } from "#platform/server/encryption.ts";

export type PushKeys = PushTarget["keys"];

const purpose = "push-subscriptions";

/** Whether the public key is a point of the curve, so that messages can be encrypted for it. */
export function areUsableKeys({ p256dh }: PushKeys): boolean {
  try {
    ECDH.convertKey(p256dh, "prime256v1", "base64url");
    return true;
  } catch {
    return false;
  }
}

export function encryptKeys(secret: string, keys: PushKeys): Buffer {
  return encrypt(secret, purpose, JSON.stringify([keys.p256dh, keys.auth]));
}

/** Null where they were encrypted with another secret. */
export function decryptKeys(secret: string, encrypted: Buffer): PushKeys | null {
  try {
    const [p256dh, auth] = JSON.parse(decrypt(secret, purpose, encrypted).toString()) as [
      string,
      string,
    ];
    return { p256dh, auth };
  } catch {
    return null;
  }
}
