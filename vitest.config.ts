// Names the two kinds of tests that Vitest runs: in Node on real PostgreSQL, and screens in real Chromium.
import { join } from "node:path";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { chromiumLaunchOptions } from "#testing/find-chromium.ts";
import { LongestFirst } from "#testing/longest-first.ts";
import { componentStyles } from "#web/ui/component-styles-plugin.ts";
import { seaChart } from "#web/ui/sea-chart-plugin.ts";
import { themeVariablesStyles } from "#web/ui/theme-variables-plugin.ts";
import { worldLand } from "#web/ui/world-land-plugin.ts";

export default defineConfig({
  test: {
    // The machine that must keep up has two cores, and PostgreSQL wants a share of them.
    maxWorkers: 2,
    restoreMocks: true,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "node",
          include: ["src/**/*.test.ts", "sandbox/**/*.test.ts", "scripts/**/*.test.ts"],
          globalSetup: ["src/testing/postgres-for-tests.ts"],
          setupFiles: ["src/testing/fail-on-console-error.ts"],
          pool: "forks",
          // Loading the server anew for each file took as long as the tests; what modules keep belongs to one server.
          isolate: false,
          // Passwords are hashed slowly on purpose, and a busy machine makes it slower still.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [
          componentStyles(join(import.meta.dirname, "src/web")),
          seaChart(),
          worldLand(),
          themeVariablesStyles(),
        ],
        oxc: { jsx: { runtime: "automatic" } },
        // Found while a test runs, a dependency would reload the page under it.
        optimizeDeps: {
          entries: ["src/web/**/*.tsx", "src/testing/screen/*.{ts,tsx}"],
          // What an older state of the sources needed is kept, and would hide what a newer one needs as well.
          force: true,
          include: ["@orpc/client/fetch", "react/jsx-dev-runtime", "vitest-browser-react"],
        },
        // Dependencies may lie in a folder above this one.
        server: { fs: { allow: [".."] } },
        test: {
          name: "browser",
          include: ["src/web/**/*.test.tsx"],
          setupFiles: ["src/testing/fail-on-console-error.ts"],
          testTimeout: 20_000,
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({ launchOptions: chromiumLaunchOptions() }),
            instances: [{ browser: "chromium" }],
            viewport: { width: 1280, height: 800 },
            screenshotFailures: false,
          },
        },
      },
    ],
  },
});
