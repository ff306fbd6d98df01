import { sentence } from "#platform/server/translate.ts";
import { apiError } from "#platform/contract/errors.ts";
import { findUploadOperation } from "./upload-operations.ts";

/** The API runs only reading operations under GET, and none under HEAD. */
export function isReading(method: string): boolean {
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
