import { afterEach, beforeEach } from "vitest";
import { takeServerFailures } from "./server-failures.ts";

const written: string[] = [];
const expected: RegExp[] = [];
const write = console.error.bind(console);

/** Allows and expects a console.error whose text matches `pattern` in the running test. */
export function expectConsoleError(pattern: RegExp): void {
  expected.push(pattern);
}

beforeEach(() => {
  written.length = 0;
  expected.length = 0;
  takeServerFailures();
  console.error = (...args: unknown[]) => {
    const text = args
      .map((part) => (part instanceof Error ? (part.stack ?? part.message) : String(part)))
      .join(" ");
    written.push(text);
  };
});

afterEach(({ task }) => {
  console.error = write;
  if (task.result?.state === "fail") for (const line of takeServerFailures()) write(line);
  const unexpected = written.filter((text) => !expected.some((pattern) => pattern.test(text)));
  const missing = expected.filter((pattern) => !written.some((text) => pattern.test(text)));
  if (unexpected.length > 0) {
    throw new Error(`console.error was called unexpectedly:\n${unexpected.join("\n")}`);
  }
  if (missing.length > 0) {
    throw new Error(`console.error was expected but not called: ${missing.join(", ")}`);
  }
});
