import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contentsOf } from "#test/database-contents.ts";
import { freePort } from "#test/free-port.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { listen } from "#app/server/http/listen.ts";

const clientFolder = mkdtempSync(join(tmpdir(), "sampan-client-"));
const page = "<!DOCTYPE html><html lang='en'><head></head><body></body></html>";
mkdirSync(join(clientFolder, "assets"));
for (const name of ["index.html", "__spa-fallback.html", "assets/a.js"]) {
  writeFileSync(join(clientFolder, name), page);
}
afterAll(() => rmSync(clientFolder, { recursive: true }));

const metricsToken = "a token of sixteen characters";
let app: TestApp;
let customer: TestPerson;
let admin: TestPerson;
beforeAll(async () => {
  app = await testApp({ clientFolder, settings: { METRICS_TOKEN: metricsToken } });
  [customer, admin] = [await aCustomer(app, { plan: "Premium" }), await anAdmin(app)];
  return () => app.close();
});

const read = "GET, HEAD";
/** Each route, with the methods that it takes and what its own method answers to staff. */
const routes = [
  ["/", read, 200],
  ["/pricing", read, 404],
  ["/dashboard", read, 404],
  ["/auth/callback?token=made-up", read, 404],
  ["/reset-password?token=made-up", read, 404],
  ["/assets/a.js", read, 200],
  ["/robots.txt", read, 200],
  ["/healthz", read, 200],
  ["/readyz", read, 200],
  ["/metrics", read, 200],
  ["/api/openapi.json", read, 200],
  ["/api/docs", read, 200],
  ["/api/docs/swagger-ui-bundle.js", read, 200],
  ["/api/files/made-up", read, 404],
  ["/api/wallet/transactions.csv", read, 200],
  ["/api/admin/audit/audit-log.csv", read, 200],
  ["/api/admin/shipments/delivered-shipments.csv", read, 200],
  ["/sandbox/mail", read, 200],
  ["/sandbox/mail.json", read, 200],
  ["/api/webhooks/stripe", "POST", 400],
  ["/api/functions/create-wallet-deposit", "POST", 415],
  ["/api/functions/verify-wallet-deposit", "POST", 415],
  ["/api/functions/get-stripe-payments", "POST", 415],
] as const;
const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "PROPFIND", "QUERY"];

function send(person: TestPerson, method: string, path: string): Promise<Response> {
  const headers: Record<string, string> = { authorization: `Bearer ${metricsToken}` };
  const body = ["GET", "HEAD"].includes(method) ? null : new URLSearchParams({ a: "b" });
  return person.client.fetch(path, { method, headers, body });
}

// Comparing everything that is stored takes longer than the requests, so that all routes share the comparisons.
describe("A route", () => {
  test("takes its own methods alone, and another changes nothing", async () => {
    const before = await contentsOf(app.database);
    for (const [path, allowed] of routes) {
      for (const method of methods.filter((one) => !allowed.split(", ").includes(one))) {
        const response = await send(admin, method, path);
        const answered = [path, method, response.status, response.headers.get("allow")];
        expect(answered).toEqual([path, method, 405, allowed]);
      }
    }
    expect(await contentsOf(app.database)).toEqual(before);
  });

  test("changes nothing by being read, in whole or of the headers alone", async () => {
    for (const person of [customer, admin]) {
      const before = await contentsOf(app.database);
      for (const [path, , status] of routes.filter(([, allowed]) => allowed === read)) {
        const whole = await send(person, "GET", path);
        const ofHeaders = await send(person, "HEAD", path);
        // Customers are kept out of what is for staff.
        const expected =
          person === admin || path.startsWith("/api/admin/") ? [status, 403] : [status, 200];
        expect(expected, path).toContain(whole.status);
        expect(ofHeaders.status, path).toBe(whole.status);
        expect(await ofHeaders.text(), path).toBe("");
        await whole.body?.cancel();
      }
      const after = await contentsOf(app.database);
      const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
      // What customers try of admins, and the lists that staff download, are recorded.
      expect(changed).toEqual(["attempts", "audit_log"]);
    }
  });
});

describe("Signing out by the form of a page", () => {
  test("happens by POST from this site alone", async () => {
    const before = await contentsOf(app.database);
    for (const method of methods.filter((one) => one !== "POST")) {
      expect([404, 405], method).toContain((await send(customer, method, "/logout")).status);
    }
    const init = { method: "POST", headers: { origin: "https://evil.example" } };
    expect((await customer.client.fetch("/logout", init)).status).toBe(403);
    expect(await contentsOf(app.database)).toEqual(before);
  });
});

describe("The sandbox", () => {
  const controls = "/sandbox/stripe/controls";
  const clock = { control: "clock", days: "30" };

  async function statusOf(method: string, headers: Record<string, string>, path = controls) {
    const url = new URL(path, app.config.publicUrl);
    const body = ["GET", "HEAD"].includes(method) ? null : new URLSearchParams(clock);
    const response = await app.app.fetch(new Request(url, { method, headers, body }));
    await response.body?.cancel();
    return response.status;
  }

  test("takes no form of another site", async () => {
    const { publicUrl } = app.config;
    expect(await statusOf("POST", { origin: "https://evil.example" })).toBe(403);
    expect(await statusOf("POST", { origin: "null" })).toBe(403);
    const neighbour = { "sec-fetch-site": "same-site" };
    expect(await statusOf("POST", { origin: publicUrl, ...neighbour })).toBe(403);
    expect(await statusOf("POST", neighbour)).toBe(403);
    expect(await statusOf("POST", { origin: publicUrl })).not.toBe(403);
    expect(await statusOf("GET", { "sec-fetch-site": "cross-site" })).toBe(200);
  });

  test("lets programs in, which name no site", async () => {
    const authorization = "Bearer sk_test_sandbox";
    expect(await statusOf("GET", { authorization }, "/sandbox/stripe/v1/events")).toBe(200);
    expect(await statusOf("POST", { authorization }, "/sandbox/stripe/v1/customers")).toBe(400);
  });
});

describe("Over a real connection", () => {
  test.each(["TRACE", "CONNECT", "PROPFIND", "M-SEARCH", "post", "FOO"])(
    "%s runs nothing",
    async (method) => {
      const port = await freePort();
      const listening = await listen(app.app, { host: "127.0.0.1", port });
      const before = await contentsOf(app.database);
      const cookie = [...customer.client.cookies]
        .map(([name, value]) => `${name}=${value}`)
        .join("; ");
      const headers = `Host: localhost:3000\r\nCookie: ${cookie}\r\nOrigin: ${app.config.publicUrl}\r\nConnection: close\r\n`;
      const socket = connect(port, "127.0.0.1");
      await once(socket, "connect");
      socket.end(`${method} /api/rpc/auth/signOut HTTP/1.1\r\n${headers}\r\n`);
      expect(await text(socket)).toMatch(/^(HTTP\/1\.1 40[05] |$)/);
      expect(await contentsOf(app.database)).toEqual(before);
      await listening.close({ backlogDrainMilliseconds: 0, timeoutMilliseconds: 1_000 });
    },
  );
});
