const twoYearsSeconds = 63_072_000;

/** Scripts run from the server's own files or by hash; `furtherScripts` is for some pages alone. */
function contentSecurityPolicy(
  { inlineScriptHashes, isHttps, imageOrigin = null }: HeaderOptions,
  furtherScripts: readonly string[] = [],
): string {
  const hashes = inlineScriptHashes.map((hash) => `'${hash}'`);
  const scripts = ["'self'", ...hashes, ...furtherScripts];
  const directives = [
    "default-src 'none'",
    `script-src ${scripts.join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${imageOrigin === null ? "" : ` ${imageOrigin}`}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return [...directives, ...(isHttps ? ["upgrade-insecure-requests"] : [])].join("; ");
}

const deniedFeatures = [
  "accelerometer",
  "autoplay",
  "camera",
  "display-capture",
  "encrypted-media",
  "geolocation",
  "gyroscope",
  "hid",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
  "xr-spatial-tracking",
];

/** What the desks of the warehouse read from and print with. */
const deskFeatures = ["camera", "hid", "serial", "usb"];

type HeaderOptions = {
  /** `sha256-…` of the inline scripts of the built pages. */
  readonly inlineScriptHashes: readonly string[];
  readonly isHttps: boolean;
  /** Whether browsers use https for all subdomains too. */
  readonly isHttpsOnSubdomains?: boolean;
  /** Where photos come from besides the server, if anywhere. */
  readonly imageOrigin?: string | null;
};

/** The headers of every response. */
export function securityHeaders(options: HeaderOptions): ReadonlyMap<string, string> {
  const headers = new Map([
    ["content-security-policy", contentSecurityPolicy(options)],
    ["x-content-type-options", "nosniff"],
    ["referrer-policy", "same-origin"],
    ["permissions-policy", deniedFeatures.map((feature) => `${feature}=()`).join(", ")],
    ["x-frame-options", "DENY"],
    ["cross-origin-opener-policy", "same-origin"],
    ["cross-origin-resource-policy", "same-origin"],
  ]);
  if (options.isHttps) {
    const subdomains = options.isHttpsOnSubdomains === true ? "; includeSubDomains" : "";
    headers.set("strict-transport-security", `max-age=${twoYearsSeconds}${subdomains}`);
  }
  return headers;
}

/** `securityHeaders` for the documents of desks, which use devices and a barcode decoder in WebAssembly. */
export function deskHeaders(options: HeaderOptions): ReadonlyMap<string, string> {
  const denied = deniedFeatures.filter((feature) => !deskFeatures.includes(feature));
  const permissions = [
    ...denied.map((feature) => `${feature}=()`),
    ...deskFeatures.map((feature) => `${feature}=(self)`),
  ];
  return new Map([
    ...securityHeaders(options),
    ["content-security-policy", contentSecurityPolicy(options, ["'wasm-unsafe-eval'"])],
    ["permissions-policy", permissions.join(", ")],
  ]);
}

/** `headers` for pages whose address is for those who got it alone, so that search engines do not list one that they find. */
export function unlistedHeaders(headers: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...headers, ["x-robots-tag", "noindex"]]);
}

/**
 * `headers` for scripts, styles and fonts of the build, shorter because a page loads dozens of them. If a browser shows one as
 * a page, it may load and run nothing and not be framed.
 */
export function assetHeaders(headers: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([
    ...headers,
    ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"],
    ["permissions-policy", "camera=(), geolocation=(), microphone=()"],
  ]);
}

function add(to: Headers, headers: ReadonlyMap<string, string>): void {
  for (const [name, value] of headers) if (!to.has(name)) to.set(name, value);
}

/** `response` with `headers` added where it does not set its own, stricter ones. */
export function withHeaders(response: Response, headers: ReadonlyMap<string, string>): Response {
  try {
    // In place: a copy would send its text as a stream.
    add(response.headers, headers);
    return response;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The headers of a redirect and of a fetched response are immutable.
    const copy = new Response(response.body, response);
    add(copy.headers, headers);
    return copy;
  }
}
