import { defineConfig } from "@playwright/test";
import { chromiumLaunchOptions } from "#testing/find-chromium.ts";

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  outputDir: "test-results",
  // Tests wait much of their time, so two run on two cores with their servers.
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
    // Without screenshots, which take a tenth of the CPU time; DOM snapshots are kept.
    trace: { mode: "retain-on-failure", screenshots: false },
    launchOptions: chromiumLaunchOptions(),
  },
});
