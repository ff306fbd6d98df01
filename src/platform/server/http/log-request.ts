import type { AppServices } from "#platform/server/context.ts";

/** Leaves out queries and the rest of paths that hold a token: of files and of links that share a package. */
export function logRequest(
  { log }: Pick<AppServices, "log">,
  request: Request,
  response: Response,
  requestId: string,
  milliseconds: number,
): void {
  const { pathname } = new URL(request.url);
  const path = pathname.replace(/^(\/api\/files\/|\/t\/).+/i, "$1…");
  const { method } = request;
  const durationMilliseconds = Math.round(milliseconds);
  log.info({ requestId, method, path, status: response.status, durationMilliseconds }, "Request");
}
