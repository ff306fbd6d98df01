import { expect, type Page, type Route } from "@playwright/test";

/** Opens a page whose scripts load only when `loadScripts` is called. */
export async function openWithDelayedScripts(page: Page, address: string) {
  const held: Route[] = [];
  let isHeld = true;
  await page.route("**/assets/*.js", async (route) => {
    if (isHeld) held.push(route);
    else await route.continue();
  });
  await page.goto(address, { waitUntil: "commit" });
  const loadScripts = async () => {
    isHeld = false;
    await Promise.all(held.map((route) => route.continue()));
  };
  return { loadScripts };
}

/** Types into each field before the scripts load; expects the values to remain afterwards. */
export async function typeBeforeScripts(
  page: Page,
  address: string,
  typed: Readonly<Record<string, string>>,
): Promise<void> {
  const { loadScripts } = await openWithDelayedScripts(page, address);
  const field = (label: string) => page.getByLabel(label, { exact: true });
  for (const [label, text] of Object.entries(typed)) await field(label).pressSequentially(text);
  const last = Object.keys(typed).at(-1) ?? "";
  await expect(page.locator("form[data-waits]").first()).toBeVisible();
  await loadScripts();
  await expect(page.locator("form[data-waits]")).toHaveCount(0);
  for (const [label, text] of Object.entries(typed)) await expect(field(label)).toHaveValue(text);
  await expect(field(last)).toBeFocused();
  // Further typing is appended.
  await field(last).pressSequentially("!");
  await expect(field(last)).toHaveValue(`${typed[last]}!`);
  await page.unrouteAll({ behavior: "ignoreErrors" });
}
