import { expect, test, type Page } from "@playwright/test";
import { warehouseFields } from "#test/warehouses.ts";
import { startServer, type Server } from "./server.ts";
import { signInAsAdmin, toast } from "./signing-in.ts";

let server: Server;

test.describe.configure({ timeout: 240_000 });

test.beforeAll(async () => {
  server = await startServer();
});

test.afterAll(async () => {
  await server?.remove();
});

const nothing = /Besides plan and freight nothing has a price here/;

async function enterWarehouse(page: Page): Promise<void> {
  await page.goto(`${server.address}/admin/dashboard/warehouses`);
  await page.getByRole("link", { name: "Enter a warehouse" }).first().click();
  const fields = warehouseFields();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(fields.name);
  const { province, city, district, street } = fields.address.en;
  await page.getByRole("textbox", { name: "Province or region" }).fill(province);
  await page.getByRole("textbox", { name: "City or area" }).fill(city);
  await page.getByRole("textbox", { name: "District" }).fill(district);
  await page.getByRole("textbox", { name: "Street address" }).fill(street);
  await page.getByRole("textbox", { name: "Phone" }).fill(fields.phone);
  await page.getByRole("textbox", { name: "Postal code" }).fill(fields.postalCode);
  await page.getByRole("button", { name: "Save warehouse" }).click();
  await expect(toast(page, "Warehouse saved")).toBeVisible();
}

/** Accepts whatever is suggested above the table of a page, and expects how much that is. */
async function acceptOn(page: Page, path: string, count: number): Promise<void> {
  await page.goto(`${server.address}${path}`);
  const accept = page.getByRole("button", { name: /^Accept: / });
  await expect(accept).toHaveCount(count);
  for (let left = count; left > 0; left -= 1) {
    await accept.first().click();
    await expect(accept).toHaveCount(left - 1);
  }
}

test("an operator enters a warehouse, accepts what is suggested and opens it, and the public pages then list it", async ({
  page,
  browser,
}) => {
  const visitor = await (await browser.newContext({ locale: "en-US" })).newPage();
  for (const path of ["/pricing", "/help"]) {
    await visitor.goto(`${server.address}${path}`);
    await expect(visitor.getByText(nothing)).toBeVisible();
  }

  await signInAsAdmin(page, server.address);
  await acceptOn(page, "/admin/dashboard/lanes", 2);
  await expect(page.getByRole("row").filter({ hasText: "United States" })).toHaveCount(2);
  await enterWarehouse(page);
  await acceptOn(page, "/admin/dashboard/storage-rates", 1);
  await expect(page.getByRole("row").filter({ hasText: "Valid now" })).toContainText("14 days");
  await acceptOn(page, "/admin/dashboard/packing-prices", 13);
  await expect(page.getByRole("table", { name: "Extra services" })).toContainText("Bubble wrap");
  await acceptOn(page, "/admin/dashboard/services", 6);
  await expect(page.getByRole("table")).toContainText("By way of Singapore, air");

  await visitor.goto(`${server.address}/pricing`);
  await expect(visitor.getByText(nothing)).toBeVisible();
  await page.goto(`${server.address}/admin/dashboard/warehouses`);
  await page.getByRole("button", { name: /^Open / }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await expect(toast(page, "Warehouse opened")).toBeVisible();

  for (const path of ["/pricing", "/help"]) {
    await visitor.goto(`${server.address}${path}`);
    await expect(visitor.getByText(/^Bubble wrap: \$1\.10 for each package$/)).toBeVisible();
    await expect(visitor.getByText(/^Premium: 90 days free/)).toBeVisible();
    await expect(visitor.getByText(nothing)).toHaveCount(0);
  }
});
