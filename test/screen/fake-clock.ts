import { vi } from "vitest";

/** Stops timers and the date; `vi.useRealTimers()` restores them. */
export function stopClock(): void {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
  });
}

/** Advances the stopped clock and runs the timers that are due. */
export async function advanceClock(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
}

const maxSteps = 1_000;

/** Advances the stopped clock by the millisecond until `sentence` is shown; throws after one second. */
export async function advanceClockUntilShown(sentence: string): Promise<void> {
  for (let step = 0; step < maxSteps; step += 1) {
    if (document.body.textContent.includes(sentence)) return;
    await vi.advanceTimersByTimeAsync(1);
  }
  throw new Error(`'${sentence}' was not shown within one second of the stopped clock.`);
}
