import { useContext, useEffect } from "react";
import {
  matchPath,
  UNSAFE_FrameworkContext as FrameworkContext,
  type UNSAFE_AssetsManifest as AssetsManifest,
  type UNSAFE_RouteModules as RouteModules,
} from "react-router";
import { whenIdle } from "#web/ui/lazy-component.ts";
import type { SidebarLink } from "./sidebar-links.tsx";

type Routes = AssetsManifest["routes"];
type RouteEntry = NonNullable<Routes[string]>;

/** The full path pattern of a route; empty for the root. */
function patternOf(route: RouteEntry, routes: Routes): string {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  const before = parent === undefined ? "" : patternOf(parent, routes);
  return route.path ? `${before}/${route.path}` : before;
}

function routesOf(links: readonly SidebarLink[], routes: Routes): RouteEntry[] {
  return Object.values(routes).flatMap((route) => {
    if (route === undefined) return [];
    const pattern = patternOf(route, routes);
    return links.some(({ to }) => matchPath(pattern, to) !== null) ? [route] : [];
  });
}

const fetched = new Map<string, Promise<void>>();

/** Adds a link element for the file to the head; resolves once it is loaded. */
function fetchFile(rel: "stylesheet" | "modulepreload", href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement("link"), { rel, href, fetchPriority: "low" });
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      fetched.delete(href);
      reject(new Error(`${href} could not be loaded`));
    });
    // The styles of the open page must stay last, since their order decides.
    const firstStylesheet = document.head.querySelector('link[rel="stylesheet"]');
    document.head.insertBefore(link, firstStylesheet?.nextSibling ?? null);
  });
}

function prefetchOnce(rel: "stylesheet" | "modulepreload", href: string): Promise<void> {
  const known = fetched.get(href) ?? fetchFile(rel, href);
  fetched.set(href, known);
  return known;
}

function untilIdle(): Promise<void> {
  return new Promise((resolve) => void whenIdle(resolve));
}

/**
 * Loads the styles and runs the code of the routes, one file per idle period, because that takes as long as rendering
 * the page. The modules are then stored in the router, which would otherwise wait a frame for code that is loaded.
 */
async function prefetchRoutes(
  routes: readonly RouteEntry[],
  routeModules: RouteModules,
): Promise<void> {
  try {
    await Promise.all(
      routes.flatMap(({ css, imports, module }) => [
        ...(css ?? []).map((href) => prefetchOnce("stylesheet", href)),
        ...[...(imports ?? []), module].map((href) => prefetchOnce("modulepreload", href)),
      ]),
    );
  } catch {
    // Browsers cache failed module loads, so a missing file is left to the navigation.
    return;
  }
  for (const { id, imports, module } of routes) {
    for (const href of imports ?? []) {
      await untilIdle();
      await import(/* @vite-ignore */ href);
    }
    await untilIdle();
    routeModules[id] ??= await import(/* @vite-ignore */ module);
  }
}

/** Loads the pages of `links` before somebody opens them. Renders nothing. */
export function RoutePrefetch(props: { links: readonly SidebarLink[] }) {
  const { manifest, routeModules } = useContext(FrameworkContext) ?? {};
  const { links } = props;
  useEffect(() => {
    if (!manifest || !routeModules) return;
    void prefetchRoutes(routesOf(links, manifest.routes), routeModules);
  }, [manifest, routeModules, links]);
  return null;
}
