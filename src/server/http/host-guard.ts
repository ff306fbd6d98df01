// Answers a sandbox only under its own names: a page of another site could otherwise point its own name at it and read.
import { apiError } from "#contract/errors.ts";
import { isLoopbackHost, type Config } from "#server/config.ts";

/** Machines ask these by whatever address they know; they tell nothing, or ask for a token. */
const machinePaths = new Set(["/healthz", "/readyz", "/metrics"]);

/** A host as it stands in a URL. */
function inUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/**
 * Refuses a request under a name that is neither that of PUBLIC_URL, nor one of this machine itself, nor the address that
 * HOST names.
 */
export function refuseUnknownHost(
  request: Request,
  { publicUrl, host }: Pick<Config, "publicUrl" | "host">,
): void {
  const { hostname, pathname } = new URL(request.url);
  if (isLoopbackHost(hostname) || machinePaths.has(pathname)) return;
  const known = [publicUrl, `http://${inUrl(host)}`].map((address) => new URL(address).hostname);
  // Of a server that listens everywhere, HOST names no address.
  if (known.includes(hostname) && !["0.0.0.0", "[::]"].includes(hostname)) return;
  throw apiError(
    "unknown_host",
    {},
    `This sandbox answers at ${publicUrl}. Its operator can change that address with PUBLIC_URL.`,
  );
}
