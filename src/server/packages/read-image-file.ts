// Answers the expiring addresses of images and QR codes with their bytes.
import type { Person } from "#contract/auth.ts";
import { apiError } from "#contract/errors.ts";
import type { AppServices } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { findSession } from "#server/auth/sessions/find-session.ts";
import { selectCode } from "./qr-codes/qr-code-queries.ts";
import { filesPath, readFileToken, type FileVariant } from "./image-link.ts";
import { selectImage } from "./package-queries.ts";

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

type Stored = { readonly key: string; readonly name: string; readonly contentType: string };

/** Images are for their package's owner and for staff. */
async function findImage(
  db: Db,
  wanted: { readonly id: string; readonly variant: FileVariant },
  person: Person,
): Promise<Stored | null> {
  const image = await selectImage(db, wanted.id);
  if (image === undefined || (image.userId !== person.id && !person.isAdmin)) return null;
  const { imageName: name, contentType } = image;
  return wanted.variant === "image"
    ? { key: image.imageUrl, name, contentType }
    : { key: image.thumbnailUrl, name, contentType: "image/webp" };
}

/** QR codes are for staff alone. */
async function findCode(db: Db, qrCodeId: string, person: Person): Promise<Stored | null> {
  const code = person.isAdmin ? await selectCode(db, qrCodeId) : undefined;
  if (code === undefined) return null;
  return { key: code.path, name: `qr-code-leg-${code.legNumber}.png`, contentType: "image/png" };
}

/**
 * The picture behind an address of `fileAddress`, for those who may see it while they are signed in. Throws the
 * refusal `not_found` to everybody else, once the address has expired, and when the picture is gone.
 */
export async function serveFile(
  services: Pick<AppServices, "config" | "db" | "files" | "log" | "now">,
  request: Request,
): Promise<Response> {
  const token = new URL(request.url).pathname.slice(filesPath.length);
  const wanted = readFileToken(services, token);
  const session = wanted === null ? null : await findSession(services, request.headers);
  if (wanted === null || session === null) throw apiError("not_found");
  const { person } = session;
  const stored =
    wanted.variant === "code"
      ? await findCode(services.db, wanted.id, person)
      : await findImage(services.db, wanted, person);
  if (stored === null) throw apiError("not_found");
  const bytes = await services.files.get(stored.key);
  if (bytes === null) {
    services.log.error({ ...wanted }, "The file of an image or QR code is missing");
    throw apiError("not_found");
  }
  return new Response(bytes, {
    headers: {
      "content-type": stored.contentType,
      "content-length": String(bytes.byteLength),
      "content-disposition": contentDisposition(stored.name),
      "content-security-policy": contentSecurityPolicy,
      "cache-control": "private, max-age=3600",
      "x-content-type-options": "nosniff",
    },
  });
}
