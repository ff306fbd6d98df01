import type { Person } from "#platform/contract/person.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { AppServices } from "#platform/server/context.ts";
import { findSession } from "#people/server/auth/sessions/find-session.ts";
import { findStoredParcelImage } from "#goods/server/inbound-parcels/images/find-stored-image.ts";
import { findStoredSignature } from "#shipping/server/manifests/find-stored-signature.ts";
import { findStoredPackingImage } from "#shipping/server/ship-requests/packing/find-stored-packing-image.ts";
import { findStoredClaimFile } from "#goods/server/parcel-claims/find-claim-file.ts";
import {
  findSharedImage,
  findStoredCode,
  findStoredImage,
} from "#goods/server/packages/images/find-stored-file.ts";
import {
  filesPath,
  parseFileToken,
  type FileVariant,
  type Stored,
} from "#platform/server/packages/files/file-link.ts";

/** Keeps a file that is no picture after all from running scripts, and other pages from framing it. */
const contentSecurityPolicy =
  "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** Only pictures are shown: whatever else customers sent is downloaded, and never opened on our pages. */
function contentDisposition({ name, contentType }: Stored): string {
  const disposition = contentType.startsWith("image/") ? "inline" : "attachment";
  const plain = name.replaceAll(/[^\w. -]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

async function findStored(
  services: Pick<AppServices, "db" | "now">,
  { id, variant }: { readonly id: string; readonly variant: FileVariant },
  person: Person | null,
): Promise<Stored | null> {
  if (variant === "shared-image" || variant === "shared-thumbnail") {
    return await findSharedImage(services, { id, isThumbnail: variant === "shared-thumbnail" });
  }
  if (person === null) return null;
  const { db } = services;
  switch (variant) {
    case "code":
      return await findStoredCode(db, id, person);
    case "image":
    case "thumbnail":
      return await findStoredImage(db, { id, isThumbnail: variant === "thumbnail" }, person);
    case "parcel-image":
    case "parcel-thumbnail":
      return await findStoredParcelImage(
        db,
        { id, isThumbnail: variant === "parcel-thumbnail" },
        person,
      );
    case "signature":
      return await findStoredSignature(db, id, person);
    case "packing-image":
    case "packing-thumbnail":
      return await findStoredPackingImage(
        db,
        { id, isThumbnail: variant === "packing-thumbnail" },
        person,
      );
    case "claim-file":
      return await findStoredClaimFile(db, id, person);
  }
}

/**
 * Responds to an address of `fileUrl` with the file, for signed-in users who may see it, and for everybody where a link
 * shares it. Throws `not_found` for everybody else, for an expired address, and for a missing file.
 */
export async function serveFile(
  services: Pick<AppServices, "config" | "db" | "files" | "listeners" | "log" | "now">,
  request: Request,
): Promise<Response> {
  const token = new URL(request.url).pathname.slice(filesPath.length);
  const requested = parseFileToken(services, token);
  const session = requested === null ? null : await findSession(services, request.headers);
  if (requested === null) throw apiError("not_found");
  const stored = await findStored(services, requested, session?.person ?? null);
  if (stored === null) throw apiError("not_found");
  const bytes = await services.files.get(stored.key);
  if (bytes === null) {
    services.log.error({ ...requested }, "A stored file is missing");
    throw apiError("not_found");
  }
  return new Response(bytes, {
    headers: {
      "content-type": stored.contentType,
      "content-length": String(bytes.byteLength),
      "content-disposition": contentDisposition(stored),
      "content-security-policy": contentSecurityPolicy,
      "cache-control": "private, max-age=3600",
      "x-content-type-options": "nosniff",
    },
  });
}
