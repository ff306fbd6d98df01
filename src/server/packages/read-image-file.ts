// Answers the expiring addresses of images with their bytes.
import { refusal } from "#contract/problems.ts";
import type { Parts } from "#server/context.ts";
import { findSession } from "#server/people/find-session.ts";
import { filesPath, readImageToken } from "./image-link.ts";
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

/**
 * The image behind an address of `imageOnWire`, for its package's owner and for staff while they are signed in. Throws
 * the refusal `not_found` to everybody else, once the address has expired, and when the image is gone.
 */
export async function serveFile(
  parts: Pick<Parts, "config" | "db" | "files" | "log" | "now">,
  request: Request,
): Promise<Response> {
  const token = new URL(request.url).pathname.slice(filesPath.length);
  const wanted = readImageToken(parts, token);
  const session = wanted === null ? null : await findSession(parts, request.headers);
  if (wanted === null || session === null) throw refusal("not_found");
  const { imageId, variant } = wanted;
  const image = await selectImage(parts.db, imageId);
  if (image === undefined) throw refusal("not_found");
  const { person } = session;
  if (image.user_id !== person.id && !person.isAdmin) throw refusal("not_found");

  const isWhole = variant === "image";
  const bytes = await parts.files.get(isWhole ? image.image_url : image.thumbnail_url);
  if (bytes === null) {
    parts.log.error({ imageId, variant }, "The file of an image is missing");
    throw refusal("not_found");
  }
  return new Response(bytes, {
    headers: {
      "content-type": isWhole ? image.content_type : "image/webp",
      "content-length": String(bytes.byteLength),
      "content-disposition": contentDisposition(image.image_name),
      "content-security-policy": contentSecurityPolicy,
      "cache-control": "private, max-age=3600",
      "x-content-type-options": "nosniff",
    },
  });
}
