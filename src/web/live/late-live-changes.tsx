/** Begins to follow changes once the page has nothing better to do, with code that comes only then. */
import { Suspense } from "react";
import { lateComponent, useIsTime } from "#web/ui/late-part.ts";

const LiveChanges = lateComponent(async () => {
  const { LiveChanges: part } = await import("./live-changes.tsx");
  return part;
});

/** Follows changes as the person with that id, without being in the way of the first view. */
export function LateLiveChanges(props: { personId: string }) {
  if (!useIsTime()) return null;
  return (
    <Suspense fallback={null}>
      <LiveChanges personId={props.personId} />
    </Suspense>
  );
}
