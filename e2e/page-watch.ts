import { expect, type BrowserContext, type Page } from "@playwright/test";
import axe from "axe-core";
import { isLongRun } from "#test/long-run.ts";
import { waitUntilLoaded } from "./moving.ts";

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

export type PageWatch = { readonly errors: readonly string[] };

/**
 * Records console errors, uncaught errors and failed requests on every page of `context`. `expectedErrorPaths` are paths whose
 * 4xx responses belong to the test, such as `/api/rpc/auth/signUp`.
 */
export function watchPages(
  context: BrowserContext,
  expectedErrorPaths: readonly string[],
): PageWatch {
  const errors: string[] = [];
  const isExpected = (address: string) =>
    URL.canParse(address) && expectedErrorPaths.includes(new URL(address).pathname);
  context.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (isExpected(message.location().url)) return;
    // Playwright's tracing requests previews of chosen files.
    if (message.location().url === "" && message.text().startsWith("Connecting to 'blob:")) return;
    errors.push(`${message.page()?.url()} logged: ${message.text()}`);
  });
  context.on("weberror", (error) => {
    errors.push(`${error.page()?.url()} threw: ${error.error().stack}`);
  });
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // Leaving a page aborts its requests.
    if (reason === "net::ERR_ABORTED") return;
    errors.push(`${request.method()} ${request.url()} failed: ${reason}`);
  });
  context.on("response", (response) => {
    if (response.status() < 400 || (response.status() < 500 && isExpected(response.url()))) return;
    errors.push(`${response.request().method()} ${response.url()}: ${response.status()}`);
  });
  return { errors };
}

/** Waits for colour transitions, in which contrast would be wrong. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, playState }) =>
          playState !== "running" || effect?.getComputedTiming().endTime === Infinity,
      ),
  );
}

async function findAccessibilityViolations(page: Page, what: axe.RunOptions): Promise<string[]> {
  await waitForAnimations(page);
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) await page.evaluate(axe.source);
  const results = await page.evaluate(async (options) => {
    const { violations } = await window.axe.run(document, {
      resultTypes: ["violations"],
      ...options,
    });
    return violations;
  }, what);
  return results
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
}

type ColorScheme = "light" | "dark";

/** Switches the colour scheme; pages of the sandbox follow by CSS alone. */
async function chooseColors(page: Page, colorScheme: ColorScheme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.waitForFunction((scheme) => {
    const shown = document.documentElement.getAttribute("data-mantine-color-scheme");
    return shown === null || shown === scheme;
  }, colorScheme);
}

// Only colours differ between the schemes.
const contrast: axe.RunOptions = { runOnly: { type: "rule", values: ["color-contrast"] } };

/** Expects enough contrast in dark colours, and no serious accessibility violation in light ones, which stay. */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  await chooseColors(page, "dark");
  const violations = (await findAccessibilityViolations(page, contrast)).map(
    (violation) => `in dark colours: ${violation}`,
  );
  await chooseColors(page, "light");
  violations.push(...(await findAccessibilityViolations(page, { runOnly: standards })));
  expect.soft(violations, `accessibility violations on ${page.url()}`).toEqual([]);
}

/** Opens a page in dark colours, for `expectAccessibleInBoth` to switch to light ones. */
export async function openInDark(page: Page, address: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await page.goto(address);
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
}

/** Expects no serious accessibility violation as the page is, without waiting for it. */
export async function expectAccessibleNow(page: Page): Promise<void> {
  const violations = await findAccessibilityViolations(page, { runOnly: standards });
  expect.soft(violations, `accessibility violations on ${page.url()}`).toEqual([]);
}

/**
 * Waits for the page, and in the long run expects no serious accessibility violation in the colour scheme of the moment: in
 * the gate, the screen tests check pages and dialogs.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await waitUntilLoaded(page);
  if (isLongRun) await expectAccessibleNow(page);
}

/** Expects no serious accessibility violation in either colour scheme; the light one stays. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await waitUntilLoaded(page);
  await expectAccessibleInBoth(page);
}

/** Expects that the page is no wider than its window. */
export async function expectNoHorizontalScrolling(page: Page): Promise<void> {
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overhang, `${page.url()} is wider than its window`).toBeLessThanOrEqual(0);
}
