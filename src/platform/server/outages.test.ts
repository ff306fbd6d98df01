import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLog } from "./log.ts";
import { createOutages } from "./outages.ts";

const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "performance"] }));
afterEach(() => vi.useRealTimers());

function open() {
  const lines: string[] = [];
  const outages = createOutages();
  const log = createLog({ level: "info", write: (line) => lines.push(line), outages });
  let isUp = false;
  outages.watch(() => (isUp ? Promise.resolve() : Promise.reject(refused)), log);
  return {
    log,
    written: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    answer: (now: boolean) => {
      isUp = now;
    },
    /** Each probe has its turn. */
    pass: async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        await setImmediate();
        await vi.advanceTimersByTimeAsync(1_000);
      }
      await setImmediate();
    },
  };
}

test("an outage of the database is one warning at the most and one error, and its end one line", async () => {
  const { log, written, answer, pass } = open();
  for (let line = 0; line < 10; line += 1) log.warn({ error: refused }, "A connection was lost");
  for (let line = 0; line < 25; line += 1) {
    log.error({ error: refused, requestId: String(line) }, "Operation failed");
  }
  await pass(3);
  log.error({ error: new Error("outer", { cause: refused }) }, "Job queue error");
  log.error({ error: new Error("Cannot read x") }, "Operation failed");
  answer(true);
  await pass(1);
  expect(written().map(({ level, message }) => [level, message])).toEqual([
    ["warn", "A connection was lost"],
    ["error", "Operation failed"],
    ["error", "Operation failed"],
    ["info", "The database answers again"],
  ]);
  expect(written().at(-1)).toMatchObject({ leftOut: 9 + 24 + 1 });

  answer(false);
  log.error({ error: refused }, "Operation failed");
  expect(written()).toHaveLength(5);
});

test("while the database answers, errors of other servers are all written", async () => {
  const { log, written, answer, pass } = open();
  answer(true);
  for (let line = 0; line < 3; line += 1) {
    log.warn({ error: refused, job: "send-email" }, "Job failed; it will be retried");
    await pass(1);
  }
  expect(written()).toHaveLength(3);
});

test("at the level debug nothing is left out", () => {
  const lines: string[] = [];
  const outages = createOutages();
  const log = createLog({ level: "debug", write: (line) => lines.push(line), outages });
  outages.watch(() => Promise.reject(refused), log);
  for (let line = 0; line < 3; line += 1) log.error({ error: refused }, "Operation failed");
  expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual([
    "error",
    "debug",
    "debug",
  ]);
});
