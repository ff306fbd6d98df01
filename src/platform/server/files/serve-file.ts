// The addresses of stored files, and who gets what lies behind them.
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { apiError } from "#platform/contract/errors.ts";
import type { Person } from "#platform/contract/session.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import type { AppServices } from "#platform/server/context.ts";
import { findFile, isOfCustomer, type FileRow } from "./file-queries.ts";
import type { FileOwnerKind } from "./file-rules.ts";

/** A file itself and the small picture for lists, for who may read it, and both as a link shares them. */
const fileVariants = ["file", "thumbnail", "shared-file", "shared-thumbnail"] as const;
type FileVariant = (typeof fileVariants)[number];

/** What addresses are signed with. */
export type FileServices = Pick<AppServices, "config" | "now">;

/** The path before the token. */
const filesPath = "/api/files/";

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
 * The address of a file. It expires on the hour, one to two hours from now, and is the same until the next hour, so that
 * browsers can cache the picture when a list is read again.
 */
export function fileUrl({ config, now }: FileServices, id: string, variant: FileVariant): string {
  const expiresAtHour = Math.floor(now().getTime() / hourMilliseconds) + 2;
  const facts = `${id}.${variant}.${expiresAtHour}`;
  const signature = signatureOf(config.secret, facts).toString("base64url");
  return `${filesPath}${facts}.${signature}`;
}

/** A photo as the API returns it. */
export function describePhoto<Kind extends FileOwnerKind>(
  services: FileServices,
  { id, kind, createdAt }: FileRow<Kind>,
) {
  return {
    id,
    kind,
    imageUrl: fileUrl(services, id, "file"),
    thumbnailUrl: fileUrl(services, id, "thumbnail"),
    createdAt: createdAt.toISOString(),
  };
}

type Requested = { readonly id: string; readonly variant: FileVariant };

const tokenShape = /^([0-9a-f-]{36})\.([a-z-]{1,20})\.(\d{1,9})\.([\w-]{43})$/;

/** What a token is for; null when its signature is wrong or it has expired. */
function parseToken({ config, now }: FileServices, token: string): Requested | null {
  const [, id = "", name = "", hour = "", signature = ""] = tokenShape.exec(token) ?? [];
  const variant = fileVariants.find((known) => known === name);
  if (variant === undefined) return null;
  const expected = signatureOf(config.secret, `${id}.${variant}.${hour}`);
  const received = Buffer.from(signature, "base64url");
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null;
  if (now().getTime() >= Number(hour) * hourMilliseconds) return null;
  return { id, variant };
}

type Served = { readonly key: string; readonly name: string; readonly contentType: string };

/** Keeps a file that is no picture after all from running scripts, and other pages from framing it. */
const contentSecurityPolicy =
  "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** Only pictures are shown: whatever else customers sent is downloaded, and never opened on our pages. */
function contentDisposition({ name, contentType }: Served): string {
  const disposition = contentType.startsWith("image/") ? "inline" : "attachment";
  const plain = name.replaceAll(/[^\w. -]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

type Reading = Pick<AppServices, "db" | "listeners" | "now">;

/** What lies behind an address, as far as the person may read it. */
async function findServed(
  { db, listeners, now }: Reading,
  { id, variant }: Requested,
  person: Person | null,
): Promise<Served | undefined> {
  const file = await findFile(db, id);
  if (file === undefined) return undefined;
  const { ownerId } = file;
  const { readers, customersTable, isShared, isShown } = listeners.fileRules[file.ownerKind];
  const isOfLink = variant.startsWith("shared-");
  if (isOfLink) {
    if ((await isShared?.(db, ownerId, now())) !== true) return undefined;
  } else {
    if (person === null) return undefined;
    const mayRead =
      mayUse(person, readers) ||
      (customersTable !== null &&
        (await isOfCustomer(db, customersTable, ownerId, person.id)) &&
        (isShown === undefined || (await isShown(db, file))));
    if (!mayRead) return undefined;
  }
  // The name of the file may tell what strangers should not know.
  const name = isOfLink ? "photo" : file.name;
  if (!variant.endsWith("thumbnail")) return { key: file.key, name, contentType: file.contentType };
  if (file.thumbnailKey === null) return undefined;
  const key = file.thumbnailKey;
  return { key, name: name.replace(/\.\w+$/, ".webp"), contentType: "image/webp" };
}

/** Browsers keep a file for an hour, as long as its address lasts at least. */
const cacheControl = "private, max-age=3600";

/**
 * Responds to an address of `fileUrl` with the file, for signed-in users who may read it, and for everybody where a link
 * shares it; where browsers reach the storage themselves, with a link to it that lasts a minute. Throws `not_found` for everybody else, for an expired address, and for a missing file.
 */
export async function serveFile(
  services: Reading & Pick<AppServices, "config" | "files" | "log">,
  request: Request,
  findPerson: () => Promise<Person | null>,
): Promise<Response> {
  const requested = parseToken(services, new URL(request.url).pathname.slice(filesPath.length));
  if (requested === null) throw apiError("not_found");
  const served = await findServed(services, requested, await findPerson());
  if (served === undefined) throw apiError("not_found");
  const { key, contentType } = served;
  const link = await services.files.link(key, request.method === "HEAD" ? "HEAD" : "GET", {
    contentType,
    contentDisposition: contentDisposition(served),
    cacheControl,
  });
  // Not kept, so that each view asks again whether it may.
  if (link !== null) {
    const headers = { location: link, "cache-control": "no-store" };
    return new Response(null, { status: 302, headers });
  }
  const bytes = await services.files.get(key);
  if (bytes === null) {
    services.log.error({ ...requested }, "A stored file is missing");
    throw apiError("not_found");
  }
  return new Response(bytes, {
    headers: {
      "content-type": contentType,
      "content-length": String(bytes.byteLength),
      "content-disposition": contentDisposition(served),
      "content-security-policy": contentSecurityPolicy,
      "cache-control": cacheControl,
      "x-content-type-options": "nosniff",
    },
  });
}
