import { lingui } from "@lingui/vite-plugin";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import type { BrowserCommand } from "vitest/node";
import { chromiumLaunchOptions } from "#test/find-chromium.ts";
import { LongestFirst } from "#test/longest-first.ts";

/** Sets media features, such as forced colours, for the page that runs the tests. */
const emulateMedia: BrowserCommand<[features: { forcedColors: "active" | "none" }]> = async (
  { page },
  features,
) => {
  await page.emulateMedia(features);
};

/**
 * React as users get it renders in less than two thirds of the CPU time of development's, whose warnings the screen tests
 * of one file and the long run show.
 */
const isReactOfUsers = process.env["SAMPAN_TEST_REACT"] === "users";

export default defineConfig({
  test: {
    // For machines with two cores, which PostgreSQL uses too.
    maxWorkers: 2,
    restoreMocks: true,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [lingui()],
        test: {
          name: "node",
          include: [
            "src/**/*.test.ts",
            "test/**/*.test.ts",
            "sandbox/**/*.test.ts",
            "scripts/**/*.test.ts",
          ],
          globalSetup: ["test/postgres-for-tests.ts"],
          setupFiles: ["test/fail-on-console-error.ts"],
          pool: "forks",
          // Loading the server for each file took as long as the tests; modules have no state beyond a server's.
          isolate: false,
          // Password hashing is slow on purpose, and slower on a busy machine.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 40_000 } },
        },
      },
      {
        plugins: [lingui()],
        oxc: { jsx: { runtime: "automatic", development: !isReactOfUsers } },
        ...(isReactOfUsers && {
          define: { "process.env.NODE_ENV": JSON.stringify("production") },
        }),
        // Found while a test runs, a dependency would reload the page under it.
        optimizeDeps: {
          entries: ["src/*/web/**/*.tsx", "test/screen/*.{ts,tsx}"],
          // A cache of older sources would hide newly needed dependencies.
          force: true,
          include: [
            "@orpc/client/fetch",
            isReactOfUsers ? "react/jsx-runtime" : "react/jsx-dev-runtime",
            "vitest-browser-react",
          ],
        },
        // node_modules may be in a parent folder.
        server: { fs: { allow: [".."] } },
        test: {
          name: "browser",
          // Loading React and the components for each file took a fifth of the time.
          isolate: false,
          include: ["src/*/web/**/*.test.tsx"],
          setupFiles: ["test/screen/set-up.ts", "test/fail-on-console-error.ts"],
          testTimeout: 120_000,
          // The default of a second is too short for a busy machine.
          expect: { poll: { timeout: 40_000 } },
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({ launchOptions: chromiumLaunchOptions({ isShortLived: true }) }),
            instances: [{ browser: "chromium" }],
            viewport: { width: 1280, height: 800 },
            commands: { emulateMedia },
            screenshotFailures: false,
          },
        },
      },
    ],
  },
});
