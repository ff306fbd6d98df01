/** What the frame does besides showing a room: begun once the page has nothing better to do, with code that comes then. */
import { Suspense } from "react";
import { lazyComponent, useIsTime } from "#web/ui/lazy-component.ts";
import type { ShellPlace } from "./sidebar-links.tsx";

const LiveChanges = lazyComponent(async () => {
  const { LiveChanges: part } = await import("#web/change-stream/live-changes.tsx");
  return part;
});
const RoutePrefetch = lazyComponent(async () => {
  const { RoutePrefetch: part } = await import("./route-prefetch.ts");
  return part;
});

/** Follows changes as the person with that id, and brings the rooms at `places`. */
export function IdleParts(props: { personId: string; places: readonly ShellPlace[] }) {
  if (!useIsTime()) return null;
  return (
    <Suspense fallback={null}>
      <LiveChanges personId={props.personId} />
      <RoutePrefetch places={props.places} />
    </Suspense>
  );
}
