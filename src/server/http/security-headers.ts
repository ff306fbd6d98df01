// The headers that every answer of the server carries, whatever it is.

const twoYearsSeconds = 63_072_000;

/** Sources for pages of the product; scripts run from our own files or by the hash of their whole text. */
function contentSecurityPolicy(inlineScriptHashes: readonly string[], isHttps: boolean): string {
  const scripts = ["'self'", ...inlineScriptHashes.map((hash) => `'${hash}'`)];
  const directives = [
    "default-src 'none'",
    `script-src ${scripts.join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
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
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "usb",
  "xr-spatial-tracking",
];

/**
 * The headers for all answers, made once. `inlineScriptHashes` are `sha256-…` of the scripts that stand in
 * the built pages themselves.
 */
export function securityHeaders(options: {
  inlineScriptHashes: readonly string[];
  isHttps: boolean;
}): ReadonlyMap<string, string> {
  const headers = new Map([
    ["content-security-policy", contentSecurityPolicy(options.inlineScriptHashes, options.isHttps)],
    ["x-content-type-options", "nosniff"],
    ["referrer-policy", "same-origin"],
    ["permissions-policy", deniedFeatures.map((feature) => `${feature}=()`).join(", ")],
    ["x-frame-options", "DENY"],
    ["cross-origin-opener-policy", "same-origin"],
    ["cross-origin-resource-policy", "same-origin"],
  ]);
  if (options.isHttps) {
    headers.set("strict-transport-security", `max-age=${twoYearsSeconds}; includeSubDomains`);
  }
  return headers;
}

/**
 * `headers` for the scripts, styles and fonts of the build, of which a page loads dozens: the same locks in
 * fewer bytes. Where a browser is talked into showing one as a page, nothing may load, run or frame it.
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
    // In place: a copy would send a text that is there already as a stream.
    add(response.headers, headers);
    return response;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The headers of a redirect and of a fetched answer cannot be changed.
    const copy = new Response(response.body, response);
    add(copy.headers, headers);
    return copy;
  }
}
