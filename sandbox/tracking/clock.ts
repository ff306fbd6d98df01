// The carriers' clock: real time until it is advanced or runs faster.
import * as z from "zod";
import { atomically, readSetting, saveSetting, type SandboxState } from "./sandbox-state.ts";

const clock = z.object({
  /** The sandbox's time at a moment of real time, both in milliseconds since 1970. */
  sandboxAt: z.number(),
  wallAt: z.number(),
  speed: z.number(),
});

const clockSetting = "clock";

function readClock({ database, wallNow }: SandboxState) {
  const wallAt = wallNow().getTime();
  return clock
    .catch({ sandboxAt: wallAt, wallAt, speed: 1 })
    .parse(readSetting(database, clockSetting));
}

/** The sandbox's time, in milliseconds since 1970. */
export function sandboxNow(state: SandboxState): number {
  const { sandboxAt, wallAt, speed } = readClock(state);
  return Math.floor(sandboxAt + (state.wallNow().getTime() - wallAt) * speed);
}

export function readSpeed(state: SandboxState): number {
  return readClock(state).speed;
}

export const clockChange = z.strictObject({
  advanceHours: z.number().min(0).max(100_000).default(0),
  /** How many hours of carriers pass in a real hour. */
  speed: z.number().min(1).max(100_000).optional(),
});

/** Goes forward only. */
export function changeClock(state: SandboxState, change: z.output<typeof clockChange>): void {
  atomically(state.database, () => {
    const speed = change.speed ?? readSpeed(state);
    const sandboxAt = sandboxNow(state) + change.advanceHours * 3_600_000;
    const wallAt = state.wallNow().getTime();
    saveSetting(state.database, clockSetting, { sandboxAt, wallAt, speed });
  });
}
