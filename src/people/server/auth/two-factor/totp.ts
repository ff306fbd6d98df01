// Time-based codes of RFC 6238. The library's defaults are what authenticator apps expect: SHA-1, six digits, steps of
// thirty seconds and secrets of 160 bits.
import { Secret, TOTP } from "otpauth";
import { brandName } from "#platform/rules/brand.ts";

/** A new random secret for the authenticator app of this account; as text it is the URI for the app's QR code. */
export function makeTotp(email: string): TOTP {
  return new TOTP({ issuer: brandName, label: email });
}

/**
 * The time step whose code this is, or null; `code` has six digits. The steps before and after the present one are
 * accepted too, for clocks that differ and users who type slowly.
 */
export function findStep(secret: Buffer, code: string, now: Date): number | null {
  const totp = new TOTP({ secret: Secret.fromHex(secret.toString("hex")) });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
