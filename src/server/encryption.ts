// Encrypts what must not be readable from a copy of the database alone.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

// One byte of version, the nonce, the tag that proves nothing was changed, then the content.
const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = 1 + nonceBytes + tagBytes;

/**
 * Encrypts `content` with AES-256-GCM under a key derived from `secret` for `purpose` alone: what was
 * sealed for one purpose does not open for another. Sealing the same content twice gives other bytes.
 */
export function encrypt(secret: string, purpose: string, content: string | Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", keyFor(secret, purpose), nonce);
  const encrypted = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), encrypted]);
}

/**
 * The content that `seal` was given, as bytes; `.toString()` makes text of them. Throws when the secret
 * or the purpose is another, or when a single bit was changed.
 */
export function decrypt(secret: string, purpose: string, ciphertext: Uint8Array): Buffer {
  const bytes = Buffer.from(ciphertext);
  if (bytes.length < headerBytes || bytes[0] !== version) {
    throw new Error("This is not something that was sealed here.");
  }
  const decipher = createDecipheriv(
    "aes-256-gcm",
    keyFor(secret, purpose),
    bytes.subarray(1, 1 + nonceBytes),
    { authTagLength: tagBytes },
  );
  decipher.setAuthTag(bytes.subarray(1 + nonceBytes, headerBytes));
  return Buffer.concat([decipher.update(bytes.subarray(headerBytes)), decipher.final()]);
}

function keyFor(secret: string, purpose: string): Buffer {
  if (secret === "") throw new RangeError("Sealing needs a secret that is not empty.");
  return Buffer.from(hkdfSync("sha256", secret, "sealed", purpose, 32));
}
