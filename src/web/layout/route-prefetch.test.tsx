import type { ComponentProps } from "react";
import { UNSAFE_FrameworkContext as FrameworkContext } from "react-router";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { RoutePrefetch } from "./route-prefetch.ts";

type Framework = NonNullable<ComponentProps<typeof FrameworkContext.Provider>["value"]>;

declare global {
  var prefetchedPages: string[] | undefined;
}

const links = [{ label: "Wallet", to: "/dashboard/wallet", icon: null }];

function fileOf(text: string, type: string): string {
  return URL.createObjectURL(new Blob([text], { type }));
}

function pageFile(name: string): string {
  const text = `(globalThis.prefetchedPages ??= []).push("${name}"); export default "${name}";`;
  return fileOf(text, "text/javascript");
}

/** Renders it with the routes wallet and profile; returns the route modules that the router has. */
async function prefetchWith(wallet: { module: string; css: string[] }) {
  const route = { hasLoader: false, hasAction: false };
  const routes = {
    root: { ...route, id: "root", path: "", module: pageFile("root") },
    shell: {
      ...route,
      id: "shell",
      parentId: "root",
      path: "dashboard",
      module: pageFile("shell"),
    },
    wallet: { ...route, id: "wallet", parentId: "shell", path: "wallet", ...wallet },
    profile: {
      ...route,
      id: "profile",
      parentId: "shell",
      path: "profile",
      module: pageFile("profile"),
    },
  };
  const routeModules: Record<string, unknown> = {};
  const framework = { manifest: { routes }, routeModules } as unknown as Framework;
  await render(
    <FrameworkContext.Provider value={framework}>
      <RoutePrefetch links={links} />
    </FrameworkContext.Provider>,
  );
  return routeModules;
}

test("a page of the sidebar is loaded with its styles before somebody opens it", async () => {
  globalThis.prefetchedPages = [];
  const css = fileOf(":root { --wallet-is-here: yes }", "text/css");
  const routeModules = await prefetchWith({ module: pageFile("wallet"), css: [css] });
  await vi.waitFor(() => expect(routeModules).toEqual({ wallet: expect.anything() }));
  expect(routeModules["wallet"]).toHaveProperty("default", "wallet");
  const style = getComputedStyle(document.documentElement);
  expect(style.getPropertyValue("--wallet-is-here")).toBe("yes");
  expect(globalThis.prefetchedPages).toEqual(["wallet"]);
});

test("a page with a missing file is not prefetched, and its link element is removed", async () => {
  globalThis.prefetchedPages = [];
  const missingFile = fileOf("", "text/css");
  URL.revokeObjectURL(missingFile);
  const removed: unknown[] = [];
  const observer = new MutationObserver((records) => {
    for (const { removedNodes } of records) removed.push(...removedNodes);
  });
  observer.observe(document.head, { childList: true });
  const routeModules = await prefetchWith({ module: pageFile("wallet"), css: [missingFile] });
  await vi.waitFor(() =>
    expect(removed).toContainEqual(expect.objectContaining({ href: missingFile })),
  );
  observer.disconnect();
  // Longer than the browser takes to become idle.
  await new Promise((resolve) => {
    setTimeout(resolve, 300);
  });
  expect(globalThis.prefetchedPages).toEqual([]);
  expect(routeModules).toEqual({});
});
