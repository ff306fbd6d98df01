import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ORPCError } from "@orpc/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp, type TestClient } from "#test/test-app.ts";

const clientFolder = mkdtempSync(join(tmpdir(), "sampan-client-"));
const page = `<!DOCTYPE html><html lang="en"><head></head><body><script>mend()</script>%YEAR%</body></html>`;
mkdirSync(join(clientFolder, "assets"));
writeFileSync(join(clientFolder, "index.html"), page);
mkdirSync(join(clientFolder, "login"));
writeFileSync(join(clientFolder, "login", "index.html"), page);
writeFileSync(join(clientFolder, "__spa-fallback.html"), page);
writeFileSync(join(clientFolder, "assets", "a.js"), "export {}");
afterAll(() => rmSync(clientFolder, { recursive: true }));

let app: TestApp;
let visitor: TestClient;
beforeAll(async () => {
  app = await testApp({ clientFolder });
  visitor = app.client();
  return () => app.close();
});

const json = { "content-type": "application/json" };

test("inline scripts of the built pages are allowed by their hashes", async () => {
  const { headers } = await visitor.fetch("/");
  expect(headers.get("content-security-policy")).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}'/);
});

describe("writes from other origins are rejected", () => {
  test.each([
    ["another origin", { origin: "https://evil.example" }],
    ["an opaque origin", { origin: "null" }],
    ["another origin of the same site", { "sec-fetch-site": "same-site" }],
  ])("%s", async (_, headers) => {
    for (const path of ["/api/sign-out", "/api/rpc/auth/signOut", "/logout"]) {
      const response = await visitor.fetch(path, { method: "POST", headers });
      expect(response.status).toBe(403);
      expect(await response.text()).toContain("foreign_origin");
    }
  });

  test("no origin at all", async () => {
    const request = new Request(`${app.config.publicUrl}/api/sign-out`, { method: "POST" });
    const response = await app.app.fetch(request);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "foreign_origin" });
  });

  test("a plain form", async () => {
    const response = await visitor.fetch("/api/sign-in", {
      method: "POST",
      body: new URLSearchParams({ email: "a@example.com", password: "secret" }),
    });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ code: "unsupported_media_type" });
  });

  test("the preflight of another origin gets no permission", async () => {
    const response = await visitor.fetch("/api/sign-in", {
      method: "OPTIONS",
      headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
    });
    expect(response.status).toBe(405);
    expect(response.headers.has("access-control-allow-origin")).toBe(false);
  });
});

describe("invalid input is rejected, never with status 500", () => {
  async function signIn(body: string, headers: Record<string, string> = json) {
    const response = await visitor.fetch("/api/sign-in", { method: "POST", headers, body });
    const answer = (await response.json()) as { code: string; details: { issues?: unknown } };
    return { status: response.status, ...answer };
  }

  test("missing, wrong and unknown fields are named", async () => {
    const answer = await signIn(JSON.stringify({ email: 7, password: "x", isAdmin: true }));
    expect(answer).toMatchObject({ status: 400, code: "invalid_input" });
    expect(JSON.stringify(answer.details.issues)).toContain("email");
    expect(JSON.stringify(answer.details.issues)).toContain("isAdmin");
  });

  test.each([
    ["incomplete JSON", '{"email":'],
    ["no object", "7"],
    ["null", "null"],
    ["an empty body", ""],
    ["deep nesting", `${"[".repeat(10_000)}${"]".repeat(10_000)}`],
    ["a prototype", '{"__proto__":{"isAdmin":true},"email":"a","password":"b"}'],
    ["a text that cannot be stored", '{"email":"a\\u0000b","password":"secret"}'],
    ["half a surrogate pair", '{"email":"\\ud800","password":"secret"}'],
  ])("%s", async (_, body) => {
    const { status, code } = await signIn(body);
    expect([status, code]).toEqual([400, "invalid_input"]);
  });

  test("a body over 1 MB", async () => {
    const { status, code } = await signIn(JSON.stringify({ email: "x".repeat(1_100_000) }));
    expect([status, code]).toEqual([413, "too_large"]);
  });

  test("the same over RPC, in its client's format", async () => {
    const call = visitor.api.auth.signIn({ email: "x".repeat(1_100_000), password: "x" });
    await expect(call).rejects.toMatchObject({ code: "too_large", status: 413 });
    const invalid = visitor.api.auth.signIn({ email: "x".repeat(300), password: "x" });
    await expect(invalid).rejects.toBeInstanceOf(ORPCError);
    await expect(invalid).rejects.toMatchObject({
      code: "invalid_input",
      data: { issues: [{ path: ["email"], message: "At most 254 characters." }] },
    });
  });

  test("broken RPC", async () => {
    for (const body of ["{", "[]", '{"json":{},"meta":[["x"]]}', '{"meta":[[9,["a","b"]]]}']) {
      const init = { method: "POST", headers: json, body };
      const response = await visitor.fetch("/api/rpc/auth/signIn", init);
      expect(response.status, body).toBe(400);
    }
  });

  test("a write through GET", async () => {
    const response = await visitor.fetch("/api/rpc/auth/signOut?data=%7B%7D");
    expect(response.status).toBe(405);
  });
});

describe("the API", () => {
  test("answers signed-out callers over RPC and REST, without caching", async () => {
    expect(await visitor.api.auth.readSession({})).toBeNull();
    expect(await visitor.api.settings.readPublicSettings({})).toEqual({
      isSandbox: true,
      hasSandboxMailbox: true,
      supportEmail: null,
      isInMaintenance: false,
      isRegistrationOpen: true,
      hasWarehouse: false,
    });
    const response = await visitor.fetch("/api/session");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toBeNull();
  });

  test("rejects signed-out callers with a stable code", async () => {
    await expect(visitor.api.users.readProfile({})).rejects.toMatchObject({
      code: "signed_out",
      status: 401,
      message: "Please log in to continue.",
    });
    const response = await visitor.fetch("/api/profile");
    expect(await response.json()).toEqual({
      code: "signed_out",
      message: "Please log in to continue.",
      details: {},
    });
  });

  test("is described to everybody", async () => {
    const response = await visitor.fetch("/api/openapi.json");
    expect(await response.json()).toHaveProperty(["paths", "/admin/shipments/{packageId}"]);
  });
});

test("the log has each request without its content", async () => {
  await visitor.fetch("/api/files/permission-token?x=secret-query");
  const lines = app.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  const line = lines.findLast(({ path }) => path === "/api/files/…");
  expect(line).toMatchObject({ method: "GET", status: 404, requestId: expect.any(String) });
  expect(app.logged.join("")).not.toMatch(/permission-token|secret-query/);
});

test("a line of the log has operation and account, and none is written of health checks", async () => {
  const customer = await aCustomer(app);
  await customer.api.users.readProfile({});
  await visitor.fetch("/readyz");
  const lines = app.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  const line = lines.findLast(({ route }) => route === "users.readProfile");
  expect(line).toMatchObject({ accountId: customer.userId, status: 200 });
  expect(lines.find(({ path }) => path === "/readyz")).toBeUndefined();
  expect(JSON.stringify(lines)).not.toContain(customer.email);
});

test("a request with another loopback name is redirected", async () => {
  const response = await visitor.fetch("http://127.0.0.1:3000/pricing?plan=basic");
  expect(response.status).toBe(307);
  expect(response.headers.get("location")).toBe("http://localhost:3000/pricing?plan=basic");
});

test("only admins can download delivered shipments", async () => {
  const path = "/api/admin/shipments/delivered-shipments.csv?timeZone=Asia/Singapore";
  const customer = await aCustomer(app);
  expect((await customer.client.fetch(path)).status).toBe(403);
  const response = await (await anAdmin(app)).client.fetch(path);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain("Tracking Number");
});

test("a public page names its visitor, and its Logout form ends the session", async () => {
  const customer = await aCustomer(app);
  const admin = await anAdmin(app);
  const visitorAt = async (client: TestClient) =>
    /data-visitor="(\w+)"/.exec(await (await client.fetch("/")).text())?.[1];
  expect(await visitorAt(visitor)).toBe("stranger");
  expect(await visitorAt(customer.client)).toBe("customer");
  expect(await visitorAt(admin.client)).toBe("admin");

  const cookies = new Map(customer.client.cookies);
  const body = new URLSearchParams();
  const response = await customer.client.fetch("/logout", { method: "POST", body });
  expect([response.status, response.headers.get("location")]).toEqual([303, "/"]);
  expect(customer.client.cookies.size).toBe(0);
  for (const [name, value] of cookies) customer.client.cookies.set(name, value);
  expect(await visitorAt(customer.client)).toBe("stranger");
});

test("the login page leads whoever is signed in to where they begin", async () => {
  const beginsAt = async ({ client }: TestPerson) => {
    const response = await client.fetch("/login");
    return [response.status, response.headers.get("location")];
  };
  expect(await beginsAt(await aCustomer(app))).toEqual([302, "/dashboard"]);
  expect(await beginsAt(await anAdmin(app))).toEqual([302, "/admin/dashboard"]);
  for (const [role, page] of [
    ["receiver", "/admin/dashboard/shipments"],
    ["support", "/admin/dashboard/work-items"],
    ["finance", "/admin/dashboard/payouts"],
    ["manager", "/admin/dashboard"],
  ] as const) {
    expect(await beginsAt(await aStaffMember(app, [role])), role).toEqual([302, page]);
  }
});

test("HEAD answers like GET, without the body", async () => {
  const response = await visitor.fetch("/", { method: "HEAD" });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe("");
});

test("real providers disable the sandbox", async () => {
  const real = await testApp({
    settings: {
      PUBLIC_URL: "https://sampan.example",
      SMTP_URL: "smtp://127.0.0.1:9",
      STRIPE_SECRET_KEY: "sk_test_x",
      STRIPE_WEBHOOK_SECRET: "whsec_x",
    },
  });
  const client = real.client();
  for (const path of ["/sandbox/mail", "/sandbox/mail.json", "/sandbox/stripe/v1/events"]) {
    expect((await client.fetch(path)).status).toBe(404);
  }
  await real.close();
});
