// Shows when a lost stream is asked for again, and that a silent one is taken for lost.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeClient } from "#testing/screen/fake-client.ts";
import { createFakeStream } from "#testing/screen/fake-stream.ts";
import { subscribeToChanges } from "./subscribe-to-changes.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start(follow: ReturnType<typeof createFakeStream>["subscribeToChanges"]) {
  const leaving = new AbortController();
  const done = subscribeToChanges({
    client: fakeClient({ changeStream: { subscribeToChanges: follow } }),
    since: undefined,
    signal: leaving.signal,
    hear: () => undefined,
    endSession: () => undefined,
  });
  return {
    leave: async () => {
      leaving.abort();
      await done;
    },
  };
}

test("a server that is away is asked again after 1, 2, 5, then every 10 seconds", async () => {
  const moments: number[] = [];
  const began = Date.now();
  const { leave } = start(() => {
    moments.push(Date.now() - began);
    return Promise.reject(new Error("away"));
  });
  await vi.advanceTimersByTimeAsync(40_000);
  expect(moments).toEqual([0, 1_000, 3_000, 8_000, 18_000, 28_000, 38_000]);
  await leave();
});

test("a stream that gives no sign of life is left for a new one, which goes on where it was", async () => {
  const stream = createFakeStream();
  const { leave } = start(stream.subscribeToChanges);
  await vi.advanceTimersByTimeAsync(10);
  stream.connections[0]?.notify("41", []);
  await vi.advanceTimersByTimeAsync(70_000);
  stream.connections[0]?.notify("42", []);
  await vi.advanceTimersByTimeAsync(74_000);
  expect(stream.connections).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(stream.connections.map(({ since }) => since)).toEqual([undefined, "42"]);
  await leave();
});
