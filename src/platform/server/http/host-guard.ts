import { sentence } from "#platform/server/translate.ts";
import { apiError } from "#platform/contract/errors.ts";
import { isLoopbackHost, type Config } from "#platform/server/config.ts";

/** Supervisors call these under any address; they return nothing private, or need a token. */
const monitoringPaths = new Set(["/healthz", "/readyz", "/metrics"]);

/** IPv6 addresses stand in brackets in a URL. */
function hostInUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/**
 * Throws `unknown_host` unless the request names the host of PUBLIC_URL, a loopback host, or the address in HOST. Otherwise a
 * page of another site could point its own host name at the sandbox and read it (DNS rebinding).
 */
export function rejectUnknownHost(
  request: Request,
  { publicUrl, host }: Pick<Config, "publicUrl" | "host">,
): void {
  const { hostname, pathname } = new URL(request.url);
  if (isLoopbackHost(hostname) || monitoringPaths.has(pathname)) return;
  const known = [publicUrl, `http://${hostInUrl(host)}`].map(
    (address) => new URL(address).hostname,
  );
  // A HOST that means all interfaces is no address.
  if (known.includes(hostname) && !["0.0.0.0", "[::]"].includes(hostname)) return;
  throw apiError("unknown_host", {}, sentence("errors.otherPublicUrl", { publicUrl }));
}
