import { expect, test, type Page } from "@playwright/test";
import { fillAccount } from "./accounts.ts";
import { confirmAddress, register, signIn, signInAsAdmin } from "./signing-in.ts";
import { openWithDelayedScripts, typeBeforeScripts } from "./early-typing.ts";
import { expectNoMotion, motionOn, recordMotion } from "./motion.ts";
import { goTo, goToByMenu, openPrefetchedPages, waitUntilLoaded } from "./moving.ts";
import { expectAccessible, expectNoHorizontalScrolling, watchPages } from "./page-watch.ts";
import { expectPublicPages, expectPublicPagesAsMember } from "./public-pages.ts";
import { startServer, type Server } from "./server.ts";
import { closeDetails, openDetails } from "./shipping.ts";

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

/** Goes through the page with the Tab key: the focused element is always visible, and so is its focus mark. */
async function checkFocusByKeyboard(page: Page, path: string): Promise<void> {
  await page.goto(`${server.address}${path}`);
  await waitUntilLoaded(page);
  // Otherwise a focus mark could fade after the focus has moved.
  await page.addStyleTag({ content: "* { transition: none !important }" });
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const focused: string[] = [];
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press("Tab");
    const focus = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      const { top, bottom, width, height } = element.getBoundingClientRect();
      const isVisible = width > 0 && height > 0 && bottom > 0 && top < innerHeight;
      // The mark may be on the element, a parent, or its sibling.
      const { parentElement, nextElementSibling } = element;
      const candidates = [element, parentElement, parentElement?.parentElement, nextElementSibling];
      const styles = () =>
        candidates
          .filter((part) => part instanceof Element)
          .map((part) => {
            const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(part);
            return [outline, boxShadow, borderColor, backgroundColor].join();
          })
          .join();
      const markedStyles = styles();
      (element as HTMLElement).blur();
      const isMarked = styles() !== markedStyles;
      (element as HTMLElement).focus({ preventScroll: true });
      return { name: element.outerHTML.slice(0, 120), isVisible, isMarked };
    });
    if (focus === null) break;
    expect
      .soft(focus, `${path}, step ${step + 1}`)
      .toMatchObject({ isVisible: true, isMarked: true });
    focused.push(focus.name);
  }
  expect(focused.length, `focusable elements on ${path}`).toBeGreaterThan(4);
}

test("public pages by keyboard", async ({ page }) => {
  for (const path of ["/", "/login", "/register"]) await checkFocusByKeyboard(page, path);
});

test("public pages work without scripts, and a chosen plan reaches the registration", async ({
  page,
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await expectPublicPages(plain, server.address);
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

test("motion is recorded without the reduced-motion setting", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto(`${server.address}/login`);
  await expect.poll(() => motionOn(page)).not.toEqual([]);
});

test("auth pages are shown before their scripts load, and keep typed values", async ({ page }) => {
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

  // A form submitted before the scripts load is sent afterwards, and never into the URL.
  const { loadScripts } = await openWithDelayedScripts(page, `${server.address}/login`);
  await page.getByLabel("Email").fill("nobody@customers.example");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await expect(page.locator("form[data-sent]")).toBeVisible();
  await loadScripts();
  await expect(page.getByText("Invalid email or password.").first()).toBeVisible();
  expect(page.url()).toBe(`${server.address}/login`);
});

test("pages for customers by keyboard, and sign-out in two tabs", async ({ page, context }) => {
  await page.goto(`${server.address}/register`);
  await register(page, ines);
  await confirmAddress(page, server.address, ines.email);
  await expectPublicPagesAsMember(page, server.address);
  for (const path of ["/dashboard/profile", "/dashboard/settings"])
    await checkFocusByKeyboard(page, path);

  await page.goto(`${server.address}/dashboard/settings`);
  await waitUntilLoaded(page);
  await page.getByRole("button", { name: "View Sessions" }).click();
  await expect(page.getByRole("dialog").getByText("This session")).toBeVisible();
  await expectNoMotion(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await goTo(page, "Wallet");
  await expectNoMotion(page);

  const other = await context.newPage();
  await other.goto(`${server.address}/dashboard/wallet?tab=history`);
  await waitUntilLoaded(other);
  await page.getByRole("button", { name: "Log out" }).click();
  await other.waitForURL("**/login");
  await page.goto(`${server.address}/login`);
  await signIn(page, ines);
  await other.waitForURL("**/dashboard/wallet?tab=history");
  await goTo(other, "Settings");

  const third = await context.newPage();
  await third.goto(`${server.address}/dashboard`);
  await openPrefetchedPages(third, [
    "My Packages",
    "Track Shipment",
    "Wallet",
    "Profile",
    "Settings",
  ]);
});

test("old URLs lose a host's token and get their ampersands back, except for the callback's", async ({
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

/** Opens a page whose document asks for what it reads first, and expects that the page asks for nothing else instead. */
async function expectFirstReadsTaken(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitUntilLoaded(page);
  const left = await page.evaluate(() =>
    [...(window.firstReads ?? [["no reads"]])].map(([key]) => key),
  );
  expect.soft(left, `reads of ${address} that its page did not take`).toEqual([]);
}

test.describe("on a phone", () => {
  const mei = {
    fullName: "Mei Lindqvist",
    email: "mei@customers.example",
    password: "ferry at half past six",
  };

  // Component tests show the same widths in light colours.
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark" });

  async function read(page: Page): Promise<void> {
    await waitUntilLoaded(page);
    await expectNoHorizontalScrolling(page);
    await expectAccessible(page);
  }

  test("the pages fit and the menus work", async ({ page, context, browser }) => {
    const adminContext = await browser.newContext();
    const adminWatch = watchPages(adminContext, ["/api/rpc/auth/signInAsAdmin"]);
    const admin = await adminContext.newPage();
    await signInAsAdmin(admin, server.address);
    await read(admin);
    const computer = await browser.newContext();
    await fillAccount(server, await computer.newPage(), adminContext.request, {
      ...mei,
      description: "A teapot and two cups",
    });
    await computer.close();

    const watch = watchPages(context, []);
    for (const path of ["/", "/pricing", "/services", "/register"]) {
      await page.goto(server.address + path);
      await read(page);
    }
    await page.getByLabel("Menu", { exact: true }).first().click();
    await page.getByRole("link", { name: "Login" }).click();
    await read(page);
    await signIn(page, mei);
    await read(page);
    for (const place of ["My Packages", "Track Shipment", "Wallet", "Profile", "Settings"]) {
      await goToByMenu(page, place);
      await read(page);
    }
    for (const path of ["packages/new", "shipping-calculator", "wallet?tab=history", "upgrade"]) {
      await page.goto(`${server.address}/dashboard/${path}`);
      await read(page);
    }
    await expectFirstReadsTaken(page, `${server.address}/dashboard`);
    await expectFirstReadsTaken(page, `${server.address}/dashboard/packages`);
    const details = await openDetails(page, "SF1234567890123");
    await read(page);
    await expectAccessible(page);
    await closeDetails(details);
    expect.soft(watch.errors).toEqual([]);

    for (const place of ["Users", "Shipments", "Payments", "Settings"]) {
      await goToByMenu(admin, place);
      await read(admin);
    }
    for (const path of ["", "/shipments"]) {
      await expectFirstReadsTaken(admin, `${server.address}/admin/dashboard${path}`);
    }
    expect.soft(adminWatch.errors).toEqual([]);
  });
});
