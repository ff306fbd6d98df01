import type { Story } from "./stories.ts";

export type TrackedNumber = {
  readonly id: number;
  readonly number: string;
  readonly carrier: number;
  readonly tag: string | null;
  readonly story: Story;
  /** How many steps have happened. */
  readonly happened: number;
  readonly registeredAt: number;
  /** When the next step happens by itself; null after the last. Milliseconds since 1970 by the sandbox's clock. */
  readonly nextAt: number | null;
  readonly isStopped: boolean;
  readonly carrierChanges: number;
};
