import { lazy, startTransition, useEffect, useState, type ComponentType } from "react";
import { showToast } from "./toast.tsx";

const firstRetryMilliseconds = 200;
const longestRetryMilliseconds = 10_000;
const attemptsUntilToast = 4;
const idleTimeoutMilliseconds = 2_000;

/** After a server update, the files of pages that were open before no longer exist. */
const missingToast = {
  title: "Part of this page is missing",
  description:
    "It could not be loaded and will be retried. If it does not appear, please reload the page: it may have been updated.",
  kind: "warning",
  about: "lazy component",
} as const;

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Loads code, retrying until it succeeds; shows a toast after the fourth failure. */
export async function loadWithRetries<Module>(load: () => Promise<Module>): Promise<Module> {
  let delayMilliseconds = firstRetryMilliseconds;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load();
    } catch {
      if (attempt === attemptsUntilToast) showToast(missingToast);
      await pause(delayMilliseconds);
      delayMilliseconds = Math.min(delayMilliseconds * 2, longestRetryMilliseconds);
    }
  }
}

/**
 * A component whose code is loaded when it is first rendered, below a Suspense. A failed load is retried until it
 * succeeds, so that the component appears later instead of breaking the page.
 */
export function lazyComponent<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadWithRetries(load) }));
}

/** Runs `work` once the page is painted and the browser is idle, after 2 s at the latest. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  let cancel: () => void;
  // Without waiting for the frame, an idle period before it would delay what was just rendered.
  const frame = requestAnimationFrame(() => {
    // Safari does not support idle callbacks.
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(work, idleTimeoutMilliseconds);
      cancel = () => clearTimeout(timer);
      return;
    }
    const handle = requestIdleCallback(work, { timeout: idleTimeoutMilliseconds });
    cancel = () => cancelIdleCallback(handle);
  });
  cancel = () => cancelAnimationFrame(frame);
  return () => cancel();
}

/**
 * True after the first key or pointer press anywhere, or as soon as `isNeeded`, so that code is loaded before it is
 * likely to be needed. What the press itself changes is rendered first.
 */
export function useAfterFirstInput(isNeeded: boolean): boolean {
  const [isAfterInput, setAfterInput] = useState(isNeeded);
  if (isNeeded && !isAfterInput) setAfterInput(true);
  useEffect(() => {
    if (isAfterInput) return undefined;
    let cancel: (() => void) | null = null;
    const onInput = () => {
      cancel ??= whenIdle(() => startTransition(() => setAfterInput(true)));
    };
    const options = { once: true, passive: true };
    window.addEventListener("pointerdown", onInput, options);
    window.addEventListener("keydown", onInput, options);
    return () => {
      cancel?.();
      window.removeEventListener("pointerdown", onInput);
      window.removeEventListener("keydown", onInput);
    };
  }, [isAfterInput]);
  return isAfterInput;
}

/** True once the browser has been idle, so that heavy components do not delay the first interaction. */
export function useAfterIdle(): boolean {
  const [isAfterIdle, setAfterIdle] = useState(false);
  useEffect(
    () => (isAfterIdle ? undefined : whenIdle(() => startTransition(() => setAfterIdle(true)))),
    [isAfterIdle],
  );
  return isAfterIdle;
}
