/** The main journey: a package from registration to delivered, and the money with it. */
import { expect, test, type Browser, type Page } from "@playwright/test";
import {
  confirmAddress,
  logOut,
  checkRegistrationErrors,
  register,
  signIn,
  signInAsAdmin,
} from "./signing-in.ts";
import {
  deductFee,
  checkFeeErrors,
  openFee,
  openShipment,
  seeFact,
  setLegStatus,
  writeFinalWeight,
} from "./admin.ts";
import { deleteCode, labelPackage, scanAsOutsider, scanAsStaff } from "./labels.ts";
import { goTo, goToByMenu, untilLoaded } from "./moving.ts";
import { expectNoBarriers, expectNoSidewaysScrolling, watchPages } from "./page-watch.ts";
import { cancelPayment, payWithGoodCard, payWithDeclinedCard } from "./paying.ts";
import { startServer, type Server } from "./server.ts";
import {
  addPackage,
  chooseImages,
  closeDetails,
  fillParcel,
  checkNewPackageErrors,
  openDetails,
  packageRow,
} from "./shipping.ts";
import {
  checkSubscribingError,
  openCheckoutFor,
  seePackagesRemaining,
  seePlanActive,
} from "./subscribing.ts";
import {
  checkDepositErrors,
  seeBalance,
  seeDepositAdded,
  seeDepositCanceled,
  seeHistory,
  startDeposit,
} from "./wallet.ts";

const mei = {
  fullName: "Mei Lindqvist",
  email: "mei@customers.example",
  password: "ferry at half past six",
};

const parcel = {
  trackingNumber: "SF1234567890123",
  kilograms: "1.2",
  destination: "United States",
  description: "A teapot and two cups",
};

let server: Server;

// Ample, since the machine may be busy with other work.
test.describe.configure({ mode: "serial", timeout: 480_000 });
test.use({ contextOptions: { reducedMotion: "reduce" } });

test.beforeAll(async () => {
  server = await startServer();
});

test.afterAll(async () => {
  await server?.remove();
});

async function becomeCustomer(page: Page): Promise<void> {
  await test.step("register, after two refusals", async () => {
    await page.goto(server.address);
    await expectNoBarriers(page);
    await page.getByRole("link", { name: "Get Started" }).first().click();
    await checkRegistrationErrors(page, mei);
    await expectNoBarriers(page);
    await register(page, mei);
    await expectNoBarriers(page);
  });
  await test.step("confirm the address and arrive with a free account", async () => {
    await confirmAddress(page, server.address, mei.email);
    await expect(page.getByRole("alert").filter({ hasText: "Free Account" })).toBeVisible();
    await expectNoBarriers(page);
  });
}

async function getPlan(page: Page): Promise<void> {
  await test.step("subscribe in a new tab, after a refused card", async () => {
    await page.getByRole("link", { name: "Upgrade Now" }).click();
    await checkSubscribingError(page);
    await expectNoBarriers(page);
    const checkout = await openCheckoutFor(page, "Basic");
    await expectNoBarriers(page);
    await expectNoBarriers(checkout);
    await payWithDeclinedCard(checkout);
    await expectNoBarriers(checkout);
    await payWithGoodCard(checkout);
    await seePlanActive(checkout, "Basic");
    await expectNoBarriers(checkout);
    await checkout.close();
  });
  await test.step("the page that opened the checkout follows by itself", async () => {
    await seePlanActive(page, "Basic");
    await page.getByRole("link", { name: "Go to Dashboard" }).click();
    await seePackagesRemaining(page, 5);
    await expectNoBarriers(page);
  });
}

async function fillWallet(page: Page): Promise<void> {
  await test.step("deposit, after two refusals and a change of mind", async () => {
    await goTo(page, "Wallet");
    await expectNoBarriers(page);
    await checkDepositErrors(page);
    await startDeposit(page, "250");
    await expectNoBarriers(page);
    await cancelPayment(page);
    await seeDepositCanceled(page);
    await startDeposit(page, "250");
    await payWithGoodCard(page);
    await seeDepositAdded(page, "$250.00");
    await expectNoBarriers(page);
  });
  await test.step("going back, forward and reloading adds nothing", async () => {
    await page.goBack();
    await expect(
      page.getByRole("heading", { name: "This payment is already complete" }),
    ).toBeVisible();
    await page.getByRole("link", { name: "Return to Sampan" }).click();
    await seeDepositAdded(page, "$250.00");
    await page.goBack();
    await page.goForward();
    await page.reload();
    await seeBalance(page, "$250.00");
    await seeHistory(page, [
      /^Deposit.*Completed \+\$250\.00$/,
      /^Deposit.*(Pending Continue payment|Canceled) \+\$250\.00$/,
      /^Subscription Basic plan.*Completed -\$129\.00$/,
    ]);
    await expectNoBarriers(page);
  });
}

async function sendPackage(page: Page): Promise<void> {
  await test.step("register a package with images, after three refusals", async () => {
    await goTo(page, "Dashboard");
    await page.getByRole("link", { name: "Add Package" }).first().click();
    await expectNoBarriers(page);
    await checkNewPackageErrors(page, parcel, { kilograms: "3", limit: "2 kg" });
    const picture = await page.screenshot();
    await chooseImages(page, [
      { name: "teapot.png", mimeType: "image/png", buffer: picture },
      { name: "broken.png", mimeType: "image/png", buffer: Buffer.from("no image at all") },
    ]);
    await expectNoBarriers(page);
    await fillParcel(page, parcel);
    await addPackage(page);
    await expect(page.getByRole("alert").filter({ hasText: "broken.png" })).toBeVisible();
    await expect(packageRow(page, parcel.trackingNumber)).toHaveCount(1);
    await expectNoBarriers(page);
  });
  await test.step("see its three legs and its image, and the quota one lower", async () => {
    const details = await openDetails(page, parcel.trackingNumber);
    await expect(details.getByRole("region", { name: "Shipping Legs" })).toContainText(
      /China.*Hong Kong.*Singapore.*United States/,
    );
    await expect(details.getByRole("img", { name: /teapot\.png/ })).toBeVisible();
    await expectNoBarriers(page);
    await closeDetails(details);
    await goTo(page, "Dashboard");
    await seePackagesRemaining(page, 4);
    await expect(page.getByRole("main")).toContainText(parcel.trackingNumber);
    await expectNoBarriers(page);
  });
}

async function runAdmin(page: Page): Promise<void> {
  await test.step("the office signs in", async () => {
    await signInAsAdmin(page, server.address);
    await expectNoBarriers(page);
    await goTo(page, "Shipments");
    await expectNoBarriers(page);
  });
  const dialog = await openShipment(page, parcel.trackingNumber);
  await test.step("and carries the package over its legs to delivered", async () => {
    await expectNoBarriers(page);
    await seeFact(dialog, "Status", "Pending");
    await setLegStatus(page, dialog, 1, "In Transit");
    await seeFact(dialog, "Status", "In Transit");
    await setLegStatus(page, dialog, 1, "Delivered");
    await setLegStatus(page, dialog, 2, "Delivered");
    await setLegStatus(page, dialog, 3, "Delivered");
    await seeFact(dialog, "Status", "Delivered");
    await writeFinalWeight(page, dialog, "1.35");
  });
  await test.step("and charges the fee of a leg, after three refusals", async () => {
    const wallet = await openFee(page, dialog, 1);
    await expectNoBarriers(page);
    await checkFeeErrors(page, wallet);
    await deductFee(wallet, { dollars: "42.50", balance: "$207.50" });
    await expectNoBarriers(page);
    await closeDetails(dialog);
  });
}

async function tryLabel(admin: Page, browser: Browser): Promise<void> {
  const { trackingNumber } = parcel;
  await goTo(admin, "Shipments");
  const scanned = await labelPackage(admin, await openShipment(admin, trackingNumber), 1);
  await expectNoBarriers(admin);
  await test.step("a label's code tells a stranger nothing, and leads staff to the package until it is deleted", async () => {
    const stranger = await browser.newPage();
    await scanAsOutsider(stranger, scanned, "/login", trackingNumber);
    await stranger.close();
    const dialog = await scanAsStaff(admin, scanned, trackingNumber);
    await deleteCode(admin, dialog, { legNumber: 1, scanned });
  });
}

async function seeOutcome(page: Page): Promise<void> {
  await test.step("the list that the customer left open has followed the office", async () => {
    const row = packageRow(page, parcel.trackingNumber);
    await expect(row).toContainText(/Delivered.*1\.35 kg/);
  });
  await test.step("the customer sees status, history and balance", async () => {
    await page.getByRole("tab", { name: "Delivered (1)" }).click();
    await expect(packageRow(page, parcel.trackingNumber)).toContainText(/Delivered.*1\.35 kg/);
    const details = await openDetails(page, parcel.trackingNumber);
    await expectNoBarriers(page);
    await closeDetails(details);
    await goTo(page, "Wallet");
    await seeBalance(page, "$207.50");
    await seeHistory(page, [
      /^Shipping Fee.*Leg 1.*Completed -\$42\.50$/,
      /^Deposit.*Completed \+\$250\.00$/,
      /^Deposit/,
      /^Subscription/,
    ]);
    await logOut(page);
  });
}

test("a package goes from registration to delivered", async ({ page, context, browser }) => {
  const watch = watchPages(context, [
    "/api/rpc/auth/signUp",
    "/api/rpc/packages/createPackage",
    "/api/rpc/packages/addImage",
  ]);
  await becomeCustomer(page);
  await getPlan(page);
  await fillWallet(page);
  await sendPackage(page);
  await goTo(page, "My Packages");
  expect.soft(watch.complaints).toEqual([]);

  const adminContext = await browser.newContext();
  const adminWatch = watchPages(adminContext, [
    "/api/rpc/auth/signInAsAdmin",
    "/api/rpc/packages/readQrCode",
  ]);
  const admin = await adminContext.newPage();
  await runAdmin(admin);
  await tryLabel(admin, browser);
  for (const place of ["Users", "Payments", "Settings", "Dashboard"]) {
    await goTo(admin, place);
    await expectNoBarriers(admin);
  }
  expect.soft(adminWatch.complaints).toEqual([]);

  await seeOutcome(page);
  expect.soft(watch.complaints).toEqual([]);
  expect.soft(server.troubles()).toEqual([]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  async function read(page: Page): Promise<void> {
    await untilLoaded(page);
    await expectNoSidewaysScrolling(page);
    await expectNoBarriers(page);
  }

  test("the screens fit and the menus are at hand", async ({ page, context, browser }) => {
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
    await page.goto(`${server.address}/dashboard/packages`);
    const details = await openDetails(page, parcel.trackingNumber);
    await read(page);
    await closeDetails(details);
    expect.soft(watch.complaints).toEqual([]);

    const adminContext = await browser.newContext();
    const adminWatch = watchPages(adminContext, ["/api/rpc/auth/signInAsAdmin"]);
    const admin = await adminContext.newPage();
    await signInAsAdmin(admin, server.address);
    await read(admin);
    for (const place of ["Users", "Shipments", "Payments", "Settings"]) {
      await goToByMenu(admin, place);
      await read(admin);
    }
    expect.soft(adminWatch.complaints).toEqual([]);
  });
});
