// The main job in Simplified Chinese on a phone: from the landing page to a delivered package.
import { expect, test, type Page } from "@playwright/test";
import { emailsTo } from "./mailbox.ts";
import { payWithGoodCard } from "./paying.ts";
import { admin, startServer, type Server } from "./server.ts";
import { wordsOf } from "./words.ts";

const { text, pattern } = wordsOf("zh-Hans");
const customer = {
  fullName: "陈美仪",
  email: "chen@customers.example",
  password: "three lamps on the quay",
};

let server: Server;

test.describe.configure({ timeout: 240_000 });
test.use({
  locale: "zh-CN",
  viewport: { width: 390, height: 844 },
  contextOptions: { reducedMotion: "reduce" },
});

test.beforeAll(async () => {
  server = await startServer();
});

test.afterAll(async () => {
  await server?.remove();
});

async function register(page: Page): Promise<void> {
  await page.goto(`${server.address}/zh-cn/`);
  await page.locator('main a[href^="/register"]').first().click();
  await page.getByLabel(text("common.fullName")).fill(customer.fullName);
  await page.getByLabel(text("common.email")).fill(customer.email);
  await page.getByLabel(text("common.password"), { exact: true }).fill(customer.password);
  await page.getByRole("button", { name: text("auth.createAccount") }).click();
  await page.waitForURL("**/login");
  let link: string | undefined;
  await expect(async () => {
    const [email] = await emailsTo(page.request, server.address, customer.email);
    expect(email?.subject).toBe(text("emails.verifyEmail.subject"));
    link = /https?:\S+\/auth\/callback#\S+/.exec(email?.text ?? "")?.[0];
    expect(link).toBeDefined();
  }).toPass({ timeout: 60_000, intervals: [100] });
  await page.goto(link ?? "");
  await page.waitForURL("**/dashboard");
}

async function subscribe(page: Page): Promise<void> {
  await page.goto(`${server.address}/dashboard/upgrade`);
  await page.getByRole("radio", { name: /^Super/ }).check();
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: text("plans.subscribe") }).click();
  const checkout = await opening;
  await payWithGoodCard(checkout);
  await expect(checkout.getByRole("heading", { name: pattern("plans.planActive") })).toBeVisible({
    timeout: 60_000,
  });
  await checkout.close();
}

async function addFunds(page: Page): Promise<void> {
  await page.goto(`${server.address}/dashboard/wallet`);
  await page.getByLabel(text("wallet.amountUsd")).fill("250");
  const form = page.getByRole("form", { name: text("common.addFunds") });
  await form.getByRole("button", { name: text("common.addFunds") }).click();
  await payWithGoodCard(page);
  const dialog = page.getByRole("dialog", { name: text("wallet.dialog.added") });
  await expect(dialog).toContainText("US$250.00");
}

async function addPackage(page: Page): Promise<void> {
  await page.goto(`${server.address}/dashboard/packages/new`);
  await page
    .getByRole("textbox", { name: text("common.trackingNumber"), exact: true })
    .fill("SF1234567890123");
  const destination = page.getByRole("combobox", { name: text("common.destination") });
  await destination.click();
  await destination.fill("美国");
  await page.getByRole("option", { name: "美国", exact: true }).click();
  await page.getByLabel(text("common.description")).fill("陶瓷茶壶");
  await page.getByRole("button", { name: text("packages.addPackage") }).click();
  await page.waitForURL("**/dashboard/packages");
}

test("from the landing page to a delivered package, in Simplified Chinese on a phone", async ({
  page,
  browser,
}) => {
  await register(page);
  await subscribe(page);
  await addFunds(page);
  await addPackage(page);

  const adminContext = await browser.newContext();
  const { request } = adminContext;
  const headers = { origin: server.address };
  await request.post(`${server.address}/api/admin-sign-in`, { headers, data: admin });
  const listed = await request.get(`${server.address}/api/admin/shipments`);
  const { items } = (await listed.json()) as { items: { id: string }[] };
  const packageId = items[0]?.id;
  const moved = await request.put(`${server.address}/api/admin/shipments/${packageId}/status`, {
    headers,
    data: { packageId, status: "delivered" },
  });
  expect(moved.ok(), await moved.text()).toBe(true);
  await adminContext.close();

  await page.reload();
  await page
    .getByRole("button", { name: /SF1234567890123/ })
    .first()
    .click();
  const details = page.getByRole("dialog", { name: text("package-details.details") });
  await expect(details).toContainText("陶瓷茶壶");
  await expect(details).toContainText(text("common.packageStatus.delivered"));
  await expect(async () => {
    const [email] = await emailsTo(page.request, server.address, customer.email);
    expect(email?.text).toContain("SF1234567890123");
    expect(email?.text).toMatch(/[一-鿿]/);
  }).toPass({ timeout: 30_000, intervals: [200] });
});
