import { expect, type Page } from "@playwright/test";
import { goTo } from "./moving.ts";
import { toast } from "./signing-in.ts";

/** Declares the one number of a pasted text, and puts its parcel into the only open package. */
export async function declareIntoPackage(
  page: Page,
  pasted: { readonly text: string; readonly trackingNumber: string },
  packageNumber: string,
): Promise<void> {
  await goTo(page, "Parcels");
  await page.getByRole("textbox", { name: "Text with tracking numbers" }).fill(pasted.text);
  await page.getByRole("button", { name: "Find tracking numbers" }).click();
  await expect(page.getByRole("list", { name: "Found tracking numbers" })).toContainText(
    pasted.trackingNumber,
  );
  await page.getByRole("button", { name: "Declare 1 parcel" }).click();
  const row = page.getByRole("row").filter({ hasText: pasted.trackingNumber });
  await expect(row).toContainText("Not in a package");
  await row.getByRole("checkbox").check({ force: true });
  await page.getByRole("button", { name: "Put into a package" }).click();
  await page.getByRole("button", { name: "Put into the package" }).click();
  await expect(toast(page, `1 parcel put into package ${packageNumber}`)).toBeVisible();
  await expect(row).toContainText(new RegExp(`In package P-\\d+ · ${packageNumber}`));
}
