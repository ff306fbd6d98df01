// Reads what the test runners report, for the summary at the end of `npm test`.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

export type Count = {
  readonly passed: number;
  readonly failed: number;
  /** File and title of each failed test, as far as known. */
  readonly failures?: readonly string[];
  /** What is printed of the failures, in full. */
  readonly details?: string;
};

/** Reads the counts from a runner's report; it is missing when the runner could not start, and its output then says why. */
function readReport<Report>(
  file: string,
  count: (report: Report) => Count,
  succeeded: boolean,
  output: string,
): Count {
  let counted: Count;
  try {
    counted = count(JSON.parse(readFileSync(file, "utf8")) as Report);
  } catch {
    counted = { passed: 0, failed: 0 };
  }
  if (succeeded) return counted;
  const failed = Math.max(counted.failed, 1);
  return { ...counted, failed, details: counted.details || output.trim() };
}

/** The counts and failures of a JSON report of Vitest, whose output describes them in full. */
export function readVitestReport(file: string, succeeded: boolean, output: string): Count {
  return readReport(
    file,
    (report: VitestReport) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      failures: report.testResults.flatMap(({ name: testFile, message, assertionResults }) => {
        const inFile = relative(join(import.meta.dirname, ".."), testFile);
        const failed = assertionResults.filter(({ status }) => status === "failed");
        const tests = failed.map(({ fullName, failureMessages }) =>
          firstLineOf(`${inFile} > ${fullName}: ${failureMessages[0] ?? ""}`),
        );
        return message === "" ? tests : [...tests, firstLineOf(`${inFile}: ${message}`)];
      }),
    }),
    succeeded,
    output,
  );
}

/** The counts and failures of a JSON report of Playwright, which describes them in full. */
export function readPlaywrightReport(file: string, succeeded: boolean, output: string): Count {
  return readReport(
    file,
    ({ stats, suites, errors }: PlaywrightReport) => {
      const failures = suites.flatMap(failuresOf);
      return {
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky,
        failures: failures.map(({ place, message }) => firstLineOf(`${place}: ${message}`)),
        details: [
          ...failures.map(({ place, message }) => `${place}\n${message}`),
          ...errors.map(({ message }) => message),
        ].join("\n\n"),
      };
    },
    succeeded,
    output,
  );
}

type VitestReport = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
};

/** One line, since only the end of a long output may be kept. */
function firstLineOf(text: string): string {
  return (stripVTControlCharacters(text).trim().split("\n")[0] ?? "").slice(0, 400);
}

type PlaywrightSuite = {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly errors: readonly { readonly message: string }[] }[];
    }[];
  }[];
};

type PlaywrightReport = {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
  };
  readonly suites: readonly PlaywrightSuite[];
  /** What belongs to no test, such as a file that cannot be loaded. */
  readonly errors: readonly { readonly message: string }[];
};

type Failure = { readonly place: string; readonly message: string };

function failuresOf({ suites = [], specs }: PlaywrightSuite): Failure[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ results }) => ({
        place: `e2e/${file}:${line} > ${title}`,
        message: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join("\n"),
      })),
  );
  return [...own, ...suites.flatMap(failuresOf)];
}
