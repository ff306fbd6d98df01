// What staff do at the desks of the warehouse, with the keys that a scanner types.
import { expect, type Page } from "@playwright/test";
import { waitUntilLoaded } from "./moving.ts";

type Photo = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/** What a scanner and a keyboard send. */
async function enter(page: Page, line: string): Promise<void> {
  await page.keyboard.type(line);
  await page.keyboard.press("Enter");
}

/** Receives parcels at the desk, each with its weight in kilograms and one photo. */
export async function receiveParcels(
  page: Page,
  parcels: readonly (readonly [number: string, kilograms: string])[],
  photo: Photo,
): Promise<void> {
  await page.getByRole("link", { name: "Receiving", exact: true }).click();
  await page.getByRole("button", { name: "Start receiving" }).click();
  for (const [number, kilograms] of parcels) {
    await expect(page.getByText("Ready to scan")).toBeVisible();
    await enter(page, number);
    await expect(page.getByRole("heading", { level: 2, name: "Matched" })).toBeVisible();
    await page.locator("input[type=file]").setInputFiles(photo);
    await expect(page.locator("img[src^='blob:']")).toHaveCount(1);
    // No battery.
    await page.keyboard.type("b");
    await enter(page, kilograms);
    await enter(page, "15 10 6");
    await page.keyboard.press("Enter");
  }
  await expect(page.getByText("Waiting to be sent 0")).toBeVisible();
  await page.getByRole("link", { name: "Admin area" }).click();
}

/** Scans a parcel of somebody else, then all of the package into the box; expects that the wrong one blocks. */
export async function scanIntoBox(page: Page, numbers: readonly string[]): Promise<void> {
  await page.getByRole("link", { name: "Packing", exact: true }).click();
  await page.getByRole("button", { name: /^Open SR\d+/ }).click();
  await expect(page.getByRole("textbox", { name: /^Scan a parcel/ })).toBeFocused();
  await enter(page, "SF9000000000099");
  await expect(page.getByRole("heading", { name: "Wrong parcel" })).toBeVisible();
  await page.keyboard.press("Enter");
  for (const number of numbers) await enter(page, number);
  await expect(page.getByRole("heading", { name: "All parcels are in the box" })).toBeVisible();
}

/** Takes both photos with the space bar, weighs, measures and closes the box. */
export async function closeBox(
  page: Page,
  box: { readonly photo: Photo; readonly kilograms: string; readonly centimeters: string },
): Promise<void> {
  for (const kind of ["Open box", "On the scale"]) {
    await page.keyboard.press("Space");
    await page.locator("input[type=file]").setInputFiles(box.photo);
    await expect(
      page.getByRole("button", { name: `Taken. Take another photo: ${kind}` }),
    ).toBeVisible();
  }
  await enter(page, box.kilograms);
  await enter(page, box.centimeters);
  await page.getByRole("button", { name: "Close the box" }).dblclick();
  await expect(page.getByRole("heading", { name: "Closed box" })).toBeVisible();
}

/** Makes the label of the only package that waits for one; returns its number and the address of the PDF. */
export async function makeLabel(page: Page): Promise<{ number: string; pdf: string }> {
  await page.getByRole("link", { name: "Dispatch", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Labels");
  await waitUntilLoaded(page);
  await page.getByRole("button", { name: /^Make label for / }).click();
  const made = page.getByRole("status").filter({ hasText: "Label made" });
  const [, number = ""] = /Number ([A-Z0-9]+)/.exec(await made.innerText()) ?? [];
  await page.getByText("Not handed over").click();
  await expect(page.getByRole("row").filter({ hasText: number })).toBeVisible();
  const pdf = await page.getByRole("link", { name: /^Print the label of / }).getAttribute("href");
  return { number, pdf: pdf ?? "" };
}

async function sign(page: Page): Promise<void> {
  const pad = page.getByRole("img", { name: "Signature" });
  const { x = 0, y = 0 } = (await pad.boundingBox()) ?? {};
  await page.mouse.move(x + 30, y + 40);
  await page.mouse.down();
  await page.mouse.move(x + 90, y + 80, { steps: 4 });
  await page.mouse.move(x + 150, y + 50, { steps: 4 });
  await page.mouse.up();
}

/** Scans a label into a manifest, closes it and hands it over with a name and a signature. */
export async function handOver(page: Page, number: string): Promise<void> {
  // The tab beside the labels.
  await page.getByRole("link", { name: "Manifests", exact: true }).click();
  await page.getByRole("button", { name: "Open manifest" }).click();
  await expect(page.getByRole("textbox", { name: "Scan a label" })).toBeFocused();
  await enter(page, number);
  await expect(page.getByRole("heading", { name: `Added: ${number}` })).toBeVisible();
  await page.getByRole("button", { name: "Close and print" }).click();
  await page.getByRole("button", { name: "Hand over", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByRole("textbox", { name: "Name of the person who collects them" })
    .fill("Driver Lam");
  await sign(page);
  await dialog.getByRole("button", { name: "Hand over" }).dblclick();
  await expect(page.getByText("Handed over to Driver Lam")).toBeVisible();
  await expect(page.getByRole("button", { name: `Take back ${number}` })).toBeVisible();
}
