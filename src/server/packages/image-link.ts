// Addresses of images and QR codes that expire: made for whoever may see one, and proved when they are followed.
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { PackageImage } from "#contract/packages.ts";
import type { AppServices } from "#server/context.ts";
import type { PackageImageRow } from "#server/db/tables/packages.ts";

/** An image itself, the small one for lists, or the picture of a QR code. */
const fileVariants = ["image", "thumbnail", "code"] as const;
export type FileVariant = (typeof fileVariants)[number];

/** Below this path, which the server answers by `serveFile`, lies the token. */
export const filesPath = "/api/files/";

const hourMilliseconds = 3_600_000;

function signatureOf(secret: string, facts: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "links to package images", 32));
  return createHmac("sha256", key).update(facts).digest();
}

/**
 * The address of the picture of the image or QR code with that id.
 * Addresses end on the hour, one to two hours from now: they stay the same for a while, so that browsers need not
 * load an image again each time a list is read.
 */
export function fileAddress(
  { config, now }: Pick<AppServices, "config" | "now">,
  id: string,
  variant: FileVariant,
): string {
  const expiresAtHour = Math.floor(now().getTime() / hourMilliseconds) + 2;
  const facts = `${id}.${variant}.${expiresAtHour}`;
  const proof = signatureOf(config.secret, facts).toString("base64url");
  return `${filesPath}${facts}.${proof}`;
}

const tokenShape = /^([0-9a-f-]{36})\.(image|thumbnail|code)\.(\d{1,9})\.([\w-]{43})$/;

/** Which picture a token leads to; null when it was not made here, was changed, or has expired. */
export function readFileToken(
  { config, now }: Pick<AppServices, "config" | "now">,
  token: string,
): { readonly id: string; readonly variant: FileVariant } | null {
  const [, id = "", name = "", hour = "", proof = ""] = tokenShape.exec(token) ?? [];
  const variant = fileVariants.find((known) => known === name);
  if (variant === undefined) return null;
  const expected = signatureOf(config.secret, `${id}.${variant}.${hour}`);
  const given = Buffer.from(proof, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  if (now().getTime() >= Number(hour) * hourMilliseconds) return null;
  return { id, variant };
}

/** An image as its owner and staff are shown it, with addresses that expire. */
export function imageOnWire(
  services: Pick<AppServices, "config" | "now">,
  row: PackageImageRow,
): PackageImage {
  return {
    id: row.id,
    imageName: row.imageName,
    imageUrl: fileAddress(services, row.id, "image"),
    thumbnailUrl: fileAddress(services, row.id, "thumbnail"),
    fileSize: row.fileSize,
    contentType: row.contentType,
    createdAt: row.createdAt.toISOString(),
  };
}
