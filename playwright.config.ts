// Runs the journeys of e2e/ in real Chromium; each file starts the product itself.
import { defineConfig } from "@playwright/test";
import { chromiumLaunchOptions } from "#testing/find-chromium.ts";

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  outputDir: "test-results",
  // Each waits a good part of its time, which leaves a core to another.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 240_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    headless: true,
    locale: "en-US",
    timezoneId: "UTC",
    viewport: { width: 1280, height: 800 },
    screenshot: "only-on-failure",
    // Without the film of all that is shown, which takes a tenth of the machine; the pages of each step are kept.
    trace: { mode: "retain-on-failure", screenshots: false },
    launchOptions: chromiumLaunchOptions(),
  },
});
