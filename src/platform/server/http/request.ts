import { isIP, type BlockList } from "node:net";
import { canonicalAddress } from "#platform/server/ip-address.ts";
import { parse } from "hono/utils/cookie";
import {
  acceptedLanguage,
  defaultLanguage,
  isLanguage,
  languageCookie,
  preferredLanguage,
  type Language,
} from "#platform/rules/language.ts";
import { sentence } from "#platform/server/translate.ts";
import { apiError } from "#platform/contract/errors.ts";
import { isLoopbackHost, type Config } from "#platform/server/config.ts";
import type { AppServices } from "#platform/server/context.ts";

function isTrusted(address: string, trustedProxies: BlockList): boolean {
  const version = isIP(address);
  return version !== 0 && trustedProxies.check(address, version === 4 ? "ipv4" : "ipv6");
}

/**
 * The visitor's IP address in canonical form. `remoteAddress` is the other end of the connection. X-Forwarded-For
 * (`forwardedFor`) is read from its end: an entry counts only if a trusted proxy added it, so a forged header has no effect.
 */
export function clientAddress(request: {
  remoteAddress: string;
  forwardedFor: string | null;
  trustedProxies: BlockList;
}): string {
  let address = canonicalAddress(request.remoteAddress) ?? request.remoteAddress;
  const claimed = (request.forwardedFor ?? "").split(",").reverse();
  for (const text of claimed) {
    const next = canonicalAddress(text);
    if (next === null || !isTrusted(address, request.trustedProxies)) break;
    address = next;
  }
  return address;
}

/** The language that the reader has chosen, or that the browser asks for; undefined when neither names one of ours. */
export function findLanguage(headers: Headers): Language | undefined {
  const chosen = parse(headers.get("cookie") ?? "", languageCookie)[languageCookie];
  if (isLanguage(chosen)) return chosen;
  return acceptedLanguage(headers.get("accept-language")) ?? undefined;
}

/** The language of the answer. Screens ask for that of their document, which may be older than the choice. */
export function requestLanguage({ url, headers }: Request): Language {
  return new URL(url).pathname.startsWith("/api/rpc/")
    ? preferredLanguage(headers.get("accept-language"))
    : (findLanguage(headers) ?? defaultLanguage);
}

/** Supervisors call these under any address; they return nothing private, or need a token. */
export const monitoringPaths: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

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

/** The path without the rest of those that hold a token: of files, shared packages and the links of emails. */
export function pathWithoutToken(pathname: string): string {
  return pathname.replace(/^(\/+(?:api\/files|t|unsubscribe)\/).+/i, "$1…");
}

/** What the log says of a request that was answered. */
type AnsweredRequest = {
  readonly requestId: string;
  /** The operation, or what the path is for. */
  readonly route: string;
  readonly accountId: string | null;
  readonly status: number;
  readonly milliseconds: number;
};

/** Leaves out queries and tokens. What supervisors ask every few seconds is for the level debug. */
export function logRequest(
  { log }: Pick<AppServices, "log">,
  { method, url }: Request,
  { requestId, route, accountId, status, milliseconds }: AnsweredRequest,
): void {
  const { pathname } = new URL(url);
  const level = monitoringPaths.has(pathname) ? "debug" : "info";
  if (!log.isLevelEnabled(level)) return;
  const path = pathWithoutToken(pathname);
  const durationMilliseconds = Math.round(milliseconds);
  const account = accountId !== null && { accountId };
  log[level](
    { requestId, method, path, route, ...account, status, durationMilliseconds },
    "Request",
  );
}
