/** How people get from one screen to the next, and when a screen stands. */
import { expect, type Page } from "@playwright/test";

/** Waits until nothing on the page is still on its way. */
export async function untilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

/** Waits for the screen of a place; headings call some in the singular, such as 'Payment Management'. */
async function untilAt(page: Page, place: string): Promise<void> {
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toContainText(place.replace(/s$/, ""));
  await untilLoaded(page);
}

/** Goes to a place of the sidebar. */
export async function goTo(page: Page, place: string): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: place }).click();
  await untilAt(page, place);
}

/** Opens the menu, as behind every page of a phone, and goes to a place in it. */
export async function goToByMenu(page: Page, place: string): Promise<void> {
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog");
  await menu.getByRole("link", { name: place }).click();
  await expect(menu).toBeHidden();
  await untilAt(page, place);
}
