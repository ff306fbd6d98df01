/** What a customer does with the wallet: adding money, and looking at what has moved. */
import { expect, type Page } from "@playwright/test";
import { toast } from "./signing-in.ts";

/** Asks for a deposit that is none, and one below the limit, and sees what is said of each. */
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

/** Asks for a deposit, pressing twice as the hasty do, and arrives at the provider's page. */
export async function startDeposit(page: Page, dollars: string): Promise<void> {
  await page.getByLabel("Amount (USD)").fill(dollars);
  await page
    .getByRole("form", { name: "Add Funds" })
    .getByRole("button", { name: "Add Funds" })
    .dblclick();
  await expect(page.getByRole("heading", { name: "Pay with card" })).toBeVisible();
}

/** Sees that the deposit was canceled, at the clean address of the wallet. */
export async function seeDepositCanceled(page: Page): Promise<void> {
  await expect(toast(page, "Deposit canceled", "Your wallet deposit was canceled.")).toBeVisible();
  await page.waitForURL(/\/dashboard\/wallet$/);
}

/** Reads in the dialog that the money has arrived. */
export async function seeDepositAdded(page: Page, amount: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Deposit successful" });
  await expect(dialog).toContainText(`${amount} has been added to your wallet.`);
  await page.waitForURL(/\/dashboard\/wallet$/);
}

/** Reads the balance on a page that shows it. */
export async function seeBalance(page: Page, amount: string): Promise<void> {
  await expect(page.getByRole("main")).toContainText(new RegExp(`Wallet Balance\\s*\\${amount}`));
}

/** Reads the history, newest first, each row as a screen reader tells it. */
export async function seeHistory(page: Page, rows: readonly RegExp[]): Promise<void> {
  await page.getByRole("tab", { name: "Transaction History" }).click();
  const lines = page.getByRole("table", { name: "Transactions" }).getByRole("row");
  // The first row holds the columns' names.
  await expect(lines).toHaveCount(rows.length + 1);
  for (const [index, row] of rows.entries()) {
    await expect(lines.nth(index + 1)).toHaveAccessibleName(row);
  }
}
