/** A visitor who is quicker than the scripts: types into a page drawn ahead of time, and sends it off. */
import { expect, type Page, type Route } from "@playwright/test";

/** Opens a page whose scripts do not come before `letCome` is called. */
export async function openWithLateScripts(page: Page, address: string) {
  const held: Route[] = [];
  let isHeld = true;
  await page.route("**/assets/*.js", async (route) => {
    if (isHeld) held.push(route);
    else await route.continue();
  });
  await page.goto(address, { waitUntil: "commit" });
  const letCome = async () => {
    isHeld = false;
    await Promise.all(held.map((route) => route.continue()));
  };
  return { letCome };
}

/** Types into each field before the scripts come, and sees everything as typed once they are there. */
export async function typeBeforeScripts(
  page: Page,
  address: string,
  typed: Readonly<Record<string, string>>,
): Promise<void> {
  const { letCome } = await openWithLateScripts(page, address);
  const field = (label: string) => page.getByLabel(label, { exact: true });
  for (const [label, text] of Object.entries(typed)) await field(label).pressSequentially(text);
  const last = Object.keys(typed).at(-1) ?? "";
  await expect(page.locator("form[data-waits]").first()).toBeVisible();
  await letCome();
  await expect(page.locator("form[data-waits]")).toHaveCount(0);
  for (const [label, text] of Object.entries(typed)) await expect(field(label)).toHaveValue(text);
  await expect(field(last)).toBeFocused();
  // What is typed on is added to what was there.
  await field(last).pressSequentially("!");
  await expect(field(last)).toHaveValue(`${typed[last]}!`);
  await page.unrouteAll({ behavior: "ignoreErrors" });
}
