import { expect, type Page } from "@playwright/test";
import { toast } from "./signing-in.ts";

/** Submits without a chosen plan; expects the error. */
export async function checkSubscribingError(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(toast(page, "No plan selected", "Please select a subscription plan.")).toBeVisible();
}

/** Chooses a plan and subscribes; returns the new tab with the checkout. */
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
 * Expects the plan to become active without a reload. After a kill, an event that was being processed is retried once its
 * job's heartbeat has expired.
 */
export async function expectPlanActive(page: Page, plan: string): Promise<void> {
  const heading = page.getByRole("heading", { name: `Your ${plan} plan is active` });
  await expect(heading).toBeVisible({ timeout: 60_000 });
}

/** Expects the remaining packages of this month on the dashboard. */
export async function expectPackagesRemaining(page: Page, count: number): Promise<void> {
  const card = page.getByRole("region", { name: "Subscription Status" });
  await expect(card).toContainText(new RegExp(`Packages remaining this month\\s*${count}(?!\\d)`));
}
