/** Begins to follow changes once the page has nothing better to do, with code that comes only then. */
import { Suspense, useEffect, useState } from "react";
import { lateComponent } from "#web/ui/late-part.ts";

const LiveChanges = lateComponent(async () => {
  const { LiveChanges: part } = await import("./live-changes.tsx");
  return part;
});

const longestWaitMilliseconds = 3_000;
/** Where the browser cannot say when it is idle. */
const usualWaitMilliseconds = 1_000;

function whenIdle(begin: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(begin, usualWaitMilliseconds);
    return () => clearTimeout(timer);
  }
  const request = window.requestIdleCallback(begin, { timeout: longestWaitMilliseconds });
  return () => window.cancelIdleCallback(request);
}

/** Follows changes as the person with that id, without being in the way of the first view. */
export function LateLiveChanges(props: { personId: string }) {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  if (!isIdle) return null;
  return (
    <Suspense fallback={null}>
      <LiveChanges personId={props.personId} />
    </Suspense>
  );
}
