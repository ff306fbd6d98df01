// Delays the payment sandbox, so that concurrent requests really overlap.
import { setTimeout as pause } from "node:timers/promises";
import type { TestApp } from "./test-app.ts";

/** Numbers from 0 to below 1, the same sequence for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Delays each request and each response of the provider by up to `longestMilliseconds`, at random from `seed`.
 * Returns a function that ends the delay.
 */
export function slowProvider(
  app: Pick<TestApp, "sandboxes">,
  { seed, longestMilliseconds }: { readonly seed: number; readonly longestMilliseconds: number },
): () => void {
  const { paymentSandbox } = app.sandboxes;
  if (paymentSandbox === null) throw new Error("This server has no payment sandbox.");
  const random = seededRandom(seed);
  const originalFetch = paymentSandbox.fetch;
  paymentSandbox.fetch = async (request) => {
    await pause(random() * longestMilliseconds);
    const response = await originalFetch(request);
    await pause(random() * longestMilliseconds);
    return response;
  };
  return () => {
    paymentSandbox.fetch = originalFetch;
  };
}
