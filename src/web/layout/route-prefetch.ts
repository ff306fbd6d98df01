/** Brings the rooms of the sidebar before somebody enters them, so that a click has nothing to wait for. */
import { useContext, useEffect } from "react";
import {
  matchPath,
  UNSAFE_FrameworkContext as FrameworkContext,
  type UNSAFE_AssetsManifest as AssetsManifest,
  type UNSAFE_RouteModules as RouteModules,
} from "react-router";
import { whenIdle } from "#web/ui/lazy-component.ts";
import type { ShellPlace } from "./sidebar-links.tsx";

type Routes = AssetsManifest["routes"];
type RouteEntry = NonNullable<Routes[string]>;

/** The pattern of a route's whole address; the document around all pages has an empty one. */
function patternOf(route: RouteEntry, routes: Routes): string {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  const before = parent === undefined ? "" : patternOf(parent, routes);
  return route.path ? `${before}/${route.path}` : before;
}

function routesOf(places: readonly ShellPlace[], routes: Routes): RouteEntry[] {
  return Object.values(routes).flatMap((route) => {
    if (route === undefined) return [];
    const pattern = patternOf(route, routes);
    return places.some(({ to }) => matchPath(pattern, to) !== null) ? [route] : [];
  });
}

const brought = new Map<string, Promise<void>>();

/** Puts a link to a file into the head behind the house's styles; resolves once it is here. */
function fetchEvent(rel: "stylesheet" | "modulepreload", href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement("link"), { rel, href, fetchPriority: "low" });
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      brought.delete(href);
      reject(new Error(`${href} could not be had`));
    });
    // The router adds an open room's styles once more, and behind these: their order decides.
    const base = document.head.querySelector('link[rel="stylesheet"]');
    document.head.insertBefore(link, base?.nextSibling ?? null);
  });
}

function prefetchOnce(rel: "stylesheet" | "modulepreload", href: string): Promise<void> {
  const known = brought.get(href) ?? fetchEvent(rel, href);
  brought.set(href, known);
  return known;
}

function whenNothingElse(): Promise<void> {
  return new Promise((resolve) => void whenIdle(resolve));
}

/**
 * Fetches all files, has the styles in force, and runs the code, a file whenever there is nothing else to do: left to
 * the click, that takes as long as drawing the room. A room is then handed to the router, which would otherwise let a
 * frame pass until it has the code that is here already.
 */
async function prefetchRoutes(rooms: readonly RouteEntry[], known: RouteModules): Promise<void> {
  try {
    await Promise.all(
      rooms.flatMap(({ css, imports, module }) => [
        ...(css ?? []).map((href) => prefetchOnce("stylesheet", href)),
        ...[...(imports ?? []), module].map((href) => prefetchOnce("modulepreload", href)),
      ]),
    );
  } catch {
    // Browsers remember of code that it could not be had; what is missing is left to the click.
    return;
  }
  for (const { id, imports, module } of rooms) {
    for (const href of imports ?? []) {
      await whenNothingElse();
      await import(/* @vite-ignore */ href);
    }
    await whenNothingElse();
    known[id] ??= await import(/* @vite-ignore */ module);
  }
}

/** Draws nothing. */
export function RoutePrefetch(props: { places: readonly ShellPlace[] }) {
  const { manifest, routeModules } = useContext(FrameworkContext) ?? {};
  const { places } = props;
  useEffect(() => {
    if (!manifest || !routeModules) return;
    void prefetchRoutes(routesOf(places, manifest.routes), routeModules);
  }, [manifest, routeModules, places]);
  return null;
}
