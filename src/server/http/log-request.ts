import type { AppServices } from "#server/context.ts";

/** Leaves out queries and the paths of files, which hold their access token. */
export function logRequest(
  { log }: Pick<AppServices, "log">,
  request: Request,
  response: Response,
  requestId: string,
  milliseconds: number,
): void {
  const { pathname } = new URL(request.url);
  const path = pathname.replace(/^(\/api\/files\/).+/, "$1…");
  const { method } = request;
  const durationMilliseconds = Math.round(milliseconds);
  log.info({ requestId, method, path, status: response.status, durationMilliseconds }, "Request");
}
