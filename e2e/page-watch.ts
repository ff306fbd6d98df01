/** Watches the pages of one visitor for what must never happen on them, and looks at how accessible they are. */
import { expect, type BrowserContext, type Page } from "@playwright/test";
import axe from "axe-core";
import { untilLoaded } from "./moving.ts";

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** What a visitor's pages have complained of so far. */
export type PageWatch = { readonly complaints: readonly string[] };

/**
 * Notes console errors, uncaught errors and failed requests on every page of `context`.
 * @param refusals paths whose refusals belong to the journey, such as `/api/rpc/auth/signUp`.
 */
export function watchPages(context: BrowserContext, apiErrors: readonly string[]): PageWatch {
  const complaints: string[] = [];
  const isExpected = (address: string) =>
    URL.canParse(address) && apiErrors.includes(new URL(address).pathname);
  context.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (isExpected(message.location().url)) return;
    // Recording a journey, the browser's own tools ask for the previews of chosen files.
    if (message.location().url === "" && message.text().startsWith("Connecting to 'blob:")) return;
    complaints.push(`${message.page()?.url()} logged: ${message.text()}`);
  });
  context.on("weberror", (error) => {
    complaints.push(`${error.page()?.url()} threw: ${error.error().stack}`);
  });
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // Leaving a page ends what it was still asking for.
    if (reason === "net::ERR_ABORTED") return;
    complaints.push(`${request.method()} ${request.url()} failed: ${reason}`);
  });
  context.on("response", (response) => {
    if (response.status() < 400 || (response.status() < 500 && isExpected(response.url()))) return;
    complaints.push(`${response.request().method()} ${response.url()}: ${response.status()}`);
  });
  return { complaints };
}

/** Waits until colours stand still: half-way between two schemes they are nobody's choice. */
async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, playState }) =>
          playState !== "running" || effect?.getComputedTiming().endTime === Infinity,
      ),
  );
}

async function findBarriers(page: Page, what: axe.RunOptions): Promise<string[]> {
  await untilStill(page);
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (options) => {
    const results = await window.axe.run(document, { resultTypes: ["violations"], ...options });
    return results.violations;
  }, what);
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
}

type ColorScheme = "light" | "dark";

/** Asks for colours; the product's pages follow at once, foreign ones by style alone. */
async function chooseColors(page: Page, colorScheme: ColorScheme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.waitForFunction((scheme) => {
    const shown = document.documentElement.getAttribute("data-mantine-color-scheme");
    return shown === null || shown === scheme;
  }, colorScheme);
}

/** Opens a page in the colours of a scheme, and expects no serious barrier on it. */
export async function openWithoutBarriers(
  page: Page,
  address: string,
  colorScheme: ColorScheme,
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.goto(address);
  await untilLoaded(page);
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
  // Only colours differ between the two.
  const dark: axe.RunOptions = { runOnly: { type: "rule", values: ["color-contrast"] } };
  const barriers = await findBarriers(page, colorScheme === "dark" ? dark : { runOnly: standards });
  expect.soft(barriers, `barriers on ${address} in ${colorScheme} colours`).toEqual([]);
}

/** Expects no serious barrier on the page as it stands, in light and in dark colours. */
export async function expectNoBarriers(page: Page): Promise<void> {
  await untilLoaded(page);
  await chooseColors(page, "light");
  const barriers = await findBarriers(page, { runOnly: standards });
  await chooseColors(page, "dark");
  // Only colours differ between the two.
  barriers.push(
    ...(await findBarriers(page, { runOnly: { type: "rule", values: ["color-contrast"] } })),
  );
  await chooseColors(page, "light");
  expect.soft(barriers, `barriers on ${page.url()}`).toEqual([]);
}

/** Expects that the page is no wider than its window. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overhang, `${page.url()} is wider than its window`).toBeLessThanOrEqual(0);
}
