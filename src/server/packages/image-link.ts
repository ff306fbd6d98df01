// Addresses of images that expire: made for whoever may see one, and proved when they are followed.
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { PackageImage } from "#contract/packages.ts";
import type { Parts } from "#server/context.ts";
import type { PackageImageRow } from "#server/db/tables/packages.ts";

/** The picture itself, or the small one for lists. */
export type ImageVariant = "image" | "thumbnail";

/** Below this path, which the server answers by `serveFile`, lies the token. */
export const filesPath = "/api/files/";

const hourMilliseconds = 3_600_000;

function proofOf(secret: string, facts: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "links to package images", 32));
  return createHmac("sha256", key).update(facts).digest();
}

/**
 * Addresses end on the hour, one to two hours from now: they stay the same for a while, so that browsers need not
 * load an image again each time a list is read.
 */
function addressOf(
  { config, now }: Pick<Parts, "config" | "now">,
  imageId: string,
  variant: ImageVariant,
): string {
  const expiresAtHour = Math.floor(now().getTime() / hourMilliseconds) + 2;
  const facts = `${imageId}.${variant}.${expiresAtHour}`;
  const proof = proofOf(config.secret, facts).toString("base64url");
  return `${filesPath}${facts}.${proof}`;
}

const tokenShape = /^([0-9a-f-]{36})\.(image|thumbnail)\.(\d{1,9})\.([\w-]{43})$/;

/** Which image a token leads to; null when it was not made here, was changed, or has expired. */
export function readImageToken(
  { config, now }: Pick<Parts, "config" | "now">,
  token: string,
): { readonly imageId: string; readonly variant: ImageVariant } | null {
  const [, imageId = "", variant = "", hour = "", proof = ""] = tokenShape.exec(token) ?? [];
  if (proof === "") return null;
  const expected = proofOf(config.secret, `${imageId}.${variant}.${hour}`);
  const given = Buffer.from(proof, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  if (now().getTime() >= Number(hour) * hourMilliseconds) return null;
  return { imageId, variant: variant === "image" ? "image" : "thumbnail" };
}

/** An image as its owner and staff are shown it, with addresses that expire. */
export function imageOnWire(
  parts: Pick<Parts, "config" | "now">,
  row: PackageImageRow,
): PackageImage {
  return {
    id: row.id,
    imageName: row.image_name,
    imageUrl: addressOf(parts, row.id, "image"),
    thumbnailUrl: addressOf(parts, row.id, "thumbnail"),
    fileSize: row.file_size,
    contentType: row.content_type,
    createdAt: row.created_at.toISOString(),
  };
}
