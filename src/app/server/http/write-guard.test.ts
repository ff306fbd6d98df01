import { describe, expect, test } from "vitest";
import { ApiError } from "#platform/rules/error-message.ts";
import { rejectForeignOrigin, rejectForms } from "./write-guard.ts";

const publicUrl = "https://sampan.example";

function codeOf(work: () => void): string {
  try {
    work();
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error);
  }
  return "allowed";
}

describe("the origin of a request", () => {
  test.each([
    ["POST", { origin: publicUrl }, "allowed"],
    ["POST", { origin: publicUrl, "sec-fetch-site": "same-origin" }, "allowed"],
    ["POST", { origin: publicUrl, "sec-fetch-site": "same-site" }, "foreign_origin"],
    ["POST", { origin: "https://evil.example", "sec-fetch-site": "same-origin" }, "foreign_origin"],
    ["POST", { origin: "https://sampan.example.evil" }, "foreign_origin"],
    ["POST", { origin: "http://sampan.example" }, "foreign_origin"],
    ["POST", { origin: "null" }, "foreign_origin"],
    ["POST", {}, "foreign_origin"],
    ["DELETE", { "sec-fetch-site": "same-origin" }, "foreign_origin"],
    ["PUT", { referer: `${publicUrl}/dashboard` }, "foreign_origin"],
    ["GET", { origin: "https://evil.example" }, "allowed"],
  ])("%s with %j is %s", (method, headers, expected) => {
    const request = new Request(`${publicUrl}/api/x`, { method, headers });
    expect(codeOf(() => rejectForeignOrigin(request, publicUrl))).toBe(expected);
  });
});

describe("the type of a body", () => {
  test.each([
    ["/api/rpc/auth/signIn", "application/json", "allowed"],
    ["/api/rpc/auth/signIn", "Application/JSON; charset=utf-8", "allowed"],
    ["/api/rpc/auth/signIn", "text/plain", "unsupported_media_type"],
    ["/api/rpc/auth/signIn", "application/x-www-form-urlencoded", "unsupported_media_type"],
    ["/api/rpc/auth/signIn", "multipart/form-data; boundary=x", "unsupported_media_type"],
    ["/api/rpc/auth/signIn", "application/jsonp", "unsupported_media_type"],
    ["/api/rpc/packages/addImage", "multipart/form-data; boundary=x", "allowed"],
    ["/api/packages/1/images", "multipart/form-data; boundary=x", "allowed"],
    ["/api/packages/1/images/2", "multipart/form-data; boundary=x", "unsupported_media_type"],
  ])("%s takes %s: %s", (path, type, expected) => {
    const request = new Request(`${publicUrl}${path}`, {
      method: "POST",
      headers: { "content-type": type },
      body: "{}",
    });
    expect(codeOf(() => rejectForms(request))).toBe(expected);
  });
});
