import { expect, type Page } from "@playwright/test";

/** Waits until nothing on the page is loading. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

/** Waits for the page's heading, which may use the singular, such as 'Payment Management'. */
async function waitForPage(page: Page, name: string): Promise<void> {
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toContainText(name.replace(/s$/, ""));
}

async function chooseInSidebar(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: name }).click();
  await waitForPage(page, name);
}

/** Opens a page by its link in the sidebar. */
export async function goTo(page: Page, name: string): Promise<void> {
  await chooseInSidebar(page, name);
  await waitUntilLoaded(page);
}

/** Opens a page by its link in the mobile menu. */
export async function goToByMenu(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog");
  await menu.getByRole("link", { name: name }).click();
  await expect(menu).toBeHidden();
  await waitForPage(page, name);
  await waitUntilLoaded(page);
}

/** Opens pages that were only prefetched, while their scripts are no longer served. */
export async function openPrefetchedPages(page: Page, names: readonly string[]): Promise<void> {
  // The router adds links to the scripts and styles of the pages in the sidebar.
  await page.waitForFunction(() => {
    const selector = "link[rel=modulepreload], link[rel=prefetch]";
    const links = [...document.querySelectorAll<HTMLLinkElement>(selector)];
    const loaded = new Set(performance.getEntriesByType("resource").map(({ name }) => name));
    return (
      links.some(({ rel }) => rel === "prefetch") && links.every(({ href }) => loaded.has(href))
    );
  });
  // Styles are prefetched into the browser's cache, which a route turns off.
  await page.route("**/assets/*.js", () => new Promise(() => undefined));
  for (const name of names) await chooseInSidebar(page, name);
}
