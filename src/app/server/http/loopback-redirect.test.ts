import { expect, test } from "vitest";
import { redirectToPublicUrl } from "./write-guard.ts";

const local = "http://localhost:3000";

test.each([
  ["http://127.0.0.1:3000/login?x=1", local, `${local}/login?x=1`],
  ["http://[::1]:3000/", local, `${local}/`],
  ["http://localhost:3000/", "http://127.0.0.1:3000", "http://127.0.0.1:3000/"],
  ["http://127.0.0.1:3000/sandbox/mail", local, `${local}/sandbox/mail`],
  ["http://localhost:3000/login", local, null],
  ["http://127.0.0.1:3000/healthz", local, null],
  ["http://127.0.0.1:3000/api/session", local, null],
  ["http://127.0.0.1:3000/sandbox/mail.json", local, null],
  ["http://127.0.0.1:8080/login", local, null],
  ["http://127.0.0.1:3000/login", "https://sampan.example", null],
  ["http://other.example:3000/login", local, null],
])("%s with PUBLIC_URL %s leads to %s", (url, publicUrl, expected) => {
  const response = redirectToPublicUrl(new Request(url), publicUrl);
  expect(response?.headers.get("location") ?? null).toBe(expected);
});

test("a write is never redirected", () => {
  const request = new Request("http://127.0.0.1:3000/logout", { method: "POST" });
  expect(redirectToPublicUrl(request, local)).toBeNull();
});
