import { expect, test } from "vitest";
import { findPageRoute, readPageRoutes } from "./page-routes.ts";

const manifest = {
  entry: { module: "/assets/entry.js", imports: [], css: [] },
  routes: {
    root: { id: "root", path: "", module: "/assets/root.js", imports: ["/assets/shared.js"] },
    shell: {
      id: "shell",
      parentId: "root",
      path: "dashboard",
      module: "/assets/shell.js",
      css: ["/assets/a.css"],
    },
    home: { id: "home", parentId: "shell", index: true, module: "/assets/home.js" },
    packages: {
      id: "packages",
      parentId: "shell",
      path: "packages",
      module: "/assets/packages.js",
      css: ["/assets/a.css", "/assets/b.css"],
    },
    shipments: {
      id: "shipments",
      parentId: "root",
      path: "shipments/:packageId?",
      module: "/assets/shipments.js",
    },
    newOne: { id: "newOne", parentId: "root", path: "shipments/new", module: "/assets/new.js" },
    rest: { id: "rest", parentId: "root", path: "*", module: "/assets/rest.js" },
  },
  version: "1",
};
const routes = readPageRoutes(`window.__reactRouterManifest=${JSON.stringify(manifest)};`);

test.each([
  ["/dashboard", "/assets/home.js"],
  ["/dashboard/", "/assets/home.js"],
  ["/Dashboard/Packages", "/assets/packages.js"],
  ["/shipments", "/assets/shipments.js"],
  ["/shipments/7", "/assets/shipments.js"],
  ["/shipments/new", "/assets/new.js"],
])("%s is the page of %s", (pathname, module) => {
  expect(findPageRoute(routes, pathname)?.modules.at(-1)).toBe(module);
});

test.each([
  "/",
  "/dashboards",
  "/dashboard/packages/7",
  "/shipments/7/8",
  "/nothing",
  "//dashboard",
  "/dashboard//packages",
  "/shipments//new",
  "//",
])("%s is no page", (pathname) => {
  expect(findPageRoute(routes, pathname)).toBeUndefined();
});

test("a page needs the scripts of all frames around it, each once", () => {
  expect(findPageRoute(routes, "/dashboard/packages")?.modules).toEqual([
    "/assets/root.js",
    "/assets/shared.js",
    "/assets/shell.js",
    "/assets/packages.js",
  ]);
});

test("a page needs the stylesheets of all frames around it, each once", () => {
  expect(findPageRoute(routes, "/dashboard/packages")?.styles).toEqual([
    "/assets/a.css",
    "/assets/b.css",
  ]);
});

test("something else than a manifest is refused", () => {
  expect(() => readPageRoutes("window.x={}")).toThrow();
});
