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

test("uncaught errors and unhandled rejections are reported with their source", () => {
  const { sent, fail, reject } = watched();
  fail(new Error("render failed"));
  reject(new TypeError("undefined is not a function"));
  reject("just a text");
  reject(new TypeError("Failed to fetch dynamically imported module: /assets/a.js"));
  expect(sent).toMatchObject([
    { errorMessage: "render failed", source: "browser", context: expect.stringContaining("path") },
    { errorMessage: "undefined is not a function", source: "promise" },
    { errorMessage: "just a text", source: "promise" },
  ]);
});

test("each message is reported once, ten at most, and harmless ones never", () => {
  const { sent, fail, reject } = watched();
  fail(new Error("ResizeObserver loop completed with undelivered notifications."));
  reject(new DOMException("The operation was aborted.", "AbortError"));
  for (let time = 0; time < 3; time += 1) fail(new Error("again"));
  for (let kind = 0; kind < 20; kind += 1) fail(new Error(`kind ${kind}`));
  expect(sent).toHaveLength(10);
  expect(sent[0]).toMatchObject({ errorMessage: "again" });
});

test("nothing is reported after stopping", () => {
  const { sent, stop, fail } = watched();
  stop();
  fail(new Error("after stop"));
  expect(sent).toEqual([]);
});
