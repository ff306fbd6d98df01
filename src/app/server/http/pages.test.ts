import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readClientFiles } from "./client-files.ts";
import type { Visitor } from "./page-routes.ts";
import { translate } from "#platform/server/translate.ts";
import { createContentPages } from "#app/server/content-pages/content-pages.ts";
import { languages } from "#platform/rules/language.ts";
import { createPages, type Pages } from "./pages.ts";

const folder = mkdtempSync(join(tmpdir(), "sampan-client-"));
afterAll(() => rmSync(folder, { recursive: true }));

const html = (text: string) =>
  `<!DOCTYPE html><html lang="en" data-visitor="stranger" data-sandbox="no"><head><link rel="canonical" href="%PUBLIC_URL%/"></head><body>${text} © %YEAR%</body></html>`;
const messageFiles = (language: string) => `/assets/messages/${language}/customer-a_1.js`;
const script = [
  `console.log("${"harbour ".repeat(200)}")`,
  ...languages.map(
    (language) =>
      `"/src/money/messages/customer.${language}.json":()=>import("./messages/${language}/customer-a_1.js")`,
  ),
].join(",");
const routes = {
  root: { id: "root", path: "", module: "/assets/root.js" },
  index: { id: "index", parentId: "root", index: true, module: "/assets/landing.js" },
  login: { id: "login", parentId: "root", path: "login", module: "/assets/dash.js" },
  dashboard: { id: "dashboard", parentId: "root", path: "dashboard", module: "/assets/dash.js" },
  admin: { id: "admin", parentId: "root", path: "admin/dashboard", module: "/assets/admin.js" },
  desk: {
    id: "desk",
    parentId: "root",
    path: "admin/dashboard/receiving",
    module: "/assets/desk-a1.js",
    css: ["/assets/desk-b2.css"],
  },
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
  "first-reads.json": JSON.stringify({ dashboard: [["wallet/readWallet", {}]] }),
  "assets/dash.js": script,
  "assets/admin.js": "",
  "assets/desk-a1.js": 'import("./decoder-c3.js"); import "./manifest-1.js"',
  "assets/desk-b2.css": "src: url(/assets/font-d4.woff2)",
  "assets/decoder-c3.js": 'fetch("/assets/decoder-e5.wasm"); import("./desk-a1.js")',
  "assets/decoder-e5.wasm": "",
  "assets/font-d4.woff2": "",
  "desk-worker.js": "work(self.filesOfDesks);",
  "favicon.svg": "<svg/>",
  "zh-hk/index.html": html("主頁"),
  "zh-hk/pricing/index.html": html("價錢"),
  "zh-cn/pricing/index.html": html("价格"),
  "zh-hk/login/index.html": html("登入"),
  "zh-cn/login/index.html": html("登录"),
  "zh-hk/terms/index.html": html("%ARTICLE% and %OPERATOR%"),
  "zh-hk/register/index.html": html("%SIGN_UP_TITLE%."),
  "zh-hk/__spa-fallback.html": html("應用程式"),
  "zh-cn/__spa-fallback.html": html("应用"),
};

let visitor: Visitor["kind"] = "stranger";
const homes = { stranger: null, customer: "/dashboard", admin: "/admin/dashboard/payouts" };
let isInMaintenance = false;
let isRegistrationOpen = true;
let pages: Pages;

const contentPages = () =>
  createContentPages(
    {
      dataDir: folder,
      operatorName: "Hop & Co.",
      operatorAddress: "1 Queen's Road; Hong Kong",
      supportEmail: null,
    },
    pino({ level: "silent" }),
  );

function openPages(hasOfflineDesk: boolean): Pages {
  return createPages(readClientFiles(folder) ?? new Map(), {
    publicUrl: "https://sampan.example",
    hasSandboxMailbox: false,
    hasOfflineDesk,
    findPublicSettings: () =>
      Promise.resolve({
        isSandbox: true,
        isInMaintenance,
        isRegistrationOpen,
        hasWarehouse: true,
      }),
    hasEnteredWarehouse: () => Promise.resolve(true),
    now: () => new Date("2026-06-01T00:00:00Z"),
    findVisitor: () => Promise.resolve({ kind: visitor, home: homes[visitor] }),
    findContent: (language, path) => Promise.resolve(contentPages().find(language, path)),
  });
}

beforeAll(() => {
  for (const [name, text] of Object.entries(built)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  pages = openPages(true);
});

afterEach(() => {
  visitor = "stranger";
  isInMaintenance = false;
});

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return pages.answer(new Request(`http://localhost:3000${path}`, { headers }));
}

test("a public page names its visitor, the sandbox, and the year", async () => {
  for (const who of ["stranger", "customer", "admin"] as const) {
    visitor = who;
    const text = await (await get("/pricing")).text();
    expect(text).toContain(
      `data-visitor="${who}" data-sandbox="yes" data-mailbox="no" data-maintenance="no" data-registration="open" data-warehouse="yes">`,
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

test("auth pages redirect signed-in visitors to where they begin, unless a next page is named", async () => {
  for (const who of ["customer", "admin"] as const) {
    visitor = who;
    const response = await get("/login");
    expect([response.status, response.headers.get("location")]).toEqual([302, homes[who]]);
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

test("a signed-in page lists what it reads first, and other pages do not", async () => {
  const [, reads] = /data-reads="([^"]*)"/.exec(await (await get("/dashboard")).text()) ?? [];
  const shell = '["auth/readSession",{}],["settings/readPublicSettings",{}]';
  expect(reads?.replaceAll("&quot;", '"')).toBe(`[${shell},["wallet/readWallet",{}]]`);
  expect(await (await get("/login")).text()).not.toContain("data-reads");
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
  expect(await closed.text()).toMatch(/^(?!.*data-reads).*Maintenance is in progress\./s);
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

const languageOf = (text: string) => /<html[^>]* lang="([^"]+)"/.exec(text)?.[1];
const offerOf = (text: string) => /<html[^>]* data-offer="([^"]+)"/.exec(text)?.[1] ?? null;
const traditional = { "accept-language": "zh-HK,zh;q=0.9,en;q=0.8" };

test("a public page has the language of its address, whatever the reader prefers", async () => {
  const headers = { "accept-language": "zh-CN", cookie: "language=zh-Hans" };
  for (const [path, language, words] of [
    ["/", "en", "landing"],
    ["/zh-hk", "zh-Hant-HK", "主頁"],
    ["/zh-hk/", "zh-Hant-HK", "主頁"],
    ["/ZH-HK/Pricing/", "zh-Hant-HK", "價錢"],
    ["/zh-cn/pricing", "zh-Hans", "价格"],
  ] as const) {
    const response = await get(path, headers);
    const text = await response.text();
    expect([response.status, languageOf(text), text.includes(words)]).toEqual([
      200,
      language,
      true,
    ]);
    expect(response.headers.get("vary")).toBe("accept-encoding, cookie, accept-language");
  }
});

test("a public page offers the language of the cookie, then of the browser, where it is another", async () => {
  const offered = async (path: string, headers: Record<string, string>) =>
    offerOf(await (await get(path, headers)).text());
  expect(await offered("/pricing", {})).toBeNull();
  expect(await offered("/pricing", traditional)).toBe("zh-Hant-HK");
  expect(await offered("/pricing", { ...traditional, cookie: "language=en" })).toBeNull();
  expect(await offered("/pricing", { ...traditional, cookie: "language=zh-Hans" })).toBe("zh-Hans");
  expect(await offered("/zh-hk/pricing", traditional)).toBeNull();
  expect(await offered("/zh-hk/pricing", { "accept-language": "en-SG" })).toBe("en");
  expect(await offered("/zh-hk/pricing", {})).toBeNull();
  expect(await offered("/login", traditional)).toBeNull();
});

test("sign-in pages and the application have one address and the reader's language", async () => {
  for (const [headers, language, login, application] of [
    [{}, "en", "login", "application"],
    [traditional, "zh-Hant-HK", "登入", "應用程式"],
    [{ ...traditional, cookie: "a=b; language=zh-Hans" }, "zh-Hans", "登录", "应用"],
  ] as const) {
    for (const [path, words] of [
      ["/login", login],
      ["/dashboard", application],
    ] as const) {
      const response = await get(path, headers);
      const text = await response.text();
      expect([languageOf(text), text.includes(words)]).toEqual([language, true]);
      expect(response.headers.get("vary")).toBe("accept-encoding, cookie, accept-language");
    }
  }
});

test("pages that need the application say so to a browser without scripts, others do not", async () => {
  const noteOf = async (path: string, headers = {}) =>
    /<body><noscript><p>(.+?)<\/p><\/noscript>/.exec(await (await get(path, headers)).text())?.[1];
  expect(await noteOf("/login")).toMatch(/^This page needs JavaScript\./);
  expect(await noteOf("/register", traditional)).toMatch(/^本頁需要 JavaScript。/);
  expect(await noteOf("/dashboard", { cookie: "language=zh-Hans" })).toMatch(
    /^本页需要 JavaScript。/,
  );
  expect(await noteOf("/pricing")).toBeUndefined();
});

test("an unknown language of a reader is English", async () => {
  const unknown = { cookie: 'language=zh-TW"><script>', "accept-language": "tlh, ;;q=x" };
  for (const path of ["/login", "/dashboard", "/pricing"]) {
    const text = await (await get(path, unknown)).text();
    expect([languageOf(text), offerOf(text)]).toEqual(["en", null]);
  }
});

test.each([
  "/xx",
  "/FR",
  "/zh",
  "/zh-hkx",
  "/zh-hant/",
  "/xx/pricing",
  "/en/pricing/",
  "/zh-tw/login",
  "/zh-hk/login",
  "/zh-tw/pricing?plan=super",
  "/xx/none",
  "/fr//example.com",
  "/pricing/foo",
  "/zh-hk/pricing/foo",
  "/zh-cn/zh-cn/pricing",
  "/pricing.html",
  "/pricing%20",
  "/pricing;a",
  "//pricing",
  "//dashboard",
  "/admin//dashboard",
  "/admin%2Fdashboard",
  "/zh-hk%2Fpricing",
  "/dashboard/none",
  "/login/none",
  "/favicon.svg/none",
  "/nothing",
])("%s is no page", async (path) => {
  const response = await get(path);
  expect([response.status, response.headers.get("location")]).toEqual([404, null]);
  expect(await response.text()).toMatch(/data-page="other".*(?:application|應用程式|应用)/);
});

test("an unknown page below the address of a language is in that language", async () => {
  expect(languageOf(await (await get("/zh-cn/none", traditional)).text())).toBe("zh-Hans");
  expect(languageOf(await (await get("/xx/pricing", traditional)).text())).toBe("zh-Hant-HK");
});

test("a page names the files of its messages in its language and no other", async () => {
  for (const [headers, language] of [
    [{}, "en"],
    [traditional, "zh-Hant-HK"],
  ] as const) {
    for (const [path, files] of [
      ["/login", [messageFiles(language)]],
      ["/dashboard", [messageFiles(language)]],
    ] as const) {
      const text = await (await get(path, headers)).text();
      const named = [...text.matchAll(/href="([^"]*\/messages\/[^"]*)"/g)].map(([, file]) => file);
      expect(named).toEqual(files);
    }
  }
  expect(await (await get("/pricing")).text()).not.toContain("/messages/");
});

test("texts that the server writes are in the language of the page", async () => {
  expect(await (await get("/register?plan=super", traditional)).text()).toContain(
    translate("zh-Hant-HK", "auth.signUpHeading.planTitle", { plan: "Super" }),
  );
  isInMaintenance = true;
  visitor = "customer";
  expect(await (await get("/dashboard", traditional)).text()).toContain(
    translate("zh-Hant-HK", "errors.maintenance"),
  );
  isInMaintenance = false;
  visitor = "stranger";
});

test("the terms of each language are the operator's for that language, otherwise the product's", async () => {
  mkdirSync(join(folder, "pages/zh-hk"), { recursive: true });
  writeFileSync(join(folder, "pages/terms.md"), "# English terms");
  expect(await (await get("/zh-hk/terms")).text()).not.toContain("English terms");
  writeFileSync(join(folder, "pages/zh-hk/terms.md"), "# 條款");
  expect(await (await get("/zh-hk/terms")).text()).toContain("<h1>條款</h1>");
  expect(await (await get("/zh-hk/terms")).text()).toContain("<h2>營運商</h2>");
  expect(await (await get("/terms")).text()).toContain("<h1>English terms</h1>");
  rmSync(join(folder, "pages"), { recursive: true });
});

test("the sitemap names each page in the other languages", async () => {
  const sitemap = await (await get("/sitemap.xml")).text();
  const entry = sitemap
    .split("\n")
    .find((line) => line.includes("<loc>https://sampan.example/zh-hk/pricing</loc>"));
  expect(entry?.match(/hreflang="[^"]+" href="[^"]+"/g)).toEqual([
    'hreflang="en" href="https://sampan.example/pricing"',
    'hreflang="zh-Hant-HK" href="https://sampan.example/zh-hk/pricing"',
    'hreflang="zh-Hans" href="https://sampan.example/zh-cn/pricing"',
    'hreflang="x-default" href="https://sampan.example/pricing"',
  ]);
});

test("the desks' service worker lists what the desk loads, now or later, and no file of another page", async () => {
  const response = await get("/desk-worker.js");
  const [lists, script] = (await response.text()).split("\n");
  expect(JSON.parse(lists?.replace(/^self\.filesOfDesks = |;$/g, "") ?? "")).toEqual({
    "/admin/dashboard/receiving": [
      "/assets/decoder-c3.js",
      "/assets/decoder-e5.wasm",
      "/assets/desk-a1.js",
      "/assets/desk-b2.css",
      "/assets/font-d4.woff2",
      "/assets/manifest-1.js",
    ],
    // Not routes of this build.
    "/admin/dashboard/manifests": [],
    "/admin/dashboard/packing": [],
    "/admin/dashboard/stocktake": [],
  });
  expect(script).toBe("work(self.filesOfDesks);");
  expect(response.headers.get("cache-control")).toBe("no-cache");
});

test("where the desk opens with a network only, its worker has no files, and its document says so", async () => {
  const online = openPages(false);
  const open = async (path: string) =>
    await (await online.answer(new Request(`http://localhost:3000${path}`))).text();
  expect(await open("/desk-worker.js")).toMatch(/^self\.filesOfDesks = null;\n/);
  expect(await open("/admin/dashboard/receiving")).toContain('data-offline-desk="no"');
  expect(await open("/admin/dashboard")).not.toContain("data-offline-desk");
});
