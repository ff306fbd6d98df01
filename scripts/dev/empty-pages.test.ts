import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readClientFiles } from "#app/server/http/client-files.ts";
import { findPageRoute, readPageRoutes } from "#app/server/http/page-routes.ts";
import { createPages } from "#app/server/http/pages.ts";
import routes from "#app/web/routes.ts";
import { fillIn, isEmptyPage, writeEmptyPages } from "./empty-pages.ts";

function writtenPages(): string {
  const folder = mkdtempSync(join(tmpdir(), "empty-pages-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeEmptyPages(folder, { routes, prerendered: ["/", "/register"] });
  return folder;
}

test("every route of the product is a page, and nothing else is", () => {
  const manifest = join(writtenPages(), "assets/manifest-development.js");
  const known = readPageRoutes(readFileSync(manifest, "utf8"));
  const isPage = (path: string) => findPageRoute(known, path) !== undefined;
  for (const path of ["/", "/pricing", "/dashboard/packages/new", "/admin/dashboard/shipments/1"]) {
    expect([path, isPage(path)]).toEqual([path, true]);
  }
  for (const path of ["/none", "/dashboard/none", "/admin/dashboard/shipments/1/2"]) {
    expect([path, isPage(path)]).toEqual([path, false]);
  }
});

test("values that the server writes into the empty page are in the rendered one", async () => {
  const pages = createPages(readClientFiles(writtenPages()) ?? new Map(), {
    publicUrl: "http://localhost:3000",
    hasSandboxMailbox: true,
    hasOfflineDesk: true,
    now: () => new Date("2031-05-01T00:00:00Z"),
    hasEnteredWarehouse: async () => false,
    findPublicSettings: async () => ({
      isSandbox: true,
      isInMaintenance: false,
      isRegistrationOpen: false,
      hasWarehouse: false,
    }),
    findVisitor: async () => ({ kind: "customer", home: "/dashboard" }),
    findContent: () => Promise.resolve(undefined),
  });
  const address = "http://localhost:3000/register?plan=super&next=/dashboard";
  const empty = await (await pages.answer(new Request(address))).text();
  expect(isEmptyPage(empty)).toBe(true);
  const rendered = `<html lang="en" data-visitor="stranger" data-sandbox="no"><p>%YEAR% %PUBLIC_URL%/ %SIGN_UP_TITLE%</p></html>`;
  expect(isEmptyPage(rendered)).toBe(false);
  expect(fillIn(rendered, empty)).toBe(
    '<html lang="en" data-visitor="customer" data-sandbox="yes" data-mailbox="yes" ' +
      'data-maintenance="no" data-registration="closed" data-warehouse="no">' +
      "<p>2031 http://localhost:3000/ Sign up for the Super plan</p></html>",
  );
});
