// Time-based codes as RFC 6238 has them: SHA-1, six digits, thirty seconds.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { brandName } from "#core/brand.ts";

const stepSeconds = 30;
const digits = 6;
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;
const base32Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A new secret of random bytes. */
export function makeTotpSecret(): Buffer {
  return randomBytes(secretBytes);
}

/** Bytes as RFC 4648 base32, without padding: what authenticator apps take. */
export function base32Of(bytes: Uint8Array): string {
  let text = "";
  let held = 0;
  let heldBits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    heldBits += 8;
    while (heldBits >= 5) {
      heldBits -= 5;
      text += base32Alphabet.charAt((held >>> heldBits) & 31);
    }
    held &= (1 << heldBits) - 1;
  }
  return heldBits === 0 ? text : text + base32Alphabet.charAt((held << (5 - heldBits)) & 31);
}

/** The number of the time step that `moment` lies in. */
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
 * The time step whose code `code` is, or null. One step to either side of the present is accepted, for clocks that
 * differ and people who type slowly.
 */
export function findStep(secret: Uint8Array, code: string, now: Date): number | null {
  const present = stepAt(now);
  const given = Buffer.from(code);
  const matching = [present, present - 1, present + 1].filter((step) => {
    const expected = Buffer.from(codeOfStep(secret, step));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  return matching[0] ?? null;
}

/** The address that an authenticator app reads from a QR code. */
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
