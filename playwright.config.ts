import { defineConfig } from "@playwright/test";
import { chromiumLaunchOptions } from "#test/find-chromium.ts";
import { isLongRun } from "#test/long-run.ts";

/**
 * What kills servers and browsers, walks every page in each language, repeats the main job in Chinese or by parcels from
 * receiving to delivered, or is shown by other tests without a browser or with a fake one, such as the set-up, and the
 * development server.
 */
const longTests = isLongRun
  ? []
  : [
      "cases",
      "interruptions",
      "dev-loop",
      "language-choice",
      "languages",
      "chinese-journey",
      "shipping-journey",
      "push",
      "receiving-offline",
      "set-up",
      "two-servers",
    ].map((name) => `**/${name}.e2e.ts`);

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // Tests wait much of their time, so three run on two cores with their servers.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 240_000,
  // For a busy machine, as in the other tests.
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  // The longest file first, so that no worker ends alone with it.
  projects: [
    { name: "longest", testMatch: "**/journey.e2e.ts" },
    { name: "others", testMatch: "**/!(journey).e2e.ts", testIgnore: longTests },
  ],
  use: {
    browserName: "chromium",
    headless: true,
    locale: "en-US",
    timezoneId: "UTC",
    viewport: { width: 1280, height: 800 },
    screenshot: "only-on-failure",
    // A trace takes a third of the CPU time; `npm run test:file -- e2e/x.e2e.ts --trace on` records one.
    trace: "off",
    launchOptions: chromiumLaunchOptions({ isShortLived: true }),
  },
});
