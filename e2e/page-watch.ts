/** Watches the pages of one visitor for what must never happen on them, and looks at how accessible they are. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type BrowserContext, type Page } from "@playwright/test";

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What a visitor's pages have complained of so far. */
export type PageWatch = { readonly complaints: readonly string[] };

/**
 * Notes console errors, uncaught errors and failed requests on every page of `context`.
 * @param refusals paths whose refusals belong to the journey, such as `/api/rpc/people/signUp`.
 */
export function watchPages(context: BrowserContext, refusals: readonly string[]): PageWatch {
  const complaints: string[] = [];
  const isExpected = (address: string) =>
    URL.canParse(address) && refusals.includes(new URL(address).pathname);
  context.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (isExpected(message.location().url)) return;
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

async function findBarriers(page: Page, rules?: string[]): Promise<string[]> {
  // Its other mode opens a page of its own, which a waiting journey could take for a new tab.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const results = await (rules ? axe.withRules(rules) : axe.withTags(standards)).analyze();
  return results.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${page.url()} ${id}: ${node.html} ${node.failureSummary ?? ""}`),
    );
}

/** Expects no serious barrier on the page as it stands, in light and in dark colours. */
export async function expectNoBarriers(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const barriers = await findBarriers(page);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  // Only colours differ between the two.
  barriers.push(...(await findBarriers(page, ["color-contrast"])));
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect(barriers).toEqual([]);
}

/** Expects that the page is no wider than its window. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overhang, `${page.url()} is wider than its window`).toBeLessThanOrEqual(0);
}
