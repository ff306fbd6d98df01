/** How people get from one screen to the next, and when a screen stands. */
import { expect, type Page } from "@playwright/test";

/** Waits until nothing on the page is still on its way. */
export async function untilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

/** Waits for the heading of a place; some call it in the singular, such as 'Payment Management'. */
async function untilAt(page: Page, place: string): Promise<void> {
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toContainText(place.replace(/s$/, ""));
}

async function chooseInSidebar(page: Page, place: string): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: place }).click();
  await untilAt(page, place);
}

/** Goes to a place of the sidebar. */
export async function goTo(page: Page, place: string): Promise<void> {
  await chooseInSidebar(page, place);
  await untilLoaded(page);
}

/** Opens the menu, as behind every page of a phone, and goes to a place in it. */
export async function goToByMenu(page: Page, place: string): Promise<void> {
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog");
  await menu.getByRole("link", { name: place }).click();
  await expect(menu).toBeHidden();
  await untilAt(page, place);
  await untilLoaded(page);
}

/** Goes to rooms that nobody has entered in this tab, whose files the server no longer gives. */
export async function enterWithoutFiles(page: Page, places: readonly string[]): Promise<void> {
  // The router's own list of the rooms that it can draw without asking for more.
  await page.waitForFunction(
    (count) => Object.keys(Reflect.get(window, "__reactRouterRouteModules")).length > count,
    places.length + 2,
  );
  await page.route("**/assets/**", () => new Promise(() => undefined));
  for (const place of places) await chooseInSidebar(page, place);
}
