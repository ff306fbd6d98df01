import { expect, type Locator, type Page } from "@playwright/test";
import { toast } from "./signing-in.ts";

export type Parcel = {
  readonly trackingNumber: string;
  readonly kilograms: string;
  readonly destination: string;
  readonly description: string;
};

async function chooseDestination(page: Page, destination: string): Promise<void> {
  const field = page.getByRole("combobox", { name: "Destination" });
  await field.click();
  await field.fill(destination);
  await page.getByRole("option", { name: destination, exact: true }).click();
}

/** Fills in the form of a new package. */
export async function fillParcel(page: Page, parcel: Parcel): Promise<void> {
  await page
    .getByRole("textbox", { name: "Tracking number", exact: true })
    .fill(parcel.trackingNumber);
  await page.getByLabel("Estimated weight (kg)").fill(parcel.kilograms);
  await chooseDestination(page, parcel.destination);
  await page.getByLabel("Description").fill(parcel.description);
}

function addButton(page: Page) {
  return page.getByRole("button", { name: "Add Package" });
}

/** Submits missing fields, a weight of 0 and one above the limit; expects an error for each and the typed values. */
export async function checkNewPackageErrors(
  page: Page,
  parcel: Parcel,
  tooHeavy: { kilograms: string; limit: string },
): Promise<void> {
  await addButton(page).click();
  await expect(
    toast(page, "Missing information", "Please fill in all required fields."),
  ).toBeVisible();
  await fillParcel(page, { ...parcel, kilograms: "0" });
  await addButton(page).click();
  await expect(
    toast(page, "Invalid weight", "Please enter a valid weight greater than 0, or leave it empty."),
  ).toBeVisible();
  const weight = page.getByLabel("Estimated weight (kg)");
  await weight.fill(tooHeavy.kilograms);
  await addButton(page).click();
  await expect(weight).toHaveAccessibleDescription(
    new RegExp(`${tooHeavy.kilograms} kg.*${tooHeavy.limit}`),
  );
  await expect(page.getByLabel("Description")).toHaveValue(parcel.description);
}

/** Chooses images for the package. */
export async function chooseImages(
  page: Page,
  images: readonly { name: string; mimeType: string; buffer: Buffer }[],
): Promise<void> {
  await page.getByLabel("Images", { exact: true }).setInputFiles([...images]);
}

/** Saves the package as it is filled in, with a double click, and expects the list of packages. */
export async function addPackage(page: Page): Promise<void> {
  await addButton(page).dblclick();
  await expect(toast(page, "Package added successfully")).toBeVisible();
  await page.waitForURL("**/dashboard/packages");
}

/** The row of one package in the table of packages. */
export function packageRow(page: Page, trackingNumber: string) {
  return page.getByRole("row").filter({ hasText: trackingNumber });
}

/** Opens the details of one package. */
export async function openDetails(page: Page, trackingNumber: string): Promise<Locator> {
  await page.getByRole("button", { name: `View Details of ${trackingNumber}` }).click();
  const details = page.getByRole("dialog", { name: "Package Details" });
  await expect(details).toContainText(trackingNumber);
  return details;
}

/** Closes the details with the Escape key. */
export async function closeDetails(details: Locator): Promise<void> {
  await details.press("Escape");
  await expect(details).toBeHidden();
}
