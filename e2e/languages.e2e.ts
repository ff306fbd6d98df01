// Every page of visitors and customers in Traditional Chinese: nothing moves, is cut off or too wide on the narrowest screen,
// and no English is left; pages of visitors are accessible in dark colours. The long run checks all languages and the pages
// of staff as well, at 200 % zoom and on three widths, with axe on each page in both colour schemes.
import { expect, test, type APIRequestContext, type Browser, type Page } from "@playwright/test";
import { languages, splitLanguagePath, type Language } from "#core/language.ts";
import { emailsTo } from "./mailbox.ts";
import { expectNoMotion, recordMotion } from "./motion.ts";
import { adminPages, customerPages, publicPages } from "./page-addresses.ts";
import {
  expectAccessibleInBoth,
  expectAccessibleNow,
  expectNoHorizontalScrolling,
  openInDark,
} from "./page-watch.ts";
import { admin, startServer, type Server } from "./server.ts";
import { cutTextsOf, textsOf, textsWithLatinWords, waitForContent } from "./texts.ts";

const isLongRun = process.env["SAMPAN_LONG_TESTS"] === "1";
/** The narrowest screen; 640 is a window of 1280 at 200 % zoom. */
const widths = isLongRun ? [1280, 640, 390, 320] : [320];

const person = { fullName: "陳美儀", password: "three lamps on the quay" };
const description = "teapot and cups";

/** What people have typed, and the name and code of the sandbox's warehouse. */
const typed = [
  "SAMPLE",
  "Hong Kong",
  "SF1234567890123",
  description,
  "Chen Wei",
  "Administrator",
  "@customers.example",
  ...languages.map((language) => `mei-${language.toLowerCase()}`),
  ...admin.email.split(/(?=@)/),
];

/** Public pages that have one address in all languages. */
const withoutPrefix = publicPages.filter(
  (path) =>
    splitLanguagePath(path).language === "en" &&
    !publicPages.includes(`/zh-hk${path}`.replace(/\/$/, "")),
);

let server: Server;

test.describe.configure({ mode: "serial", timeout: 480_000 });
test.use({ contextOptions: { reducedMotion: "reduce" } });

test.beforeAll(async () => {
  server = await startServer();
});

test.afterAll(async () => {
  await server?.remove();
});

async function call<Answer>(
  request: APIRequestContext,
  method: "GET" | "POST" | "PUT",
  path: string,
  data?: object,
): Promise<Answer> {
  const response = await request.fetch(`${server.address}/api${path}`, {
    method,
    headers: { origin: server.address },
    ...(data === undefined ? {} : { data }),
  });
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
  return (await response.json()) as Answer;
}

async function confirmAddress(page: Page, address: string): Promise<void> {
  let link: string | undefined;
  await expect(async () => {
    const [email] = await emailsTo(page.request, server.address, address);
    link = /https?:\S+\/auth\/callback#\S+/.exec(email?.text ?? "")?.[0];
    expect(link).toBeDefined();
  }).toPass({ timeout: 60_000, intervals: [100] });
  await page.goto(link ?? "");
  await page.waitForURL("**/dashboard");
}

/** Signs a customer up who gets a plan, money, a package and a held fee. */
async function fillAccount(
  page: Page,
  adminRequest: APIRequestContext,
  customer: { fullName: string; email: string; password: string },
): Promise<void> {
  await call(page.request, "POST", "/sign-up", customer);
  await confirmAddress(page, customer.email);
  const session = await call<{ person: { id: string } }>(page.request, "GET", "/session");
  const userId = session.person.id;
  await call(adminRequest, "POST", `/admin/users/${userId}/plan`, {
    userId,
    plan: "Super",
    reason: description,
  });
  await call(adminRequest, "POST", `/admin/users/${userId}/wallet/adjustments`, {
    userId,
    kind: "credit",
    amount: 40,
    reason: description,
    idempotencyKey: crypto.randomUUID(),
  });
  await call(page.request, "POST", "/packages", {
    trackingNumber: "SF1234567890123",
    origin: "China",
    destination: "United States",
    description,
    estimatedWeightGrams: 800,
    idempotencyKey: crypto.randomUUID(),
  });
  await call(adminRequest, "POST", `/admin/users/${userId}/wallet/holds`, {
    userId,
    amount: 12,
    reason: description,
    idempotencyKey: crypto.randomUUID(),
  });
}

/** The texts in an answer, of addresses their hosts, without English names that stand beside Chinese ones. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [URL.canParse(value) ? new URL(value).host : value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => (key === "en" ? [] : textsIn(part)));
}

/** What staff have entered for carriers, services and boxes: codes, pages, sources, and names in the reader's language. */
async function listEnteredTexts(request: APIRequestContext): Promise<string[]> {
  const texts: string[] = [];
  for (const path of ["/carriers", "/admin/shipping-services", "/admin/boxes"]) {
    texts.push(...textsIn(await call<unknown>(request, "GET", path)));
  }
  return texts.filter((text) => text !== "");
}

const softly = expect.configure({ soft: true });

async function checkPages(
  page: Page,
  paths: readonly string[],
  language: Language,
  entered: readonly string[] = [],
) {
  for (const path of paths) {
    await test.step(`${path} in ${language}`, async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await openInDark(page, `${server.address}${path}`);
      await waitForContent(page);
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      // Screen tests run axe on every page of customers and staff.
      if (isLongRun) await expectAccessibleInBoth(page);
      else if (publicPages.includes(path)) await expectAccessibleNow(page);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 640 });
        await expectNoHorizontalScrolling(page);
        // Charts take a moment to fit a new width.
        await softly
          .poll(() => cutTextsOf(page), `texts that are cut on ${path} at ${width} pixels`)
          .toEqual([]);
        if (isLongRun) await expectAccessibleNow(page);
      }
      await expectNoMotion(page);
      if (language === "en") return;
      const english = textsWithLatinWords(await textsOf(page), [...typed, ...entered]);
      expect.soft(english, `English on ${path}`).toEqual([]);
    });
  }
}

async function openPage(browser: Browser, language: Language): Promise<Page> {
  const context = await browser.newContext({
    locale: language,
    // Requests outside of the page follow no locale.
    extraHTTPHeaders: { "accept-language": language },
  });
  const page = await context.newPage();
  await recordMotion(page);
  return page;
}

for (const language of isLongRun ? languages : (["zh-Hant-HK"] as const)) {
  test(`every page in ${language}`, async ({ browser }) => {
    const customer = { ...person, email: `mei-${language.toLowerCase()}@customers.example` };
    const publicAddresses = publicPages.filter(
      (path) => !withoutPrefix.includes(path) && splitLanguagePath(path).language === language,
    );
    expect(publicAddresses.length).toBeGreaterThan(6);

    const visitorPage = await openPage(browser, language);
    await checkPages(visitorPage, [...publicAddresses, ...withoutPrefix], language);

    const adminPage = await openPage(browser, language);
    await call(adminPage.request, "POST", "/admin-sign-in", admin);
    await call(adminPage.request, "PUT", "/language", { language });
    await fillAccount(visitorPage, adminPage.request, customer);
    await checkPages(visitorPage, customerPages, language);
    if (isLongRun) {
      const entered = await listEnteredTexts(adminPage.request);
      await checkPages(adminPage, adminPages, language, entered);
    }
    await visitorPage.context().close();
    await adminPage.context().close();
  });
}
