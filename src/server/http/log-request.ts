// Writes one line to the log for each request.
import type { AppServices } from "#server/context.ts";

/** Addresses of files carry their permission and stay out of the log, and so do queries. */
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
