// A customer who has parcels sent on: declares them, and asks for a package to be shipped.
import { expect, type Page } from "@playwright/test";
import { toast } from "./signing-in.ts";

type Recipient = Readonly<
  Record<"Phone" | "Street address" | "City" | "Postal code", string> & { country: string }
>;

/** Declares the numbers of a pasted text on the page of parcels. */
export async function declareParcels(page: Page, numbers: readonly string[]): Promise<void> {
  const text = `亲，已发货：\n${numbers.join("\n")}`;
  await page.getByRole("textbox", { name: "Text with tracking numbers" }).fill(text);
  await page.getByRole("button", { name: "Find tracking numbers" }).click();
  await page.getByRole("button", { name: `Declare ${numbers.length} parcels` }).click();
  await expect(page.getByRole("tab", { name: `On the way (${numbers.length})` })).toBeVisible();
}

/** Puts declared parcels into a new package to a country. */
export async function gatherInNewPackage(
  page: Page,
  numbers: readonly string[],
  { country, description }: { readonly country: string; readonly description: string },
): Promise<void> {
  for (const number of numbers) {
    await page
      .getByRole("checkbox", { name: `Select ${number}`, exact: true })
      .check({ force: true });
  }
  await page.getByRole("button", { name: "Put into a package" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/dashboard/packages/new");
  const destination = page.getByRole("combobox", { name: "Destination" });
  await destination.click();
  await destination.fill(country);
  await page.getByRole("option", { name: country, exact: true }).click();
  await page.getByLabel("Description").fill(description);
  await page.getByRole("button", { name: "Add Package" }).click();
  await expect(toast(page, "Package added successfully")).toBeVisible();
}

/** Enters where a package goes, on the page that ships it; what carriers lack is named until then. */
export async function enterRecipient(page: Page, recipient: Recipient): Promise<void> {
  await expect(page.getByText(/^Carriers do not take this recipient yet\./)).toBeVisible();
  await page.getByRole("button", { name: "Edit recipient" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit recipient" });
  for (const field of ["Phone", "Street address", "City", "Postal code"] as const) {
    await dialog.getByLabel(field, { exact: true }).fill(recipient[field]);
  }
  await dialog.getByRole("button", { name: "Save recipient" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("main")).toContainText(recipient["Street address"]);
}

/** Asks for the package to be shipped with a service, and paid by itself up to what the estimate says; returns the cap. */
export async function requestShipping(page: Page, service: string): Promise<string> {
  await page.getByRole("radio", { name: "Send it if it costs at most …" }).check();
  await page.getByRole("combobox", { name: "Service" }).click();
  await page.getByRole("option", { name: new RegExp(`^${service}: `) }).click();
  const cap = await page.getByRole("spinbutton", { name: "At most (USD)" }).inputValue();
  await page.getByRole("button", { name: "Request shipping" }).dblclick();
  await page.waitForURL("**/dashboard/ship-requests/*");
  return cap;
}

/** Expects where the open ship request stands, without a reload. */
export async function expectRequestState(page: Page, state: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 2, name: state, exact: true })).toBeVisible();
}
