import { isLoopbackHost } from "#platform/server/config.ts";
import { isReading } from "./write-guard.ts";

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
