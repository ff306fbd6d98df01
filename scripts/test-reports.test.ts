import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readPlaywrightReport, readVitestReport } from "./test-reports.ts";

const folder = mkdtempSync(join(tmpdir(), "reports-"));
const file = join(folder, "report.json");
afterAll(() => rmSync(folder, { recursive: true }));

test("a failed test of Vitest is named in a line, and described by the runner's output", () => {
  const failed = { status: "failed", fullName: "adds up", failureMessages: ["1 is not 2\n  at a"] };
  const name = join(import.meta.dirname, "a.test.ts");
  const testResults = [{ name, message: "", assertionResults: [failed] }];
  writeFileSync(file, JSON.stringify({ numPassedTests: 3, numFailedTests: 1, testResults }));
  expect(readVitestReport(file, false, "described in full\n")).toEqual({
    passed: 3,
    failed: 1,
    failures: ["scripts/a.test.ts > adds up: 1 is not 2"],
    details: "described in full",
  });
});

test("a failed journey is named with its line, and described by the report", () => {
  const tests = [
    { status: "unexpected", results: [{ errors: [{ message: "No heading\n> 7 |" }] }] },
  ];
  const specs = [{ title: "opens", file: "a.e2e.ts", line: 5, tests }];
  const stats = { expected: 2, unexpected: 1, flaky: 0 };
  writeFileSync(
    file,
    JSON.stringify({ stats, suites: [{ specs: [], suites: [{ specs }] }], errors: [] }),
  );
  expect(readPlaywrightReport(file, false, "dots")).toEqual({
    passed: 2,
    failed: 1,
    failures: ["e2e/a.e2e.ts:5 > opens: No heading"],
    details: "e2e/a.e2e.ts:5 > opens\nNo heading\n> 7 |",
  });
});

test("a runner that could not start is one failure, described by its output", () => {
  const missing = join(folder, "none.json");
  expect(readVitestReport(missing, false, "No such option")).toEqual({
    passed: 0,
    failed: 1,
    details: "No such option",
  });
});
