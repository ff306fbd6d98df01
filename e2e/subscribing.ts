/** What a customer does to get a plan. */
import { expect, type Page } from "@playwright/test";
import { toast } from "./signing-in.ts";

/** Presses Subscribe before choosing, and sees what is said. */
export async function checkSubscribingError(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(toast(page, "No plan selected", "Please select a subscription plan.")).toBeVisible();
}

/** Chooses a plan, presses Subscribe and goes to the tab in which the provider's page opens. */
export async function openCheckoutFor(
  page: Page,
  plan: string,
  press: "click" | "dblclick" = "click",
): Promise<Page> {
  await page.getByRole("radio", { name: new RegExp(`^${plan}`) }).check();
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Subscribe" })[press]();
  const checkout = await opening;
  await expect(checkout.getByRole("heading", { name: "Pay with card" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Waiting for your payment" })).toBeVisible();
  return checkout;
}

/**
 * Sees, without touching the page, that the plan is active. After a kill a payment that was being entered is taken up
 * again once the server that did so counts as lost.
 */
export async function seePlanActive(page: Page, plan: string): Promise<void> {
  const heading = page.getByRole("heading", { name: `Your ${plan} plan is active` });
  await expect(heading).toBeVisible({ timeout: 60_000 });
}

/** Reads what is left of the plan this month on the dashboard. */
export async function seePackagesRemaining(page: Page, count: number): Promise<void> {
  const card = page.getByRole("region", { name: "Subscription Status" });
  await expect(card).toContainText(new RegExp(`Packages remaining this month\\s*${count}(?!\\d)`));
}
