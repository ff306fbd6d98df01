// Time-based codes of RFC 6238 with SHA-1, six digits and steps of thirty seconds.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { brandName } from "#core/brand.ts";

const stepSeconds = 30;
const digits = 6;
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;
const base32Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export function makeTotpSecret(): Buffer {
  return randomBytes(secretBytes);
}

/** RFC 4648 base32 without padding, the form that authenticator apps accept. */
export function base32Of(bytes: Uint8Array): string {
  let text = "";
  let buffer = 0;
  let bufferedBits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bufferedBits += 8;
    while (bufferedBits >= 5) {
      bufferedBits -= 5;
      text += base32Alphabet.charAt((buffer >>> bufferedBits) & 31);
    }
    buffer &= (1 << bufferedBits) - 1;
  }
  return bufferedBits === 0
    ? text
    : text + base32Alphabet.charAt((buffer << (5 - bufferedBits)) & 31);
}

/** The number of the time step that contains `moment`. */
export function stepAt(moment: Date): number {
  return Math.floor(moment.getTime() / 1000 / stepSeconds);
}

/** The code of one time step (RFC 4226, section 5.3). */
export function codeOfStep(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", secret).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 15;
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits;
  return String(number).padStart(digits, "0");
}

/**
 * The time step whose code this is, or null. The steps before and after the present one are accepted too, for clocks
 * that differ and users who type slowly.
 */
export function findStep(secret: Uint8Array, code: string, now: Date): number | null {
  const present = stepAt(now);
  const received = Buffer.from(code);
  const matching = [present, present - 1, present + 1].filter((step) => {
    const expected = Buffer.from(codeOfStep(secret, step));
    return expected.length === received.length && timingSafeEqual(expected, received);
  });
  return matching[0] ?? null;
}

/** The URI in the QR code that an authenticator app scans. */
export function otpauthUri(secret: Uint8Array, email: string): string {
  const label = `${encodeURIComponent(brandName)}:${encodeURIComponent(email)}`;
  const query = new URLSearchParams({
    secret: base32Of(secret),
    issuer: brandName,
    algorithm: "SHA1",
    digits: String(digits),
    period: String(stepSeconds),
  });
  return `otpauth://totp/${label}?${query.toString()}`;
}
