// Tokens that name a row by its id and are signed with the server's secret, so that they cannot be guessed and nothing in the
// database opens them. They work as long as the secret is the same.
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** Makes tokens of one purpose differ from those of all others. */
export type SignedIdPurpose = "package-shares" | "unsubscribing";

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
