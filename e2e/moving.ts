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
  await page
    .getByRole("navigation", { name: /^(Main|Warehouse)$/ })
    .getByRole("link", { name, exact: true })
    .click();
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
  await menu.getByRole("link", { name, exact: true }).click();
  await expect(menu).toBeHidden();
  await waitForPage(page, name);
  await waitUntilLoaded(page);
}

/** Opens pages that were only prefetched, while their scripts are no longer served. */
export async function openPrefetchedPages(page: Page, names: readonly string[]): Promise<void> {
  // The router's list of loaded route modules.
  await page.waitForFunction(
    (count) => Object.keys(Reflect.get(window, "__reactRouterRouteModules")).length > count,
    names.length + 2,
  );
  await page.route("**/assets/*.js", () => new Promise(() => undefined));
  for (const name of names) await chooseInSidebar(page, name);
}
