import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

// The format: one byte of version, the nonce, the authentication tag, then the content.
const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = 1 + nonceBytes + tagBytes;

/**
 * Encrypts `content`, which must not be readable from a copy of the database alone, with AES-256-GCM under a key
 * derived from `secret` and `purpose`. Encrypting the same content twice gives different bytes. Throws a RangeError for
 * an empty secret.
 */
export function encrypt(secret: string, purpose: string, content: string | Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", keyFor(secret, purpose), nonce);
  const encrypted = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), encrypted]);
}

/**
 * Returns the bytes that `encrypt` got; `.toString()` for text. Throws when `secret` or `purpose` is a different one, or
 * when a single bit was changed.
 */
export function decrypt(secret: string, purpose: string, ciphertext: Uint8Array): Buffer {
  const bytes = Buffer.from(ciphertext);
  if (bytes.length < headerBytes || bytes[0] !== version) {
    throw new Error("This value is not in the format of encrypted values.");
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

/** Deriving a key takes longer than encrypting with it; there are a few purposes, and one secret for each process. */
const keys = new Map<string, Buffer>();
/** Tests have many secrets. */
const mostKeys = 100;

function keyFor(secret: string, purpose: string): Buffer {
  if (secret === "") throw new RangeError("Encryption needs a secret that is not empty.");
  const name = JSON.stringify([secret, purpose]);
  const known = keys.get(name);
  if (known !== undefined) return known;
  // Stored values depend on this salt.
  const key = Buffer.from(hkdfSync("sha256", secret, "sealed", purpose, 32));
  if (keys.size >= mostKeys) keys.clear();
  keys.set(name, key);
  return key;
}
