// Signed addresses of images, QR codes and proofs that expire.
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { AppServices } from "#platform/server/context.ts";

/**
 * A package's image itself, the small one for lists, both as a link shares them, the picture of a QR code, a parcel's
 * photo, whole or small, the proof of a claim, a photo of the packing desk, whole or small, or the signature under a
 * manifest.
 */
const fileVariants = [
  "image",
  "thumbnail",
  "shared-image",
  "shared-thumbnail",
  "code",
  "parcel-image",
  "parcel-thumbnail",
  "claim-file",
  "signature",
  "packing-image",
  "packing-thumbnail",
] as const;
export type FileVariant = (typeof fileVariants)[number];

/** A stored file that somebody may see. */
export type Stored = { readonly key: string; readonly name: string; readonly contentType: string };

/** What addresses are signed with. */
export type FileServices = Pick<AppServices, "config" | "now">;

/** The path before the token; `serveFile` handles it. */
export const filesPath = "/api/files/";

const hourMilliseconds = 3_600_000;

const keys = new Map<string, Buffer>();

/** The key derived from a secret, once for each, since a list signs an address for each of its rows. */
function keyOf(secret: string): Buffer {
  const known = keys.get(secret);
  if (known !== undefined) return known;
  const key = Buffer.from(hkdfSync("sha256", secret, "", "links to package images", 32));
  keys.set(secret, key);
  return key;
}

function signatureOf(secret: string, facts: string): Buffer {
  return createHmac("sha256", keyOf(secret)).update(facts).digest();
}

/**
 * The address of the picture of the image or QR code with that id. It expires on the hour, one to two hours from now, and
 * is the same until the next hour, so that browsers can cache the picture when a list is read again.
 */
export function fileUrl({ config, now }: FileServices, id: string, variant: FileVariant): string {
  const expiresAtHour = Math.floor(now().getTime() / hourMilliseconds) + 2;
  const facts = `${id}.${variant}.${expiresAtHour}`;
  const signature = signatureOf(config.secret, facts).toString("base64url");
  return `${filesPath}${facts}.${signature}`;
}

const tokenShape = /^([0-9a-f-]{36})\.([a-z-]{1,20})\.(\d{1,9})\.([\w-]{43})$/;

/** The picture that a token is for; null when its signature is wrong or it has expired. */
export function parseFileToken(
  { config, now }: FileServices,
  token: string,
): { readonly id: string; readonly variant: FileVariant } | null {
  const [, id = "", name = "", hour = "", signature = ""] = tokenShape.exec(token) ?? [];
  const variant = fileVariants.find((known) => known === name);
  if (variant === undefined) return null;
  const expected = signatureOf(config.secret, `${id}.${variant}.${hour}`);
  const received = Buffer.from(signature, "base64url");
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null;
  if (now().getTime() >= Number(hour) * hourMilliseconds) return null;
  return { id, variant };
}
