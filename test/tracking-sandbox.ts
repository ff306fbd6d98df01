// The tracking sandbox of a test's server: what happens to numbers, and the pushes that report it.
import { expect } from "vitest";
import { processingQueued } from "#tracking/server/tracking/carrier-messages.ts";
import type { TestApp } from "./test-app.ts";

export type SandboxStep = {
  /** Since the step before it, or since the registration. */
  readonly afterHours: number;
  /** 17TRACK's sub status. */
  readonly status: string;
  readonly description?: string;
  readonly country?: string;
};

export type TrackingSandboxControls = {
  /** Sends a request to one of the sandbox's controls. */
  control<Answer>(name: string, body: object): Promise<Answer>;
  /** Chooses what happens to a number, before it is registered. */
  play(number: string, steps: readonly SandboxStep[]): Promise<void>;
  /** Lets everything happen that is due, and waits until all its pushes are received and processed. */
  receivePushes(): Promise<void>;
};

/** For an app whose `currentTracking` is "configured". The sandbox's clock is the server's. */
export function trackingSandboxOf(app: TestApp): TrackingSandboxControls {
  const sandbox = app.sandboxes.trackingSandbox;
  if (sandbox === null) throw new Error("The server has no tracking sandbox.");
  const control = async <Answer>(name: string, body: object): Promise<Answer> => {
    const url = `${app.config.publicUrl}/sandbox/tracking/${name}`;
    const request = new Request(url, { method: "POST", body: JSON.stringify(body) });
    const response = await sandbox.fetch(request);
    if (!response.ok) throw new Error(`The control ${name} refused: ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  return {
    control,
    async play(number, steps) {
      const described = steps.map((step, index) => ({ description: `Step ${index}`, ...step }));
      await control("stories", { number, steps: described });
    },
    async receivePushes() {
      sandbox.start();
      await expect
        .poll(async () => (await control<{ waiting: number }>("pushes", {})).waiting, {
          interval: 10,
          timeout: 40_000,
        })
        .toBe(0);
      await processingQueued(app.services.jobs);
      const { errors } = await app.runJobs();
      if (errors.length > 0) throw errors[0];
    },
  };
}
