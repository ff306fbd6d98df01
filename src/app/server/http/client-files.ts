import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** As in the header Content-Encoding. */
type Encoding = "br" | "gzip" | "identity";

export type Sendable = {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly contentType: string;
  /** Quoted, as in the header ETag. */
  readonly etag: string;
  /** Encodings that exist; others are made at the first request. */
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
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
};
const compressible = /^(text\/|application\/(json|xml|manifest\+json)|image\/svg)/;

/** Prepares `bytes` for `send`, which compresses text. */
export function sendable(bytes: Buffer<ArrayBuffer>, contentType: string): Sendable {
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;
  return { bytes, contentType, etag, compressed: new Map() };
}

/** The files of the built application by path, such as `/assets/…`; pages under their file's name. */
export type ClientFiles = ReadonlyMap<string, Sendable>;

/** Reads every file below `folder` into memory; null when nothing was built. */
export function readClientFiles(folder: string): ClientFiles | null {
  if (!existsSync(folder)) return null;
  const files = new Map<string, Sendable>();
  const precompressed: [string, Encoding, Buffer][] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const address = `/${relative(folder, path).split(sep).join("/")}`;
    const bytes = readFileSync(path);
    if (address.endsWith(".br")) precompressed.push([address.slice(0, -3), "br", bytes]);
    else if (address.endsWith(".gz")) precompressed.push([address.slice(0, -3), "gzip", bytes]);
    else {
      const type = contentTypes[extname(address)] ?? "application/octet-stream";
      files.set(address, sendable(bytes, type));
    }
  }
  for (const [address, encoding, bytes] of precompressed) {
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
  let compressed = content.compressed.get(encoding);
  if (compressed === undefined) {
    compressed = compressors[encoding](content.bytes);
    content.compressed.set(encoding, compressed);
  }
  return await compressed;
}

/**
 * The response with `content` in the best encoding that the client accepts, or 304 when the client has it. `vary` names
 * headers besides Accept-Encoding on which the content depends.
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
  const clientEtags = request.headers.get("if-none-match") ?? "";
  const isUnchanged = clientEtags
    .split(",")
    .some((tag) => tag.trim().replace(/^W\//, "") === headers.get("etag"));
  if (status === 200 && isUnchanged) return new Response(null, { status: 304, headers });
  const bytes = await encoded(content, encoding);
  if (encoding !== "identity") headers.set("content-encoding", encoding);
  headers.set("content-length", String(bytes.length));
  return new Response(new Uint8Array(bytes), { status, headers });
}
