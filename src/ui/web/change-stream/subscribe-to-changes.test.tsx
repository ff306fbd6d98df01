import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { advanceClock, stopClock } from "#test/screen/fake-clock.ts";
import { fakeClient } from "#test/screen/fake-client.ts";
import { createFakeStream } from "#test/screen/fake-stream.ts";
import { subscribeToChanges } from "./live-changes.tsx";

beforeEach(stopClock);
afterEach(() => {
  vi.useRealTimers();
});

function start(operation: ReturnType<typeof createFakeStream>["subscribeToChanges"]) {
  const controller = new AbortController();
  const done = subscribeToChanges({
    client: fakeClient({ changeStream: { subscribeToChanges: operation } }),
    since: undefined,
    signal: controller.signal,
    onChanges: () => undefined,
    onSessionEnd: () => undefined,
  });
  return {
    stop: async () => {
      controller.abort();
      await done;
    },
  };
}

test("a lost connection is retried after 1, 2, 5, then every 10 seconds", async () => {
  const attemptMilliseconds: number[] = [];
  const startedAt = Date.now();
  const { stop } = start(() => {
    attemptMilliseconds.push(Date.now() - startedAt);
    return Promise.reject(new Error("offline"));
  });
  await advanceClock(40_000);
  expect(attemptMilliseconds).toEqual([0, 1_000, 3_000, 8_000, 18_000, 28_000, 38_000]);
  await stop();
});

test("a silent stream is replaced by a new one, which continues after the last event", async () => {
  const stream = createFakeStream();
  const { stop } = start(stream.subscribeToChanges);
  await advanceClock(10);
  stream.connections[0]?.notify("41", []);
  await advanceClock(70_000);
  stream.connections[0]?.notify("42", []);
  await advanceClock(74_000);
  expect(stream.connections).toHaveLength(1);
  await advanceClock(3_000);
  expect(stream.connections.map(({ since }) => since)).toEqual([undefined, "42"]);
  await stop();
});
