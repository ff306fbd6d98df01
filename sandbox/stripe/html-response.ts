/** A response with a page that may use its own style sheet and form targets, and nothing else. */

/** Wraps a page; `styleSource` is the hash of its only style sheet, `formTargets` the allowed targets of its forms. */
export function htmlResponse(
  markup: unknown,
  options: { styleSource: string; formTargets: string[]; status?: number },
): Response {
  const origins = [...new Set(options.formTargets.map((target) => new URL(target).origin))];
  return new Response(String(markup), {
    status: options.status ?? 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": `default-src 'none'; style-src ${options.styleSource}; img-src data:; form-action 'self' ${origins.join(" ")}; base-uri 'none'; frame-ancestors 'none'`,
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    },
  });
}
