// Shows which errors of a page the office hears of.
import { expect, test } from "vitest";
import { createReporter, watchForErrors } from "./error-reporter.ts";

function watched() {
  const sent: { errorMessage: string; source: string; context: string }[] = [];
  const page = new EventTarget();
  const stop = watchForErrors(
    page,
    createReporter((report) => sent.push(report)),
  );
  const fail = (error: unknown) => page.dispatchEvent(new ErrorEvent("error", { error }));
  const reject = (reason: unknown) => {
    const event = Object.assign(new Event("unhandledrejection"), { reason });
    page.dispatchEvent(event);
  };
  return { sent, stop, fail, reject };
}

test("errors and rejected promises that nobody caught are told, with where they came up", () => {
  const { sent, fail, reject } = watched();
  fail(new Error("mast broke"));
  reject(new TypeError("no wind"));
  reject("a mere text");
  expect(sent).toMatchObject([
    { errorMessage: "mast broke", source: "browser", context: expect.stringContaining("path") },
    { errorMessage: "no wind", source: "promise" },
    { errorMessage: "a mere text", source: "promise" },
  ]);
});

test("each is told once, ten in all, and none that is harmless", () => {
  const { sent, fail, reject } = watched();
  fail(new Error("ResizeObserver loop completed with undelivered notifications."));
  reject(new DOMException("The operation was aborted.", "AbortError"));
  for (let time = 0; time < 3; time += 1) fail(new Error("again"));
  for (let kind = 0; kind < 20; kind += 1) fail(new Error(`kind ${kind}`));
  expect(sent).toHaveLength(10);
  expect(sent[0]).toMatchObject({ errorMessage: "again" });
});

test("nothing is told after it stopped", () => {
  const { sent, stop, fail } = watched();
  stop();
  fail(new Error("too late"));
  expect(sent).toEqual([]);
});
