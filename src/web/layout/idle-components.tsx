/** Components of the layout that start once the page is idle; their code is loaded then. */
import { Suspense } from "react";
import { lazyComponent, useAfterIdle } from "#web/ui/lazy-component.ts";
import type { SidebarLink } from "./sidebar-links.tsx";

const LiveChanges = lazyComponent(async () => {
  const { LiveChanges: component } = await import("#web/change-stream/live-changes.tsx");
  return component;
});
const RoutePrefetch = lazyComponent(async () => {
  const { RoutePrefetch: component } = await import("./route-prefetch.ts");
  return component;
});

/** Subscribes to the user's changes and prefetches the pages of `links`. */
export function IdleComponents(props: { userId: string; links: readonly SidebarLink[] }) {
  if (!useAfterIdle()) return null;
  return (
    <Suspense fallback={null}>
      <LiveChanges userId={props.userId} />
      <RoutePrefetch links={props.links} />
    </Suspense>
  );
}
