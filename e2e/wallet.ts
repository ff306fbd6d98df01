import { expect, type Page } from "@playwright/test";
import { toast } from "./signing-in.ts";

/** Submits an empty amount and one below the limit; expects an error for each. */
export async function checkDepositErrors(page: Page): Promise<void> {
  const amount = page.getByLabel("Amount (USD)");
  const send = page
    .getByRole("form", { name: "Add Funds" })
    .getByRole("button", { name: "Add Funds" });
  await send.click();
  await expect(
    toast(page, "Invalid amount", "Please enter a valid amount to deposit."),
  ).toBeVisible();
  await expect(amount).toBeFocused();
  await amount.fill("0.5");
  await send.click();
  await expect(toast(page, "Invalid amount", "at least $1.00")).toBeVisible();
  await expect(amount).toHaveValue("0.5");
}

/** Starts a deposit with a double click; expects the checkout page. */
export async function startDeposit(page: Page, dollars: string): Promise<void> {
  await page.getByLabel("Amount (USD)").fill(dollars);
  await page
    .getByRole("form", { name: "Add Funds" })
    .getByRole("button", { name: "Add Funds" })
    .dblclick();
  await expect(page.getByRole("heading", { name: "Pay with card" })).toBeVisible();
}

/** Expects the message about the canceled deposit, and the wallet's URL without parameters. */
export async function expectDepositCanceled(page: Page): Promise<void> {
  await expect(toast(page, "Deposit canceled", "Your wallet deposit was canceled.")).toBeVisible();
  await page.waitForURL(/\/dashboard\/wallet$/);
}

/** Expects the dialog of a completed deposit. */
export async function expectDepositAdded(page: Page, amount: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Deposit successful" });
  await expect(dialog).toContainText(`${amount} has been added to your wallet.`);
  await page.waitForURL(/\/dashboard\/wallet$/);
}

export async function expectBalance(page: Page, amount: string): Promise<void> {
  await expect(page.getByRole("main")).toContainText(new RegExp(`Wallet Balance\\s*\\${amount}`));
}

/** Expects the rows of the history, newest first, by their accessible names. */
export async function expectHistory(page: Page, rows: readonly RegExp[]): Promise<void> {
  await page.getByRole("tab", { name: "Transaction History" }).click();
  const lines = page.getByRole("table", { name: "Transactions" }).getByRole("row");
  // The first row is the header.
  await expect(lines).toHaveCount(rows.length + 1);
  for (const [index, row] of rows.entries()) {
    await expect(lines.nth(index + 1)).toHaveAccessibleName(row);
  }
}
