// Reads what the test runners report, for the summary at the end of `npm test`.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

export type Count = {
  readonly passed: number;
  readonly failed: number;
  /** File and title of each failed test, as far as known. */
  readonly failures?: readonly string[];
};

/** Reads the counts from a runner's report, which is missing when the runner could not start. */
function readReport<Report>(
  file: string,
  count: (report: Report) => Count,
  succeeded: boolean,
): Count {
  let counted: Count;
  try {
    counted = count(JSON.parse(readFileSync(file, "utf8")) as Report);
  } catch {
    counted = { passed: 0, failed: 0 };
  }
  return succeeded ? counted : { ...counted, failed: Math.max(counted.failed, 1) };
}

/** The counts and failures of a JSON report of Vitest. */
export function readVitestReport(file: string, succeeded: boolean): Count {
  return readReport(
    file,
    (report: VitestReport) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      failures: report.testResults.flatMap(({ name: testFile, message, assertionResults }) => {
        const inFile = relative(join(import.meta.dirname, ".."), testFile);
        const failed = assertionResults.filter(({ status }) => status === "failed");
        const tests = failed.map(({ fullName, failureMessages }) =>
          describeFailure(inFile, fullName, failureMessages[0]),
        );
        return message === "" ? tests : [...tests, describeFailure(inFile, "the file", message)];
      }),
    }),
    succeeded,
  );
}

/** The counts and failures of a JSON report of Playwright. */
export function readPlaywrightReport(file: string, succeeded: boolean): Count {
  return readReport(
    file,
    ({ stats, suites }: PlaywrightReport) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      failures: suites.flatMap(failuresOf),
    }),
    succeeded,
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
function describeFailure(file: string, title: string, message = ""): string {
  const [firstLine = ""] = stripVTControlCharacters(message).trim().split("\n");
  return `${file} > ${title}: ${firstLine.slice(0, 300)}`;
}

type PlaywrightSuite = {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly error?: { readonly message?: string } }[];
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
};

function failuresOf({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ results }) => describeFailure(`e2e/${file}`, title, results[0]?.error?.message)),
  );
  return [...own, ...suites.flatMap(failuresOf)];
}
