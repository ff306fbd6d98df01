import { expect, test } from "vitest";
import { assetHeaders, securityHeaders } from "./security-headers.ts";

const headers = securityHeaders({
  inlineScriptHashes: [`sha256-${"A".repeat(43)}=`],
  isHttps: true,
});

function bytes(all: ReadonlyMap<string, string>): number {
  return [...all].map(([name, value]) => `${name}: ${value}\r\n`).join("").length;
}

test("a file of the build carries every header that a page carries", () => {
  const forAssets = assetHeaders(headers);
  expect([...forAssets.keys()].toSorted()).toEqual([...headers.keys()].toSorted());
  expect(forAssets.get("content-security-policy")).toBe(
    "default-src 'none'; frame-ancestors 'none'",
  );
  expect(forAssets.get("strict-transport-security")).toContain("max-age=");
});

test("a file's headers have less than half the bytes of a page's", () => {
  expect(bytes(assetHeaders(headers))).toBeLessThan(bytes(headers) / 2);
});
