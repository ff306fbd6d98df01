import { expect, test, type Browser, type Page } from "@playwright/test";
import type { Language } from "#platform/rules/language.ts";
import { admin, startServer, type Server } from "./server.ts";

let server: Server;

test.describe.configure({ timeout: 240_000 });

test.beforeAll(async () => {
  server = await startServer();
});

test.afterAll(async () => {
  await server?.remove();
});

/** A new browser of a reader with this locale. `messages` are the languages whose files it has loaded. */
async function openBrowser(browser: Browser, locale: string) {
  const context = await browser.newContext({ locale });
  const page = await context.newPage();
  const messages = new Set<string | undefined>();
  const faults: string[] = [];
  page.on("request", (request) => {
    const language = /\/messages\/([\w-]+)\//.exec(request.url())?.[1];
    if (language !== undefined) messages.add(language);
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  return { page, messages, faults };
}

async function expectLanguage(page: Page, language: Language): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", language);
}

async function chooseLanguage(page: Page, name: string): Promise<void> {
  await page.locator("summary:has(.lucide-languages):visible").click();
  await page.getByRole("button", { name }).click();
}

/** Long enough for a page that loads itself again to do so. */
async function expectSettled(page: Page): Promise<void> {
  await expect(page.locator("main h1")).toBeVisible();
  await page.waitForTimeout(1_500);
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${server.address}/admin-login`);
  await page.locator('input[type="email"]').fill(admin.email);
  await page.locator('input[type="password"]').fill(admin.password);
  await page.locator('input[type="password"]').press("Enter");
  await page.waitForURL("**/admin/dashboard");
}

test("a visitor is offered their language, chooses one, and gets all pages in it", async ({
  browser,
}) => {
  const { page, messages, faults } = await openBrowser(browser, "zh-HK");
  await page.goto(`${server.address}/pricing`);
  await expectLanguage(page, "en");
  await page.getByRole("link", { name: "以繁體中文閱讀本頁" }).click();
  await expect(page).toHaveURL(`${server.address}/zh-hk/pricing`);
  await expectLanguage(page, "zh-Hant-HK");
  expect([...messages]).toEqual([]);
  await chooseLanguage(page, "简体中文");
  await expect(page).toHaveURL(`${server.address}/zh-cn/pricing`);
  await page.goto(`${server.address}/login`);
  await expectLanguage(page, "zh-Hans");
  await page.waitForLoadState("networkidle");
  // A document that was drawn in another language would be reported by React.
  expect(faults).toEqual([]);
  expect([...messages]).toEqual(["zh-Hans"]);
  await page.goto(`${server.address}/pricing`);
  await page.locator("[data-dismiss-offer]").click();
  await page.reload();
  await expect(page.locator("[data-dismiss-offer]")).toBeHidden();
});

test("a user's language follows them into another browser, which loads its page again once", async ({
  browser,
}) => {
  const first = await openBrowser(browser, "en-SG");
  await signIn(first.page);
  await chooseLanguage(first.page, "繁體中文");
  await expectLanguage(first.page, "zh-Hant-HK");
  await expect(first.page).toHaveURL(`${server.address}/admin/dashboard`);

  const second = await openBrowser(browser, "en-SG");
  let documents = 0;
  second.page.on("request", (request) => {
    if (request.resourceType() === "document") documents += 1;
  });
  await signIn(second.page);
  await expectLanguage(second.page, "zh-Hant-HK");
  await expectSettled(second.page);
  // The sign-in page, and the dashboard again.
  expect(documents).toBe(2);
  expect([...first.faults, ...second.faults]).toEqual([]);

  const withoutCookies = await openBrowser(browser, "en-SG");
  await withoutCookies.page.addInitScript(() => {
    Object.defineProperty(document, "cookie", { value: "", writable: true });
  });
  let loads = 0;
  withoutCookies.page.on("load", () => (loads += 1));
  await signIn(withoutCookies.page);
  await expect.poll(() => loads).toBe(2);
  await expectSettled(withoutCookies.page);
  await expectLanguage(withoutCookies.page, "en");
  expect(loads).toBe(2);
});
