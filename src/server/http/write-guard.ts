// Refuses writes that another site may have caused in a visitor's browser.
import { apiError } from "#contract/errors.ts";

/** Whether a request only reads: the API runs its reading operations alone under GET, and none under HEAD. */
export function isReading(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * Refuses a write unless the browser (or another client) says that it comes from `publicUrl` itself. A
 * missing origin is refused too: every browser names it when it writes.
 */
export function rejectForeignOrigin(request: Request, publicUrl: string): void {
  if (isReading(request.method)) return;
  const site = request.headers.get("sec-fetch-site");
  const isOwn = request.headers.get("origin") === publicUrl;
  if (isOwn && (site === null || site === "same-origin")) return;
  throw apiError(
    "foreign_origin",
    {},
    `This request did not come from this site. A write carries the header Origin: ${publicUrl}.`,
  );
}

/**
 * The same at the sandbox, for what a browser sends: programs that speak to the payment provider name no site, and bear
 * a key that no browser adds by itself.
 */
export function refuseForeignForm(request: Request, publicUrl: string): void {
  const { headers } = request;
  if (headers.has("origin") || headers.has("sec-fetch-site"))
    rejectForeignOrigin(request, publicUrl);
}

/** Addresses that take a file, in both forms of the API. */
const uploadAddress = /^\/api\/(rpc\/packages\/addImage|packages\/[^/]+\/images)$/;

/** Whether `pathname` is an address of the API to which an image is uploaded. */
export function isUpload(pathname: string): boolean {
  return uploadAddress.test(pathname);
}

/**
 * Refuses the body of `request` where a plain HTML form could have sent it: writes carry JSON, and uploads
 * multipart/form-data.
 */
export function rejectForms(request: Request): void {
  const type = (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (type === "application/json") return;
  if (type === "multipart/form-data" && isUpload(new URL(request.url).pathname)) return;
  throw apiError("unsupported_media_type", { contentType: type ?? "" });
}
