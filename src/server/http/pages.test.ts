import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readClientFiles } from "./client-files.ts";
import type { Visitor } from "./auth-pages.ts";
import { createContentPages } from "#server/content-pages/content-pages.ts";
import { createPages, type Pages } from "./pages.ts";

const folder = mkdtempSync(join(tmpdir(), "sampan-client-"));
afterAll(() => rmSync(folder, { recursive: true }));

const html = (text: string) =>
  `<!DOCTYPE html><html lang="en" data-visitor="stranger" data-sandbox="no"><head><link rel="canonical" href="%PUBLIC_URL%/"></head><body>${text} © %YEAR%</body></html>`;
const script = `console.log("${"harbour ".repeat(200)}")`;
const routes = {
  root: { id: "root", path: "", module: "/assets/root.js" },
  index: { id: "index", parentId: "root", index: true, module: "/assets/landing.js" },
  dashboard: { id: "dashboard", parentId: "root", path: "dashboard", module: "/assets/dash.js" },
  admin: { id: "admin", parentId: "root", path: "admin/dashboard", module: "/assets/admin.js" },
  rest: { id: "rest", parentId: "root", path: "*", module: "/assets/rest.js" },
};
const built: Record<string, string> = {
  "index.html": html("landing"),
  "pricing/index.html": html("prices"),
  "login/index.html": html("login <script>window.__reactRouterContext={}</script>"),
  "terms/index.html": html("%ARTICLE% and %OPERATOR%"),
  "register/index.html": html("%SIGN_UP_TITLE%. <script>window.__reactRouterContext={}</script>"),
  "__spa-fallback.html": html("application"),
  "assets/manifest-1.js": `window.__reactRouterManifest=${JSON.stringify({ routes })};`,
  "assets/dash.js": script,
  "favicon.svg": "<svg/>",
};

let visitor: Visitor = "stranger";
let isInMaintenance = false;
let isRegistrationOpen = true;
let pages: Pages;

beforeAll(() => {
  for (const [name, text] of Object.entries(built)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  pages = createPages(readClientFiles(folder) ?? new Map(), {
    publicUrl: "https://sampan.example",
    hasSandboxMailbox: false,
    findPublicSettings: () =>
      Promise.resolve({ isSandbox: true, isInMaintenance, isRegistrationOpen }),
    now: () => new Date("2026-06-01T00:00:00Z"),
    findVisitor: () => Promise.resolve(visitor),
    contentPages: createContentPages(
      {
        dataDir: folder,
        operatorName: "Hop & Co.",
        operatorAddress: "1 Queen's Road; Hong Kong",
        supportEmail: null,
      },
      pino({ level: "silent" }),
    ),
  });
});

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return pages.answer(new Request(`http://localhost:3000${path}`, { headers }));
}

test("a public page names its visitor, the sandbox, and the year", async () => {
  for (const who of ["stranger", "customer", "admin"] as const) {
    visitor = who;
    const text = await (await get("/pricing")).text();
    expect(text).toContain(
      `data-visitor="${who}" data-sandbox="yes" data-mailbox="no" data-maintenance="no" data-registration="open">`,
    );
    expect(text.match(/data-visitor/g)).toHaveLength(1);
    expect(text).toContain("prices © 2026");
    expect(text).toContain('<link rel="canonical" href="https://sampan.example/">');
  }
  visitor = "stranger";
});

test("the terms are the product's, or the operator's from the next request on, without raw HTML", async () => {
  const read = async () => await (await get("/terms")).text();
  const own = await read();
  expect(own).toContain("<h1>Terms of Service</h1>");
  expect(own).toContain("<p>Hop &amp; Co.<br>1 Queen's Road<br>Hong Kong</p>");
  const file = join(folder, "pages/terms.md");
  mkdirSync(dirname(file));
  writeFileSync(file, "# Ours\n\n<script>alert(1)</script>\n\n[a](javascript:alert(1)) *b* $&");
  const replaced = await read();
  expect(replaced).toContain("<h1>Ours</h1>");
  expect(replaced).toContain("<em>b</em> $&amp;");
  expect(replaced).not.toContain("<script>alert");
  expect(replaced).not.toContain("javascript:");
  writeFileSync(file, "# Changed");
  expect(await read()).toContain("<h1>Changed</h1>");
  writeFileSync(file, Buffer.from([0xff, 0xfe, 0xff]));
  expect(await read()).toContain("<h1>Terms of Service</h1>");
  rmSync(file);
  expect(await read()).toContain("<h1>Terms of Service</h1>");
});

test("the registration names the plan in its address and says when it is closed", async () => {
  const textOf = async (path: string) => await (await get(path)).text();
  expect(await textOf("/register")).toContain("Sign up. ");
  expect(await textOf("/register?plan=super")).toContain("Sign up for the Super plan. ");
  expect(await textOf("/register?plan=%3Cb%3E")).toContain("Sign up. ");
  isRegistrationOpen = false;
  expect(await textOf("/register")).toContain('data-registration="closed"');
  isRegistrationOpen = true;
});

test("auth pages redirect signed-in visitors to their dashboard, unless a next page is named", async () => {
  for (const [who, home] of [
    ["customer", "/dashboard"],
    ["admin", "/admin/dashboard"],
  ] as const) {
    visitor = who;
    const response = await get("/login");
    expect([response.status, response.headers.get("location")]).toEqual([302, home]);
    expect(response.headers.get("cache-control")).toBe("no-store");
  }
  expect((await get("/login?next=%2Fdashboard%2Fprofile")).status).toBe(200);
  visitor = "stranger";
  expect((await get("/login")).status).toBe(200);
});

test("a public page is revalidated each time and never shared between visitors", async () => {
  const response = await get("/");
  expect(response.headers.get("cache-control")).toBe("private, no-cache");
  expect(response.headers.get("vary")).toContain("cookie");
  const again = await get("/", { "if-none-match": response.headers.get("etag") ?? "" });
  expect(again.status).toBe(304);
  visitor = "customer";
  const other = await get("/", { "if-none-match": response.headers.get("etag") ?? "" });
  expect(other.status).toBe(200);
  visitor = "stranger";
});

test("a page of the application gets its HTML with preloads of its scripts", async () => {
  const response = await get("/dashboard/?from=mail");
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).toContain("application");
  expect(text).toContain('<link rel="modulepreload" href="/assets/dash.js"/></head>');
});

test.each([
  "/nothing",
  "/dashboard/nothing",
  "/__spa-fallback.html",
  "/index.html",
  "/%E0%A4%A",
  "/..%2f..%2fetc/passwd",
])("%s is answered by the not-found page with status 404", async (path) => {
  const response = await get(path);
  expect(response.status).toBe(404);
  expect(response.headers.get("content-type")).toContain("text/html");
});

test("a file is compressed as the client accepts it, and cached forever when its name has a hash", async () => {
  const brotli = await get("/assets/dash.js", { "accept-encoding": "gzip, br" });
  expect(brotli.headers.get("content-encoding")).toBe("br");
  expect(brotli.headers.get("cache-control")).toContain("immutable");
  expect(brotliDecompressSync(await brotli.arrayBuffer()).toString()).toBe(script);
  const gzip = await get("/assets/dash.js", { "accept-encoding": "gzip, br;q=0" });
  expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(script);
  const plain = await get("/assets/dash.js");
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(plain.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(await plain.text()).toBe(script);
  expect((await get("/favicon.svg")).headers.get("cache-control")).not.toContain("immutable");
});

test("a missing script is not answered with a page", async () => {
  const response = await get("/assets/old-name.js");
  expect(response.status).toBe(404);
  expect(response.headers.get("content-type")).not.toContain("html");
});

test.each([
  ["/dashboard/wallet/history", "/dashboard/wallet?tab=history"],
  ["/dashboard/walletcanceled=true", "/dashboard/wallet?canceled=true"],
])("%s leads to %s", async (path, location) => {
  const response = await get(path);
  expect([response.status, response.headers.get("location")]).toEqual([302, location]);
});

test("in maintenance customers' pages answer 503, admins' and public ones go on and say so", async () => {
  isInMaintenance = true;
  visitor = "customer";
  const closed = await get("/dashboard/wallet");
  expect([closed.status, closed.headers.get("retry-after")]).toEqual([503, "30"]);
  expect(await closed.text()).toContain("Maintenance is in progress.");
  for (const path of ["/pricing", "/admin/dashboard", "/dashboards"]) {
    const response = await get(path);
    expect([200, 404]).toContain(response.status);
    expect(await response.text()).toContain('data-maintenance="yes"');
  }
  visitor = "admin";
  expect((await get("/dashboard")).status).toBe(200);
  isInMaintenance = false;
  visitor = "customer";
  const open = await get("/dashboard");
  expect(open.status).toBe(200);
  expect(await open.text()).toContain('data-maintenance="no"');
});

test("the document of signed-in pages shows their frame, that of others does not", async () => {
  visitor = "customer";
  for (const [path, page] of [
    ["/dashboard", "shell"],
    ["/admin/dashboard", "shell"],
    ["/auth/callback", "other"],
    ["/no-such-page", "other"],
  ]) {
    expect(await (await get(path ?? "")).text(), path).toContain(`data-page="${page}"`);
  }
  isInMaintenance = true;
  expect(await (await get("/dashboard")).text()).toContain('data-page="other"');
  isInMaintenance = false;
});

test("robots.txt and the sitemap use the public address and list public pages only", async () => {
  const robots = await get("/robots.txt");
  expect(robots.headers.get("content-type")).toContain("text/plain");
  const text = await robots.text();
  expect(text).toContain("Disallow: /dashboard/");
  expect(text).toContain("Sitemap: https://sampan.example/sitemap.xml");
  const sitemap = await get("/sitemap.xml");
  expect(sitemap.headers.get("content-type")).toBe("application/xml");
  expect(
    [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]),
  ).toEqual(
    ["/", "/pricing", "/terms"].flatMap((path) =>
      ["", "/zh-hk", "/zh-cn"].map((prefix) => {
        const isHome = path === "/" && prefix === "";
        return `https://sampan.example${prefix}${path === "/" && !isHome ? "/" : path}`;
      }),
    ),
  );
});
