import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { createApp } from "#app/server/app.ts";
import { aPackage } from "#test/packages.ts";
import { testApp, type TestApp, type TestClient } from "#test/test-app.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";

const page = `<!DOCTYPE html><html lang="en"><head><script>mend()</script><script src="/assets/a.js"></script></head><body></body></html>`;
const metricsToken = "a token of sixteen characters";

let app: TestApp;
let clients: { signedOut: TestClient; customer: TestClient; admin: TestClient };
let admin: TestPerson;
let imageUrl: string;
let clientFolder: string;

function buildPages(): string {
  const folder = mkdtempSync(join(tmpdir(), "sampan-client-"));
  mkdirSync(join(folder, "assets"));
  for (const name of ["index.html", "__spa-fallback.html"]) writeFileSync(join(folder, name), page);
  writeFileSync(join(folder, "assets", "a.js"), "export {}");
  return folder;
}

beforeAll(async () => {
  clientFolder = buildPages();
  const settings = {
    PUBLIC_URL: "https://sampan.example",
    SANDBOX: "1",
    METRICS_TOKEN: metricsToken,
  };
  app = await testApp({ clientFolder, settings });
  const customer = await aCustomer(app, { plan: "Premium" });
  admin = await anAdmin(app);
  clients = { signedOut: app.client(), customer: customer.client, admin: admin.client };
  const pixel = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");
  const file = new File([pixel], "tea.gif", { type: "image/gif" });
  const { id: packageId } = await aPackage(customer);
  ({ imageUrl } = await customer.api.packages.addImage({
    packageId,
    file,
    idempotencyKey: randomUUID(),
  }));
  return async () => {
    await app.close();
    rmSync(clientFolder, { recursive: true });
  };
});

const common = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "permissions-policy":
    "accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "strict-transport-security": "max-age=63072000",
};
// The hash of the inline script of the page above.
const sha256 = "sha256-xxvMtEfJ00khPF2VBEZNVyKquNi4PN+F1IEkt5ZSi/w=";
const deskPermissions =
  "accelerometer=(), autoplay=(), display-capture=(), encrypted-media=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), xr-spatial-tracking=(), camera=(self), hid=(self), serial=(self), usb=(self)";
const policies = {
  desk: `default-src 'none'; script-src 'self' '${sha256}' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; upgrade-insecure-requests`,
  page: `default-src 'none'; script-src 'self' '${sha256}'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; upgrade-insecure-requests`,
  // Its own inline script is named by a hash, and no other.
  reference: expect.stringMatching(
    /^default-src 'none'; script-src 'self' 'sha256-[\w+/]{43}='; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; /,
  ),
  asset: "default-src 'none'; frame-ancestors 'none'",
  file: "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  // Its only style sheet is named by a hash, which is different for each of its pages.
  sandbox: expect.stringMatching(
    /^default-src 'none'; (?!.*(script-src|unsafe)).*base-uri 'none'; frame-ancestors 'none'$/,
  ),
} satisfies Record<string, unknown>;

const sandboxReferrer: unknown = expect.stringMatching(/^(same-origin|no-referrer)$/);

type Kind = keyof typeof policies;
type Row = readonly [
  request: `${"GET" | "POST" | "OPTIONS"} /${string}`,
  status: number,
  cacheControl: string | null,
  options?: {
    readonly as?: keyof typeof clients;
    readonly kind?: Kind;
    readonly headers?: Readonly<Record<string, string>>;
  },
];

const personal = "no-store";
const json = { "content-type": "application/json" };
const invalidForm = { "content-type": "application/x-www-form-urlencoded", "content-length": "3" };

/** Every kind of route, and every kind of error. */
const rows: readonly Row[] = [
  ["GET /", 200, "private, no-cache"],
  ["GET /", 200, "private, no-cache", { as: "customer" }],
  ["GET /dashboard", 404, "no-cache"],
  ["GET /nothing-here", 404, "no-cache"],
  ["GET /admin/dashboard/receiving", 404, "no-cache", { kind: "desk" }],
  ["GET /Admin/Dashboard/Receiving/", 404, "no-cache", { kind: "desk" }],
  ["GET /admin/dashboard/receiving/more", 404, "no-cache"],
  ["GET /admin/dashboard/stocktake", 404, "no-cache", { kind: "desk" }],
  ["GET /admin/dashboard/packing", 404, "no-cache", { kind: "desk" }],
  ["GET /admin/dashboard/manifests", 404, "no-cache", { kind: "desk" }],
  ["GET /admin/dashboard/inbound-parcels", 404, "no-cache"],
  ["GET /dashboard/wallet/history", 302, personal],
  ["POST /", 405, personal],
  ["POST /logout", 303, personal],
  ["GET /assets/a.js", 200, "public, max-age=31536000, immutable", { kind: "asset" }],
  ["GET /assets/b.js", 404, null, { kind: "asset" }],
  ["GET /robots.txt", 200, "public, max-age=3600"],
  ["GET /sitemap.xml", 200, "public, max-age=3600"],
  ["GET /healthz", 200, personal],
  ["GET /readyz", 200, personal],
  ["GET /metrics", 200, personal, { headers: { authorization: `Bearer ${metricsToken}` } }],
  ["GET /metrics", 404, personal],
  ["GET /api/openapi.json", 200, "no-cache"],
  ["GET /api/docs", 200, "no-cache", { kind: "reference" }],
  ["GET /api/docs/swagger-ui-bundle.js", 200, "no-cache"],
  ["GET /api/session", 200, personal],
  ["GET /api/packages", 200, personal, { as: "customer" }],
  ["GET /api/packages?page=x", 400, personal, { as: "customer" }],
  ["GET /api/profile", 401, personal],
  ["GET /api/admin/shipments", 403, personal, { as: "customer" }],
  ["GET /api/nothing-here", 404, personal],
  ["OPTIONS /api/session", 405, personal],
  ["POST /api/sign-out", 415, personal, { headers: invalidForm }],
  ["POST /api/rpc/auth/readSession", 400, personal, { headers: json }],
  ["POST /api/rpc/nothing/here", 404, personal],
  ["POST /api/webhooks/stripe", 400, personal],
  ["GET /api/changes", 200, "no-store, no-transform", { as: "customer" }],
  ["GET /api/wallet/transactions.csv", 200, personal, { as: "customer" }],
  ["GET /api/admin/audit/audit-log.csv", 200, personal, { as: "admin" }],
  ["GET /api/admin/audit/audit-log.csv", 401, personal],
  ["GET /api/files/made-up", 404, personal],
  ["GET /sandbox/mail", 200, personal, { kind: "sandbox" }],
  ["GET /sandbox/mail.json", 200, personal],
  ["GET /sandbox/push", 200, personal, { kind: "sandbox" }],
  ["GET /sandbox/push.json", 200, personal],
  ["GET /sandbox/stripe/controls", 200, personal, { kind: "sandbox" }],
  ["GET /sandbox/nothing-here", 404, personal],
];

async function fetchPage(client: TestClient): Promise<{ headers: Headers; html: string }> {
  const response = await client.fetch("/");
  return { headers: response.headers, html: await response.text() };
}

async function expectHeaders(
  response: Response,
  kind: Kind,
  cacheControl: string | null,
): Promise<void> {
  const headers = Object.fromEntries(response.headers);
  await response.body?.cancel();
  expect(headers).toMatchObject({
    ...common,
    ...(kind === "asset" && { "permissions-policy": "camera=(), geolocation=(), microphone=()" }),
    ...(kind === "desk" && { "permissions-policy": deskPermissions }),
    ...(kind === "sandbox" && { "referrer-policy": sandboxReferrer }),
    "content-security-policy": policies[kind],
    "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(headers["cache-control"] ?? null).toBe(cacheControl);
  expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
}

describe("Every response carries the security headers:", () => {
  const cases = rows.map(([request, status, cacheControl, options = {}]) => {
    const { as = "signedOut", kind = "page", headers = {} } = options;
    return { request, status, cacheControl, as, kind, headers };
  });
  test.each(cases)("$request ($status)", async (row) => {
    const { request, status, cacheControl, as, kind, headers } = row;
    const [method = "", path = ""] = request.split(" ");
    const body = headers === json ? "{]" : headers === invalidForm ? "a=b" : null;
    const response = await clients[as].fetch(path, { method, headers, body });
    expect(response.status).toBe(status);
    await expectHeaders(response, kind, cacheControl);
  });

  test("an image", async () => {
    const response = await clients.customer.fetch(imageUrl);
    expect(response.status).toBe(200);
    await expectHeaders(response, "file", "private, max-age=3600");
  });

  test("a write from another origin", async () => {
    const headers = { origin: "https://elsewhere.example" };
    const response = await clients.customer.fetch("/api/sign-out", { method: "POST", headers });
    expect(response.status).toBe(403);
    await expectHeaders(response, "page", personal);
  });

  test.each([
    ["a bug in an operation", "/api/public-settings", 500],
    ["a bug in a route", "/api/files/made-up", 500],
    ["a server that shuts down", "/readyz", 503],
  ])("%s", async (_what, path, status) => {
    const current = () => Promise.reject(new Error("A bug"));
    const services = { ...app.services, settings: { ...app.services.settings, current } };
    const options = { clientFolder, mailbox: null, paymentSandbox: null };
    const server = createApp(services, { ...options, stage: () => "ending" });
    const response = await server.fetch(new Request(`${app.config.publicUrl}${path}`));
    expect(response.status).toBe(status);
    expect(await response.clone().text()).not.toContain("A bug");
    await expectHeaders(response, "page", personal);
  });
});

/** The criteria of the HTTP Observatory's grade A+, which is more than 100 points without a failed test. */
describe("A public page, signed in and signed out, fulfils the criterion", () => {
  const parse = (policy: string) =>
    new Map(policy.split("; ").map((part) => [part.split(" ")[0] ?? "", part.split(" ").slice(1)]));
  type Fetched = {
    readonly headers: Headers;
    readonly html: string;
    readonly policy: ReadonlyMap<string, string[]>;
  };
  const criteria: readonly (readonly [string, (fetched: Fetched) => void])[] = [
    [
      "content-security-policy: nothing by default, scripts without unsafe sources, all sources over https",
      ({ policy }) => {
        expect(policy.get("default-src")).toEqual(["'none'"]);
        const sources = [...policy].flatMap(([name, found]) => (name === "style-src" ? [] : found));
        expect(sources.filter((source) => /unsafe|^https?:|\*/.test(source))).toEqual([]);
        expect(policy.get("script-src")).toContain("'self'");
      },
    ],
    [
      "content-security-policy: no base, no foreign form target, no plugins",
      ({ policy }) => {
        expect(policy.get("base-uri")).toEqual(["'none'"]);
        expect(policy.get("form-action")).toEqual(["'self'"]);
        expect(policy.has("object-src")).toBe(false);
      },
    ],
    [
      "x-frame-options: not framed, by the policy too",
      ({ headers, policy }) => {
        expect(headers.get("x-frame-options")).toBe("DENY");
        expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
      },
    ],
    [
      "strict-transport-security: at least half a year",
      ({ headers }) => {
        const seconds = /max-age=(\d+)/.exec(headers.get("strict-transport-security") ?? "")?.[1];
        expect(Number(seconds)).toBeGreaterThanOrEqual(15_768_000);
      },
    ],
    [
      "x-content-type-options: nosniff",
      ({ headers }) => expect(headers.get("x-content-type-options")).toBe("nosniff"),
    ],
    [
      "referrer-policy: no address for other sites",
      ({ headers }) => expect(headers.get("referrer-policy")).toBe("same-origin"),
    ],
    [
      "cross-origin-resource-policy: this origin alone",
      ({ headers }) => expect(headers.get("cross-origin-resource-policy")).toBe("same-origin"),
    ],
    [
      "cross-origin-resource-sharing: no other origin",
      ({ headers }) => expect(headers.get("access-control-allow-origin")).toBeNull(),
    ],
    [
      "subresource-integrity: every script is of this origin",
      ({ html }) => {
        const scripts = [...html.matchAll(/<script[^>]*\ssrc="([^"]*)"/g)].map(([, src]) => src);
        expect(scripts).toEqual(["/assets/a.js"]);
      },
    ],
  ];
  test.each(criteria)("%s", async (_criterion, expectCriterion) => {
    for (const client of Object.values(clients)) {
      const { headers, ...response } = await fetchPage(client);
      const policy = parse(headers.get("content-security-policy") ?? "");
      expectCriterion({ headers, policy, ...response });
    }
  });

  test("cookies: for this host over https, unreadable to scripts, not sent from other sites", async () => {
    const { email, password } = admin;
    const response = await app.client().fetch("/api/admin-sign-in", {
      method: "POST",
      headers: json,
      body: JSON.stringify({ email, password }),
    });
    const cookies = response.headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.split("=", 1)[0])).toEqual([
      "__Host-sampan_session",
      "__Host-sampan_devices",
    ]);
    for (const cookie of cookies) {
      for (const attribute of ["Path=/", "HttpOnly", "SameSite=Lax", "Secure"])
        expect(cookie.split("; ")).toContain(attribute);
      expect(cookie).not.toMatch(/domain/i);
    }
  });

  test("cross-origin-resource-sharing: the preflight of another origin gets no permission", async () => {
    const response = await clients.customer.fetch("/", {
      method: "OPTIONS",
      headers: { origin: "https://elsewhere.example", "access-control-request-method": "GET" },
    });
    const names = [...response.headers.keys()];
    expect(names.filter((name) => name.startsWith("access-control-"))).toEqual([]);
  });
});
