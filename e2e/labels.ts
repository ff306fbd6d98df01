import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import { drawQrCode } from "#platform/server/adapters/files/draw-qr-code.ts";
import { openByHand } from "./admin.ts";
import { toast } from "./signing-in.ts";

/** Generates the QR code of a leg; expects it in the dialog and in the package's history. */
async function generateCode(page: Page, dialog: Locator, legNumber: number): Promise<void> {
  await dialog.getByRole("button", { name: `Generate QR code of leg ${legNumber}` }).click();
  await expect(toast(page, `QR code of leg ${legNumber} generated`)).toBeVisible();
  const picture = dialog.getByRole("img", { name: `QR code of leg ${legNumber}` });
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  await expect(dialog.getByRole("region", { name: "History" })).toContainText(
    `Leg ${legNumber}: QR code generated`,
  );
}

/** Prints the label of a leg; returns the URL in its QR code, also of the download. */
async function printLabel(page: Page, dialog: Locator, legNumber: number): Promise<string> {
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: `Download the QR code of leg ${legNumber}` }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(new RegExp(`-leg-${legNumber}\\.png$`));
  await dialog.getByRole("link", { name: `Print label of leg ${legNumber}` }).click();
  await page.waitForURL("**/admin/dashboard/labels/*");
  const { origin, pathname } = new URL(page.url());
  const scanned = `${origin}/scan/${pathname.split("/").at(-1)}`;
  expect(await readFile(await download.path())).toEqual(Buffer.from(await drawQrCode(scanned)));
  const label = page.getByRole("region", { name: "Label" });
  await expect(label.getByRole("img", { name: `QR code of leg ${legNumber}` })).toBeVisible();
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "yes");
  });
  await page.getByRole("button", { name: "Print label" }).click();
  await expect(page.locator("body[data-printed=yes]")).toHaveCount(1);
  return scanned;
}

/** Generates the code of a leg and prints its label; returns the URL of the code. */
export async function labelPackage(
  page: Page,
  dialog: Locator,
  legNumber: number,
): Promise<string> {
  await generateCode(page, dialog, legNumber);
  return await printLabel(page, dialog, legNumber);
}

/** Opens a code without being an admin: the same page as for a code that does not exist. */
export async function scanSignedOut(
  page: Page,
  scanned: string,
  home: string,
  secret: string,
): Promise<void> {
  const headings: string[] = [];
  for (const address of [scanned, scanned.replace(/[^/]+$/, crypto.randomUUID())]) {
    await page.goto(address);
    await page.waitForURL(`**${home}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    headings.push(await page.getByRole("heading", { level: 1 }).innerText());
    expect(await page.content()).not.toContain(secret);
  }
  expect(headings[0]).toBe(headings[1]);
}

/** Opens a code as an admin; expects its package. */
export async function scanAsAdmin(
  page: Page,
  scanned: string,
  trackingNumber: string,
): Promise<Locator> {
  await page.goto(scanned);
  const dialog = page.getByRole("dialog", { name: `Package Details - ${trackingNumber}` });
  await expect(dialog.getByRole("heading", { name: "Shipping legs" })).toBeVisible();
  await openByHand(dialog);
  await expect(dialog.getByRole("heading", { name: "QR codes" })).toBeVisible();
  return dialog;
}

/** Deletes the code of a leg; expects that its URL no longer works. */
export async function deleteCode(
  page: Page,
  dialog: Locator,
  { legNumber, scanned }: { legNumber: number; scanned: string },
): Promise<void> {
  await dialog.getByRole("button", { name: `Delete the QR code of leg ${legNumber}` }).click();
  const confirmation = page.getByRole("dialog", { name: "Delete this QR code?" });
  await confirmation.getByRole("button", { name: "Delete QR code" }).click();
  await expect(toast(page, `QR code of leg ${legNumber} deleted`)).toBeVisible();
  await page.goto(scanned);
  await expect(page.getByText("Unknown QR code")).toBeVisible();
}
