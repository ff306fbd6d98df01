// Answers the expiring addresses of images and QR codes with their bytes.
import type { Person } from "#contract/people.ts";
import { refusal } from "#contract/problems.ts";
import type { Parts } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { findSession } from "#server/people/find-session.ts";
import { selectCode } from "./codes/store.ts";
import { filesPath, readFileToken, type FileVariant } from "./image-link.ts";
import { selectImage } from "./store.ts";

/** Not even a picture that deceived us could run anything, and no other page may show it in a frame. */
const contentSecurityPolicy =
  "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

function contentDisposition(name: string): string {
  const plain = name.replaceAll(/[^\w. -]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

type Kept = { readonly key: string; readonly name: string; readonly contentType: string };

/** Images are for their package's owner and for staff. */
async function findImage(
  db: Db,
  wanted: { readonly id: string; readonly variant: FileVariant },
  person: Person,
): Promise<Kept | null> {
  const image = await selectImage(db, wanted.id);
  if (image === undefined || (image.user_id !== person.id && !person.isAdmin)) return null;
  const { image_name: name, content_type: contentType } = image;
  return wanted.variant === "image"
    ? { key: image.image_url, name, contentType }
    : { key: image.thumbnail_url, name, contentType: "image/webp" };
}

/** QR codes are for staff alone. */
async function findCode(db: Db, qrCodeId: string, person: Person): Promise<Kept | null> {
  const code = person.isAdmin ? await selectCode(db, qrCodeId) : undefined;
  if (code === undefined) return null;
  return { key: code.path, name: `qr-code-leg-${code.leg_number}.png`, contentType: "image/png" };
}

/**
 * The picture behind an address of `fileAddress`, for those who may see it while they are signed in. Throws the
 * refusal `not_found` to everybody else, once the address has expired, and when the picture is gone.
 */
export async function serveFile(
  parts: Pick<Parts, "config" | "db" | "files" | "log" | "now">,
  request: Request,
): Promise<Response> {
  const token = new URL(request.url).pathname.slice(filesPath.length);
  const wanted = readFileToken(parts, token);
  const session = wanted === null ? null : await findSession(parts, request.headers);
  if (wanted === null || session === null) throw refusal("not_found");
  const { person } = session;
  const kept =
    wanted.variant === "code"
      ? await findCode(parts.db, wanted.id, person)
      : await findImage(parts.db, wanted, person);
  if (kept === null) throw refusal("not_found");
  const bytes = await parts.files.get(kept.key);
  if (bytes === null) {
    parts.log.error({ ...wanted }, "The file of an image or QR code is missing");
    throw refusal("not_found");
  }
  return new Response(bytes, {
    headers: {
      "content-type": kept.contentType,
      "content-length": String(bytes.byteLength),
      "content-disposition": contentDisposition(kept.name),
      "content-security-policy": contentSecurityPolicy,
      "cache-control": "private, max-age=3600",
      "x-content-type-options": "nosniff",
    },
  });
}
