import type { Person } from "#platform/contract/session.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { AppServices } from "#platform/server/context.ts";
import { findSession } from "#people/server/auth/sessions/sessions.ts";
import {
  findStoredParcelImage,
  listParcelImageKeys,
} from "#goods/server/inbound-parcels/parcel-images.ts";
import { findStoredSignature, listSignatureKeys } from "#shipping/server/manifests/hand-over.ts";
import {
  findStoredPackingImage,
  listPackingImageKeys,
} from "#shipping/server/ship-requests/packing/packing-images.ts";
import { findStoredClaimFile, listClaimFileKeys } from "#goods/server/parcel-claims/own-claims.ts";
import {
  findSharedImage,
  findStoredCode,
  findStoredImage,
  listPackageFileKeys,
} from "#goods/server/packages/package-images.ts";
import {
  filesPath,
  parseFileToken,
  type FileVariant,
  type Stored,
  timeOfKey,
  storedFolders,
} from "#platform/server/packages/files/stored-files.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { Log } from "#platform/server/log.ts";
import type { Files } from "#platform/server/adapters/files/files.ts";

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
): Promise<Stored | undefined> {
  if (variant === "shared-image" || variant === "shared-thumbnail") {
    return await findSharedImage(services, { id, isThumbnail: variant === "shared-thumbnail" });
  }
  if (person === null) return undefined;
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
  if (stored === undefined) throw apiError("not_found");
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

/** A file is stored before its row, so a younger file without a row may be an upload in progress. */
const minAgeMilliseconds = 60 * 60 * 1000;

/** Files per database query. */
const batchSize = 500;

/** Those of `keys` that no row names. */
export async function listUnreferencedKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const ofPackages = await listPackageFileKeys(db, keys);
  const photos = await listParcelImageKeys(db, keys);
  const proofs = await listClaimFileKeys(db, keys);
  const signatures = await listSignatureKeys(db, keys);
  const packed = await listPackingImageKeys(db, keys);
  const referenced = [ofPackages, photos, proofs, packed, signatures];
  return keys.filter((key) => !referenced.some((known) => known.has(key)));
}

async function removeUnreferenced(
  { db, files }: { db: Db; files: Files },
  keys: readonly string[],
): Promise<number> {
  if (keys.length === 0) return 0;
  const orphans = await listUnreferencedKeys(db, keys);
  for (const key of orphans) await files.remove(key);
  return orphans.length;
}

async function* storedKeys(files: Files): AsyncGenerator<string> {
  for (const folder of storedFolders) yield* files.list(folder);
}

/**
 * Removes every file of an image, QR code or proof that no row names and whose key is more than an hour old, and returns how
 * many. Files with other names stay.
 */
export async function removeOrphanFiles(services: {
  db: Db;
  files: Files;
  log: Log;
  now: () => Date;
}): Promise<number> {
  const latest = services.now().getTime() - minAgeMilliseconds;
  let removed = 0;
  let batch: string[] = [];
  for await (const key of storedKeys(services.files)) {
    const at = timeOfKey(key);
    if (at === null || at.getTime() > latest) continue;
    batch.push(key);
    if (batch.length < batchSize) continue;
    removed += await removeUnreferenced(services, batch);
    batch = [];
  }
  removed += await removeUnreferenced(services, batch);
  if (removed > 0) services.log.warn({ removed }, "Orphaned files were removed");
  return removed;
}
