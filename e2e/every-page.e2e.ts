/** Every page of the product for those who cannot see, point or read small print; tabs that agree; old addresses. */
import { expect, test, type Page } from "@playwright/test";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#web/routes.ts";
import { confirmAddress, register, signIn, signInAsAdmin } from "./signing-in.ts";
import { openWithLateScripts, typeBeforeScripts } from "./early-typing.ts";
import { expectStillness, motionOn, recordMotion } from "./motion.ts";
import { enterWithoutFiles, goTo, untilLoaded } from "./moving.ts";
import { expectNoSidewaysScrolling, openWithoutBarriers } from "./page-watch.ts";
import { seePublicPages, seePublicPagesAsMember } from "./public-pages.ts";
import { startServer, type Server } from "./server.ts";

const ines = {
  fullName: "Inês Carvalho",
  email: "ines@customers.example",
  password: "three lamps on the quay",
};

let server: Server;

test.describe.configure({ mode: "serial", timeout: 480_000 });
test.use({ contextOptions: { reducedMotion: "reduce" } });

test.beforeAll(async () => {
  server = await startServer();
});

test.beforeEach(async ({ page }) => {
  await recordMotion(page);
});

test.afterAll(async () => {
  await server?.remove();
});

/** The addresses of all routes, what is optional in them left out. */
function addressesOf(entries: readonly RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap(({ path, children }) => {
    const address = path === undefined ? above : `${above}/${path}`;
    return children ? addressesOf(children, address) : [address];
  });
}

const addresses = addressesOf(routes as readonly RouteConfigEntry[]).map(
  (address) => address.replace(/\/:\w+\?$/, "").replace(/\/\*$/, "/no-such-page") || "/",
);
const ofAdmin = addresses.filter((address) => address.startsWith("/admin/"));
const ofCustomers = addresses.filter((address) => address.startsWith("/dashboard"));
// The callback says what came of a link and goes on by itself; its tests of the screen look at it.
const ofStrangers = addresses.filter(
  (address) => ![...ofAdmin, ...ofCustomers, "/auth/callback"].includes(address),
);

/** Every page as it stands: barriers in both colour schemes, at 200 % zoom, and on the narrowest screen. */
async function lookAt(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await openWithoutBarriers(page, `${server.address}${path}`, "dark");
      await openWithoutBarriers(page, `${server.address}${path}`, "light");
      for (const width of [640, 320]) {
        await page.setViewportSize({ width, height: 400 });
        await expectNoSidewaysScrolling(page);
      }
      await expectStillness(page);
    });
  }
}

/** Goes through the page with the Tab key: the focus is always on something that is seen, and seen to have it. */
async function walkByKeyboard(page: Page, path: string): Promise<void> {
  await page.goto(`${server.address}${path}`);
  await untilLoaded(page);
  // A mark that fades would still be there for a moment after the focus has gone.
  await page.addStyleTag({ content: "* { transition: none !important }" });
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const walked: string[] = [];
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press("Tab");
    const focus = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      const { top, bottom, width, height } = element.getBoundingClientRect();
      const isSeen = width > 0 && height > 0 && bottom > 0 && top < innerHeight;
      // The mark may be drawn on the element, on what holds it, or on what stands for it.
      const { parentElement, nextElementSibling } = element;
      const drawn = [element, parentElement, parentElement?.parentElement, nextElementSibling];
      const looks = () =>
        drawn
          .filter((part) => part instanceof Element)
          .map((part) => {
            const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(part);
            return [outline, boxShadow, borderColor, backgroundColor].join();
          })
          .join();
      const marked = looks();
      (element as HTMLElement).blur();
      const isMarked = looks() !== marked;
      (element as HTMLElement).focus({ preventScroll: true });
      return { name: element.outerHTML.slice(0, 120), isSeen, isMarked };
    });
    if (focus === null) break;
    expect.soft(focus, `${path}, step ${step + 1}`).toMatchObject({ isSeen: true, isMarked: true });
    walked.push(focus.name);
  }
  expect(walked.length, `places that the Tab key comes to on ${path}`).toBeGreaterThan(4);
}

test("every page for strangers", async ({ page }) => {
  await lookAt(page, ofStrangers);
  for (const path of ["/", "/login", "/register"]) await walkByKeyboard(page, path);
});

test("the public pages are whole without scripts, and a chosen plan reaches the registration", async ({
  page,
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await seePublicPages(plain, server.address);
  await plain.goto(`${server.address}/pricing`);
  await plain.getByRole("link", { name: "Choose Super" }).click();
  await plain.waitForURL("**/register?plan=super");
  await context.close();

  await page.goto(`${server.address}/pricing`);
  await page.getByRole("link", { name: "Choose Premium" }).click();
  await expect(page.getByRole("heading", { name: "Sign up for the Premium plan" })).toBeVisible();
});

test("a public page that is left open follows the system's colours", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(`${server.address}/`);
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
  }
});

test("what moves is noted where nobody asked for stillness", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto(`${server.address}/login`);
  await expect.poll(() => motionOn(page)).not.toEqual([]);
});

test("the doors stand before their scripts, and keep what is typed into them", async ({ page }) => {
  const password = "three lamps on the quay";
  await typeBeforeScripts(page, `${server.address}/login`, {
    Email: ines.email,
    Password: password,
  });
  await typeBeforeScripts(page, `${server.address}/admin-login`, {
    "Admin email": ines.email,
    Password: password,
  });
  await typeBeforeScripts(page, `${server.address}/reset-password#token=made-up`, {
    "New password": password,
  });
  await typeBeforeScripts(page, `${server.address}/register?plan=super`, {
    "Full name": ines.fullName,
    Email: ines.email,
    Password: password,
  });
  await expect(page.getByRole("heading", { name: "Sign up for the Super plan" })).toBeVisible();

  // Sent off too early, it goes as soon as it can, and never into the address.
  const { letCome } = await openWithLateScripts(page, `${server.address}/login`);
  await page.getByLabel("Email").fill("nobody@customers.example");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await expect(page.locator("form[data-sent]")).toBeVisible();
  await letCome();
  await expect(page.getByText("Invalid email or password.").first()).toBeVisible();
  expect(page.url()).toBe(`${server.address}/login`);
});

test("every page of the office", async ({ page }) => {
  await signInAsAdmin(page, server.address);
  await lookAt(page, ofAdmin);
});

test("every page for customers, and two tabs that agree", async ({ page, context }) => {
  await page.goto(`${server.address}/register`);
  await register(page, ines);
  await confirmAddress(page, server.address, ines.email);
  await lookAt(page, ofCustomers);
  await page.setViewportSize({ width: 1280, height: 800 });
  await seePublicPagesAsMember(page, server.address);
  for (const path of ["/dashboard/profile", "/dashboard/settings"])
    await walkByKeyboard(page, path);

  await page.goto(`${server.address}/dashboard/settings`);
  await untilLoaded(page);
  await page.getByRole("button", { name: "View Sessions" }).click();
  await expect(page.getByRole("dialog").getByText("This session")).toBeVisible();
  await expectStillness(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await goTo(page, "Wallet");
  await expectStillness(page);

  const other = await context.newPage();
  await other.goto(`${server.address}/dashboard/wallet?tab=history`);
  await untilLoaded(other);
  await page.getByRole("button", { name: "Log out" }).click();
  await other.waitForURL("**/login");
  await page.goto(`${server.address}/login`);
  await signIn(page, ines);
  await other.waitForURL("**/dashboard/wallet?tab=history");
  await goTo(other, "Settings");

  const third = await context.newPage();
  await third.goto(`${server.address}/dashboard`);
  await enterWithoutFiles(third, [
    "My Packages",
    "Track Shipment",
    "Wallet",
    "Profile",
    "Settings",
  ]);
});

test("old addresses lose a platform's token and get their ampersands back, but for the callback's", async ({
  page,
}) => {
  const opened = async (path: string) => {
    await page.goto(`${server.address}${path}`);
    return page.url().slice(server.address.length);
  };
  expect(await opened("/pricing?__host_token=abc&plan=basic")).toBe("/pricing?plan=basic");
  expect(await opened("/register?plan=super~and~platform_token=x~and~a=1")).toBe(
    "/register?plan=super&a=1",
  );
  const callback = "/auth/callback?error=denied~and~__host_token=x";
  expect(await opened(callback)).toBe(callback);
});
