import { expect, type Locator, type Page } from "@playwright/test";
import { toast } from "./signing-in.ts";

/** Opens the details of a package, found by the end of its tracking number. */
export async function openShipment(page: Page, trackingNumber: string): Promise<Locator> {
  const search = page.getByRole("textbox", { name: "Search packages" });
  await search.fill(trackingNumber.slice(-6));
  await search.press("Enter");
  await page.waitForURL(/search=/);
  await page.getByRole("button", { name: `View details of ${trackingNumber}` }).click();
  const dialog = page.getByRole("dialog", { name: `Package Details - ${trackingNumber}` });
  await expect(dialog.getByRole("heading", { name: "Shipping legs" })).toBeVisible();
  await openByHand(dialog);
  return dialog;
}

/** Opens what the desks do by themselves, which is folded once there is a warehouse. */
export async function openByHand(dialog: Locator): Promise<void> {
  const byHand = dialog.getByRole("button", { name: "By hand" });
  if (await byHand.isVisible()) await byHand.click();
}

/** Sets the status of one leg. */
export async function setLegStatus(
  page: Page,
  dialog: Locator,
  legNumber: number,
  status: string,
): Promise<void> {
  const select = dialog.getByRole("combobox", { name: `Status of leg ${legNumber}` });
  await select.click();
  await page.getByRole("option", { name: status, exact: true }).click();
  await expect(toast(page, "Leg status updated successfully.")).toBeVisible();
  await expect(select).toHaveValue(status);
}

/** Expects a value in the details of a package, such as its status. */
export async function expectFact(dialog: Locator, term: string, value: string): Promise<void> {
  const facts = dialog.getByRole("region", { name: "Package information" });
  await expect(facts.getByRole("term").filter({ hasText: term }).first()).toBeVisible();
  await expect(facts).toContainText(new RegExp(`${term}\\s*${value}`));
}

/** Writes the weight measured at the consolidation point. */
export async function writeFinalWeight(
  page: Page,
  dialog: Locator,
  kilograms: string,
): Promise<void> {
  await dialog.getByLabel("Final weight (kg)").fill(kilograms);
  await dialog.getByRole("button", { name: "Save weight" }).dblclick();
  await expect(toast(page, `Final weight: ${kilograms} kg`)).toBeVisible();
}

/** Opens the wallet's dialog for the fee of one leg. */
export async function openFee(page: Page, dialog: Locator, legNumber: number): Promise<Locator> {
  await dialog.getByRole("button", { name: `Charge a shipping fee for leg ${legNumber}` }).click();
  const wallet = page.getByRole("dialog", { name: "Adjust wallet" });
  await expect(wallet.getByLabel("Amount (USD)")).toBeFocused();
  return wallet;
}

/** Submits a missing, a negative and a too large fee; expects an error for each. */
export async function checkFeeErrors(page: Page, wallet: Locator): Promise<void> {
  const send = wallet.getByRole("button", { name: "Deduct fee" });
  const amount = wallet.getByLabel("Amount (USD)");
  await send.click();
  await expect(
    toast(page, "Missing Information", "Please fill in all required fields."),
  ).toBeVisible();
  await amount.fill("-3");
  await send.click();
  await expect(
    toast(page, "Invalid Amount", "Please enter a valid positive amount."),
  ).toBeVisible();
  await amount.fill("99999");
  await send.click();
  await expect(
    toast(
      page,
      "Insufficient Balance",
      "User doesn't have enough wallet balance for this deduction.",
    ),
  ).toBeVisible();
  await expect(amount).toHaveValue("99999");
}

/** Deducts a fee, with a double click, and expects the remaining balance. */
export async function deductFee(
  wallet: Locator,
  fee: { dollars: string; balance: string },
): Promise<void> {
  await wallet.getByLabel("Amount (USD)").fill(fee.dollars);
  await expect(wallet).toContainText(new RegExp(`Resulting balance\\s*\\${fee.balance}`));
  await wallet.getByRole("button", { name: "Deduct fee" }).dblclick();
  await expect(wallet).toContainText("Fee deducted");
  await expect(wallet).toContainText(new RegExp(`Balance now\\s*\\${fee.balance}`));
  await wallet.getByRole("button", { name: "Done" }).click();
  await expect(wallet).toBeHidden();
}
