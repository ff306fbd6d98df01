/** What the frame does besides showing a room: begun once the page has nothing better to do, with code that comes then. */
import { Suspense } from "react";
import { lateComponent, useIsTime } from "#web/ui/late-part.ts";
import type { ShellPlace } from "./shell-places.tsx";

const LiveChanges = lateComponent(async () => {
  const { LiveChanges: part } = await import("#web/live/live-changes.tsx");
  return part;
});
const RoomsAhead = lateComponent(async () => {
  const { RoomsAhead: part } = await import("./rooms-ahead.ts");
  return part;
});

/** Follows changes as the person with that id, and brings the rooms at `places`. */
export function IdleParts(props: { personId: string; places: readonly ShellPlace[] }) {
  if (!useIsTime()) return null;
  return (
    <Suspense fallback={null}>
      <LiveChanges personId={props.personId} />
      <RoomsAhead places={props.places} />
    </Suspense>
  );
}
