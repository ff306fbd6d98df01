// Holds the built browser application in memory, each file also compressed, ready to be sent.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** One form of a content: as it is, or compressed; `encoding` as in the header Content-Encoding. */
type Encoding = "br" | "gzip" | "identity";

export type Sendable = {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly contentType: string;
  /** Quoted, as in the header ETag. */
  readonly etag: string;
  /** Forms that are there already; the others are made when first asked for. */
  readonly compressed: Map<Encoding, Promise<Buffer>>;
};

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
};
const compressible = /^(text\/|application\/(json|xml|manifest\+json)|image\/svg)/;

/** A content ready to be sent; `html` and other texts are compressed on the way out. */
export function sendable(bytes: Buffer<ArrayBuffer>, contentType: string): Sendable {
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;
  return { bytes, contentType, etag, compressed: new Map() };
}

/** The built application: its files by address, `/assets/…` among them; pages under their file's name. */
export type ClientFiles = ReadonlyMap<string, Sendable>;

/** Reads every file below `folder`; null when there is none, because nothing was built. */
export function readClientFiles(folder: string): ClientFiles | null {
  if (!existsSync(folder)) return null;
  const files = new Map<string, Sendable>();
  const ready: [string, Encoding, Buffer][] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const address = `/${relative(folder, path).split(sep).join("/")}`;
    const bytes = readFileSync(path);
    if (address.endsWith(".br")) ready.push([address.slice(0, -3), "br", bytes]);
    else if (address.endsWith(".gz")) ready.push([address.slice(0, -3), "gzip", bytes]);
    else {
      const type = contentTypes[extname(address)] ?? "application/octet-stream";
      files.set(address, sendable(bytes, type));
    }
  }
  for (const [address, encoding, bytes] of ready) {
    files.get(address)?.compressed.set(encoding, Promise.resolve(bytes));
  }
  return files;
}

const compressors: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
  identity: (bytes) => Promise.resolve(bytes),
};

function chooseEncoding(acceptEncoding: string, content: Sendable): Encoding {
  if (!compressible.test(content.contentType) || content.bytes.length < 512) return "identity";
  const accepted = new Set(
    acceptEncoding
      .split(",")
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.split(";", 1)[0]),
  );
  if (accepted.has("br")) return "br";
  return accepted.has("gzip") ? "gzip" : "identity";
}

async function encoded(content: Sendable, encoding: Encoding): Promise<Buffer> {
  let made = content.compressed.get(encoding);
  if (made === undefined) {
    made = compressors[encoding](content.bytes);
    content.compressed.set(encoding, made);
  }
  return await made;
}

/**
 * The answer with `content` in the best form that the client takes, or 304 when it has it already.
 * `headers` says how it may be kept; `vary` names what else the content depends on.
 */
export async function send(
  request: Request,
  content: Sendable,
  options: { status?: number; cacheControl: string; vary?: string },
): Promise<Response> {
  const { status = 200, cacheControl, vary } = options;
  const encoding = chooseEncoding(request.headers.get("accept-encoding") ?? "", content);
  const headers = new Headers({
    "content-type": content.contentType,
    "cache-control": cacheControl,
    vary: vary === undefined ? "accept-encoding" : `accept-encoding, ${vary}`,
    etag: encoding === "identity" ? content.etag : content.etag.replace(/"$/, `-${encoding}"`),
  });
  const known = request.headers.get("if-none-match") ?? "";
  const isKnown = known
    .split(",")
    .some((tag) => tag.trim().replace(/^W\//, "") === headers.get("etag"));
  if (status === 200 && isKnown) return new Response(null, { status: 304, headers });
  const bytes = await encoded(content, encoding);
  if (encoding !== "identity") headers.set("content-encoding", encoding);
  headers.set("content-length", String(bytes.length));
  return new Response(new Uint8Array(bytes), { status, headers });
}
