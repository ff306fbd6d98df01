import { sentence } from "#platform/server/translate.ts";
import { apiError } from "#platform/contract/errors.ts";
import { operations, type Operation } from "#app/contract/operations.ts";
import type { LimitName } from "#platform/rules/attempt-limits.ts";
import { isLoopbackHost } from "#platform/server/config.ts";

/** The API runs only reading operations under GET, and none under HEAD. */
function isReading(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * Throws `foreign_origin` for a write whose Origin is not `publicUrl`, against cross-site request forgery. A missing Origin is
 * rejected too: every browser sends it with writes.
 */
export function rejectForeignOrigin(request: Request, publicUrl: string): void {
  if (isReading(request.method)) return;
  const site = request.headers.get("sec-fetch-site");
  const isOwn = request.headers.get("origin") === publicUrl;
  if (isOwn && (site === null || site === "same-origin")) return;
  throw apiError("foreign_origin", {}, sentence("errors.originNeeded", { publicUrl }));
}

/**
 * The same for the sandbox, for requests of browsers. Clients of the payment API send no Origin but a key, which browsers do
 * not add by themselves.
 */
export function rejectForeignForm(request: Request, publicUrl: string): void {
  const { headers } = request;
  if (headers.has("origin") || headers.has("sec-fetch-site"))
    rejectForeignOrigin(request, publicUrl);
}

/**
 * Throws `unsupported_media_type` unless the body is JSON, or multipart/form-data of an upload: HTML forms of other sites
 * could send all other types.
 */
export function rejectForms(request: Request): void {
  const type = (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (type === "application/json") return;
  const upload = findUploadOperation(new URL(request.url).pathname);
  if (type === "multipart/form-data" && upload !== undefined) return;
  throw apiError("unsupported_media_type", { contentType: type ?? "" });
}

export type UploadOperation = Pick<
  Operation,
  "name" | "access" | "needsWarehouse" | "needsCustomerArea"
> & {
  /** Counts an account's files before any of them is received, whatever becomes of them. */
  readonly limit: LimitName;
  /** Its paths over RPC and REST. */
  readonly pattern: RegExp;
};

/** A pattern of the paths below `/api` that `path` of the contract stands for, such as `/packages/{packageId}/images`. */
export function restPathPattern(path: string): string {
  return `/api${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}`;
}

const uploads: readonly UploadOperation[] = operations
  .filter(({ takesFile }) => takesFile)
  .map(({ name, area, verb, path, access, needsWarehouse, needsCustomerArea, limit }) => {
    if (limit === null) throw new Error(`The files of ${name} are not counted.`);
    const pattern = new RegExp(`^(?:/api/rpc/${area}/${verb}|${restPathPattern(path)})$`, "u");
    return { name, access, needsWarehouse, needsCustomerArea, limit, pattern };
  });

/** The operation that receives a file at this path, if there is one. */
export function findUploadOperation(pathname: string): UploadOperation | undefined {
  return uploads.find(({ pattern }) => pattern.test(pathname));
}

const notRedirected =
  /^\/(api|assets|healthz|readyz|metrics|sandbox\/stripe\/v1|sandbox\/mail\.json)(\/|$)/;

/**
 * Redirects a page requested under `http://127.0.0.1:…` to `publicUrl` such as `http://localhost:…`, since cookies belong to
 * one host name; null where nothing is redirected. There is no redirect to a public address, since a proxy may reach the
 * server under a loopback name.
 */
export function redirectToPublicUrl(request: Request, publicUrl: string): Response | null {
  if (request.url.startsWith(`${publicUrl}/`)) return null;
  const url = new URL(request.url);
  const target = new URL(publicUrl);
  const isOtherName =
    isLoopbackHost(target.hostname) &&
    isLoopbackHost(url.hostname) &&
    url.hostname !== target.hostname &&
    url.port === target.port;
  if (!isOtherName || !isReading(request.method) || notRedirected.test(url.pathname)) return null;
  return new Response(null, {
    status: 307,
    headers: { location: `${publicUrl}${url.pathname}${url.search}`, "cache-control": "no-store" },
  });
}
