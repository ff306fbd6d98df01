// What the pages say before there is a warehouse, and with one.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createContentPages } from "#app/server/content-pages/content-pages.ts";
import { readClientFiles } from "#app/server/http/client-files.ts";
import { createPages, type Pages } from "#app/server/http/pages.ts";

const folder = mkdtempSync(join(tmpdir(), "sampan-client-"));
afterAll(() => rmSync(folder, { recursive: true }));

const html = (text: string) =>
  `<!DOCTYPE html><html lang="en"><head></head><body>${text}</body></html>`;
const textPages = ["help", "zh-hk/help", "zh-cn/help", "privacy", "zh-hk/privacy", "zh-cn/privacy"];
const routes = {
  root: { id: "root", path: "", module: "/assets/root.js" },
  packages: {
    id: "packages",
    parentId: "root",
    path: "dashboard/packages",
    module: "/assets/a.js",
  },
  parcels: { id: "parcels", parentId: "root", path: "dashboard/parcels", module: "/assets/b.js" },
  users: { id: "users", parentId: "root", path: "admin/dashboard/users", module: "/assets/a.js" },
  unmatched: {
    id: "unmatched",
    parentId: "root",
    path: "admin/dashboard/unmatched",
    module: "/assets/b.js",
  },
};
const built: Record<string, string> = {
  "services/index.html": html(
    "Services%WITH_WAREHOUSE%, each parcel stored%END_WAREHOUSE%%WITHOUT_WAREHOUSE%, forwarded%END_WAREHOUSE%",
  ),
  ...Object.fromEntries(textPages.map((page) => [`${page}/index.html`, html("%ARTICLE%")])),
  "__spa-fallback.html": html("application"),
  "assets/manifest-1.js": `window.__reactRouterManifest=${JSON.stringify({ routes })};`,
  "assets/root.js": "",
  "assets/a.js": "",
  "assets/b.js": "",
};

let pages: Pages;
let hasWarehouse = true;
let isEntered = true;

beforeAll(() => {
  for (const [name, text] of Object.entries(built)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const content = createContentPages(
    { dataDir: folder, operatorName: null, operatorAddress: null, supportEmail: null },
    pino({ level: "silent" }),
  );
  pages = createPages(readClientFiles(folder) ?? new Map(), {
    publicUrl: "https://sampan.example",
    hasSandboxMailbox: false,
    hasOfflineDesk: true,
    hasEnteredWarehouse: async () => isEntered,
    findPublicSettings: async () => ({
      isSandbox: false,
      isInMaintenance: false,
      isRegistrationOpen: true,
      hasWarehouse,
    }),
    now: () => new Date("2026-06-01T00:00:00Z"),
    findVisitor: async () => ({ kind: "stranger", home: null }),
    findContent: async (language, path) => content.find(language, path),
  });
});

async function read(path: string, isThere: boolean) {
  hasWarehouse = isThere;
  const response = await pages.answer(new Request(`http://localhost:3000${path}`));
  return { response, text: await response.text() };
}

/** A word of the warehouse, which no text says without one. */
const words =
  /warehouse(?!=)|member code|parcels|storage fee|倉庫|入倉|會員編號|仓库|入库|会员编号/i;

test.each([
  ["/services", "each parcel stored"],
  ["/help", "Give shops your address."],
  ["/help", "It has your member code in it"],
  ["/zh-hk/help", "把地址填給商店"],
  ["/zh-cn/help", "把地址填给店铺"],
  ["/privacy", "Your Hong Kong address"],
  ["/zh-hk/privacy", "包裹送抵倉庫時"],
  ["/zh-cn/privacy", "包裹到达仓库时"],
])("%s says '%s' only with a warehouse", async (path, sentence) => {
  const withOne = await read(path, true);
  expect(withOne.text).toContain(sentence);
  const without = await read(path, false);
  const body = without.text.slice(without.text.indexOf("<body"));
  expect(body).not.toContain(sentence);
  expect(words.exec(body)).toBeNull();
  expect(`${withOne.text}${without.text}`).not.toContain("_WAREHOUSE%");
  expect(without.text).not.toContain("<li></li>");
  expect(without.response.headers.get("etag")).not.toBe(withOne.response.headers.get("etag"));
  // Each again, from what was rendered before.
  expect((await read(path, true)).text).toBe(withOne.text);
});

test("a page of customers that comes with the warehouse is not found before", async () => {
  const statuses = async (isThere: boolean) =>
    await Promise.all(
      ["/dashboard/packages", "/dashboard/parcels", "/dashboard/Parcels/"].map(
        async (path) => (await read(path, isThere)).response.status,
      ),
    );
  expect(await statuses(true)).toEqual([200, 200, 200]);
  expect(await statuses(false)).toEqual([200, 404, 404]);
  expect((await read("/dashboard/parcels", false)).text).toContain('data-page="other"');
});

test("a page of staff that comes with the warehouse is not found before one was entered", async () => {
  const statuses = async () =>
    await Promise.all(
      ["/admin/dashboard/users", "/admin/dashboard/unmatched", "/admin/dashboard/unmatched/"].map(
        async (path) => (await read(path, false)).response.status,
      ),
    );
  isEntered = false;
  expect(await statuses()).toEqual([200, 404, 404]);
  isEntered = true;
  expect(await statuses()).toEqual([200, 200, 200]);
});
