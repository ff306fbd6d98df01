// A clock for tests of screens that stands until it is moved on, so that delays are seen to the millisecond.
import { vi } from "vitest";

/** Stops timers and the time of day; `vi.useRealTimers()` lets them run again. */
export function stopClock(): void {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
  });
}

/** Lets `milliseconds` pass, with all that falls due in them. */
export async function letPass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
}

const mostSteps = 1_000;

/** Lets time pass by the millisecond until the screen says `sentence`; throws when it does not within a second. */
export async function passUntilSaid(sentence: string): Promise<void> {
  for (let step = 0; step < mostSteps; step += 1) {
    if (document.body.textContent.includes(sentence)) return;
    await vi.advanceTimersByTimeAsync(1);
  }
  throw new Error(`Within a second of the stopped clock the screen has not said '${sentence}'.`);
}
