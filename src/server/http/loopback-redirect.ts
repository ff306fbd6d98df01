// Sends visitors who came under another name for this machine to the one address that cookies and links use.
import { isLoopbackHost } from "#server/config.ts";
import { isReading } from "./write-guard.ts";

const machineAddress =
  /^\/(api|assets|healthz|readyz|metrics|sandbox\/stripe\/v1|sandbox\/mail\.json)(\/|$)/;

/**
 * The redirect for a page asked for under `http://127.0.0.1:…` where `publicUrl` says `http://localhost:…`, or
 * the like; null where nothing is to be redirected. A public address is never redirected to, since a proxy
 * before the server may well speak to it under a loopback name.
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
  if (!isOtherName || !isReading(request.method) || machineAddress.test(url.pathname)) return null;
  return new Response(null, {
    status: 307,
    headers: { location: `${publicUrl}${url.pathname}${url.search}`, "cache-control": "no-store" },
  });
}
