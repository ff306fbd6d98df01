// Every page in every language: nothing moves, is cut off or too wide at 200 % zoom and on three more widths, no English is
// left, and axe finds nothing in either colour scheme.
import { expect, test, type APIRequestContext, type Browser, type Page } from "@playwright/test";
import { languages, splitLanguagePath, type Language } from "#platform/rules/language.ts";
import { call, fillAccount } from "./accounts.ts";
import { enterFirstWarehouse } from "./entering.ts";
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

/** The narrowest screen; 640 is a window of 1280 at 200 % zoom. */
const widths = [1280, 640, 390, 320];

const person = { fullName: "陳美儀", password: "three lamps on the quay" };
const description = "teapot and cups";

/** What people have typed, and the name and code of the warehouse. */
const typed = [
  "HK1",
  "Kwun Tong",
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
  await enterFirstWarehouse(server.address);
});

test.afterAll(async () => {
  await server?.remove();
});

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
    texts.push(...textsIn(await call<unknown>(server, request, "GET", path)));
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
      await expectAccessibleInBoth(page);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 640 });
        await expectNoHorizontalScrolling(page);
        // Charts take a moment to fit a new width.
        await softly
          .poll(() => cutTextsOf(page), `texts that are cut on ${path} at ${width} pixels`)
          .toEqual([]);
        await expectAccessibleNow(page);
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

for (const language of languages) {
  test(`every page in ${language}`, async ({ browser }) => {
    const customer = { ...person, email: `mei-${language.toLowerCase()}@customers.example` };
    const publicAddresses = publicPages.filter(
      (path) => !withoutPrefix.includes(path) && splitLanguagePath(path).language === language,
    );
    expect(publicAddresses.length).toBeGreaterThan(6);

    const visitorPage = await openPage(browser, language);
    await checkPages(visitorPage, [...publicAddresses, ...withoutPrefix], language);

    const adminPage = await openPage(browser, language);
    await call(server, adminPage.request, "POST", "/admin-sign-in", admin);
    await call(server, adminPage.request, "PUT", "/language", { language });
    await fillAccount(server, visitorPage, adminPage.request, { ...customer, description });
    await checkPages(visitorPage, customerPages, language);
    const entered = await listEnteredTexts(adminPage.request);
    await checkPages(adminPage, adminPages, language, entered);
    await visitorPage.context().close();
    await adminPage.context().close();
  });
}
