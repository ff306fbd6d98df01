/** Loads parts of the screen that the first view can do without, so that a lost connection never breaks a page. */
import { lazy, startTransition, useEffect, useState, type ComponentType } from "react";
import { showToast } from "./toast.tsx";

const firstRetryMilliseconds = 200;
const longestRetryMilliseconds = 10_000;
const triesUntilReported = 4;
const idleAtLatestMilliseconds = 2_000;

/** After an update of the server the files of a page that was open meanwhile are gone for good. */
const missing = {
  title: "Part of this page is missing",
  description:
    "It could not be loaded and is tried again. If it stays away, please reload the page: it may have been updated.",
  kind: "warning",
  about: "a late part",
} as const;

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Loads code, again and again until the connection gives it; the fourth time a toast tells of it. */
export async function loadPatiently<Part>(load: () => Promise<Part>): Promise<Part> {
  let wait = firstRetryMilliseconds;
  for (let tries = 1; ; tries += 1) {
    try {
      return await load();
    } catch {
      if (tries === triesUntilReported) showToast(missing);
      await pause(wait);
      wait = Math.min(wait * 2, longestRetryMilliseconds);
    }
  }
}

/**
 * A component whose code comes when it is first drawn, below a Suspense. A fetch that fails is tried again
 * until it succeeds, so that it appears late instead of breaking the page; after the fourth time a toast tells of it.
 */
export function lazyComponent<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadPatiently(load) }));
}

/**
 * Runs `work` once the page is drawn and the browser has nothing else to do; two seconds after that at the
 * latest. The answer calls it off.
 */
export function whenIdle(work: () => void): () => void {
  let callOff: () => void;
  // An idle moment before the next frame would put off what was just drawn.
  const frame = requestAnimationFrame(() => {
    // Safari has no idle callbacks.
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(work, idleAtLatestMilliseconds);
      callOff = () => clearTimeout(timer);
      return;
    }
    const handle = requestIdleCallback(work, { timeout: idleAtLatestMilliseconds });
    callOff = () => cancelIdleCallback(handle);
  });
  callOff = () => cancelAnimationFrame(frame);
  return () => callOff();
}

/**
 * Whether a part is to be drawn: from the first key or press anywhere, so that its code is here before it
 * is likely to be wanted, or as soon as `isNeeded`. What the key or press itself asks for is drawn first.
 */
export function useIsWanted(isNeeded: boolean): boolean {
  const [isWanted, setWanted] = useState(isNeeded);
  if (isNeeded && !isWanted) setWanted(true);
  useEffect(() => {
    if (isWanted) return undefined;
    let callOff: (() => void) | null = null;
    const want = () => {
      callOff ??= whenIdle(() => startTransition(() => setWanted(true)));
    };
    const options = { once: true, passive: true };
    window.addEventListener("pointerdown", want, options);
    window.addEventListener("keydown", want, options);
    return () => {
      callOff?.();
      window.removeEventListener("pointerdown", want);
      window.removeEventListener("keydown", want);
    };
  }, [isWanted]);
  return isWanted;
}

/** Whether a part may be drawn: once the browser has time for it, and so that it is not in the way of a click. */
export function useIsTime(): boolean {
  const [isTime, setTime] = useState(false);
  useEffect(
    () => (isTime ? undefined : whenIdle(() => startTransition(() => setTime(true)))),
    [isTime],
  );
  return isTime;
}
