// What is brought before somebody enters a room, and what is left to the click when something is missing.
import type { ComponentProps } from "react";
import { UNSAFE_FrameworkContext as FrameworkContext } from "react-router";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { RoutePrefetch } from "./route-prefetch.ts";

type Framework = NonNullable<ComponentProps<typeof FrameworkContext.Provider>["value"]>;

declare global {
  var prefetchedPages: string[] | undefined;
}

const places = [{ label: "Wallet", to: "/dashboard/wallet", icon: null }];

function fileOf(text: string, type: string): string {
  return URL.createObjectURL(new Blob([text], { type }));
}

function pageFile(name: string): string {
  const text = `(globalThis.prefetchedPages ??= []).push("${name}"); export default "${name}";`;
  return fileOf(text, "text/javascript");
}

/** Draws it below a router that knows the rooms Wallet and Profile; answers the rooms that the router has the code of. */
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
      <RoutePrefetch places={places} />
    </FrameworkContext.Provider>,
  );
  return routeModules;
}

test("a room of the sidebar is here before somebody enters it, with its styles", async () => {
  globalThis.prefetchedPages = [];
  const css = fileOf(":root { --wallet-is-here: yes }", "text/css");
  const known = await prefetchWith({ module: pageFile("wallet"), css: [css] });
  await vi.waitFor(() => expect(known).toEqual({ wallet: expect.anything() }));
  expect(known["wallet"]).toHaveProperty("default", "wallet");
  const style = getComputedStyle(document.documentElement);
  expect(style.getPropertyValue("--wallet-is-here")).toBe("yes");
  expect(globalThis.prefetchedPages).toEqual(["wallet"]);
});

test("a room that is not whole is left to the click, and its link to the next try", async () => {
  globalThis.prefetchedPages = [];
  const gone = fileOf("", "text/css");
  URL.revokeObjectURL(gone);
  const removed: unknown[] = [];
  const observer = new MutationObserver((records) => {
    for (const { removedNodes } of records) removed.push(...removedNodes);
  });
  observer.observe(document.head, { childList: true });
  const known = await prefetchWith({ module: pageFile("wallet"), css: [gone] });
  await vi.waitFor(() => expect(removed).toContainEqual(expect.objectContaining({ href: gone })));
  observer.disconnect();
  // Longer than an idle moment takes to come.
  await new Promise((resolve) => {
    setTimeout(resolve, 300);
  });
  expect(globalThis.prefetchedPages).toEqual([]);
  expect(known).toEqual({});
});
