import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  createHmac,
  timingSafeEqual,
} from "node:crypto";

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

/** Makes tokens of one purpose differ from those of all others. */
type SignedIdPurpose = "package-shares" | "unsubscribing";

function signatureOf(secret: string, purpose: SignedIdPurpose, text: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, purpose, "tokens", 32));
  return createHmac("sha256", key).update(text).digest();
}

function signedText(id: string, about: string | null): string {
  return about === null ? id : `${id} ${about}`;
}

/** 64 characters of `A-Z a-z 0-9 - _`: the 16 bytes of the id and 32 of a signature, which covers `about` too. */
export function signId(
  secret: string,
  purpose: SignedIdPurpose,
  id: string,
  about: string | null = null,
): string {
  const bytes = Buffer.from(id.replaceAll("-", ""), "hex");
  const signature = signatureOf(secret, purpose, signedText(id, about));
  return Buffer.concat([bytes, signature]).toString("base64url");
}

const tokenShape = /^[\w-]{64}$/;
const hexOfId = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** The id in `token`; null when `signId` did not make it with this secret, purpose and `about`. */
export function readSignedId(
  secret: string,
  purpose: SignedIdPurpose,
  token: string,
  about: string | null = null,
): string | null {
  if (!tokenShape.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  const id = bytes.subarray(0, 16).toString("hex").replace(hexOfId, "$1-$2-$3-$4-$5");
  const signature = signatureOf(secret, purpose, signedText(id, about));
  return timingSafeEqual(bytes.subarray(16), signature) ? id : null;
}
