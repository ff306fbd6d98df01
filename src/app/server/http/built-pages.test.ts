import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { inlineScriptHashes } from "./built-pages.ts";
import { securityHeaders } from "#platform/server/http/security-headers.ts";

const hashOf = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

test("inline scripts are hashed by their exact text, each once, modules included", () => {
  const pages = [
    `<script>first()</script><script type="module">\n second()\n</script>`,
    `<script>first()</script><script src="/assets/a.js"></script><SCRIPT async src='x'></SCRIPT>`,
  ];
  expect(inlineScriptHashes(pages)).toEqual([hashOf("first()"), hashOf("\n second()\n")]);
});

test("the policy allows nothing by default and scripts by hash alone", () => {
  const policy = securityHeaders({ inlineScriptHashes: ["sha256-abc"], isHttps: true }).get(
    "content-security-policy",
  );
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self' 'sha256-abc';");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
});

test("transport security is promised over https alone", () => {
  const promise = (options: { isHttps: boolean; isHttpsOnSubdomains?: boolean }) =>
    securityHeaders({ inlineScriptHashes: [], ...options }).get("strict-transport-security");
  expect(promise({ isHttps: true })).toBe("max-age=63072000");
  expect(promise({ isHttps: true, isHttpsOnSubdomains: true })).toBe(
    "max-age=63072000; includeSubDomains",
  );
  expect(promise({ isHttps: false, isHttpsOnSubdomains: true })).toBeUndefined();
});
