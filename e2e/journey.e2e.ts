import { expect, test, type Browser, type Page } from "@playwright/test";
import { enterFirstWarehouse } from "./entering.ts";
import {
  confirmAddress,
  logOut,
  checkRegistrationErrors,
  register,
  signInAsAdmin,
} from "./signing-in.ts";
import {
  deductFee,
  checkFeeErrors,
  openFee,
  openShipment,
  expectFact,
  setLegStatus,
  writeFinalWeight,
} from "./admin.ts";
import { deleteCode, labelPackage, scanSignedOut, scanAsAdmin } from "./labels.ts";
import { goTo } from "./moving.ts";
import { expectAccessible, expectAccessibleInBothSchemes, watchPages } from "./page-watch.ts";
import { declareIntoPackage } from "./parcels.ts";
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
  expectPackagesRemaining,
  expectPlanActive,
} from "./subscribing.ts";
import {
  checkDepositErrors,
  expectBalance,
  expectDepositAdded,
  expectDepositCanceled,
  expectHistory,
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

// Long, since the machine may be busy.
test.describe.configure({ mode: "serial", timeout: 480_000 });
test.use({ contextOptions: { reducedMotion: "reduce" } });

test.beforeAll(async () => {
  server = await startServer();
  await enterFirstWarehouse(server.address);
});

test.afterAll(async () => {
  await server?.remove();
});

async function becomeCustomer(page: Page): Promise<void> {
  await test.step("register, after two errors", async () => {
    await page.goto(server.address);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Get Started" }).first().click();
    await checkRegistrationErrors(page, mei);
    await expectAccessibleInBothSchemes(page);
    await register(page, mei);
    await expectAccessible(page);
  });
  await test.step("confirm the address and arrive with a free account", async () => {
    await confirmAddress(page, server.address, mei.email);
    await expect(page.getByRole("alert").filter({ hasText: "Free Account" })).toBeVisible();
    await expectAccessible(page);
  });
}

async function getPlan(page: Page): Promise<void> {
  await test.step("subscribe in a new tab, after a declined card", async () => {
    await page.getByRole("link", { name: "Upgrade Now" }).click();
    await checkSubscribingError(page);
    await expectAccessible(page);
    const checkout = await openCheckoutFor(page, "Basic");
    await expectAccessible(page);
    await expectAccessibleInBothSchemes(checkout);
    await payWithDeclinedCard(checkout);
    await expectAccessible(checkout);
    await payWithGoodCard(checkout);
    await expectPlanActive(checkout, "Basic");
    await expectAccessible(checkout);
    await checkout.close();
  });
  await test.step("the page that opened the checkout updates by itself", async () => {
    await expectPlanActive(page, "Basic");
    await page.getByRole("link", { name: "Go to Dashboard" }).click();
    await expectPackagesRemaining(page, 5);
    await expectAccessible(page);
  });
}

async function fillWallet(page: Page): Promise<void> {
  await test.step("deposit, after two errors and a cancellation", async () => {
    await goTo(page, "Wallet");
    await expectAccessible(page);
    await checkDepositErrors(page);
    await startDeposit(page, "250");
    await expectAccessible(page);
    await cancelPayment(page);
    await expectDepositCanceled(page);
    await startDeposit(page, "250");
    await payWithGoodCard(page);
    await expectDepositAdded(page, "$250.00");
    await expectAccessible(page);
  });
  await test.step("going back, forward and reloading adds nothing", async () => {
    await page.goBack();
    await expect(
      page.getByRole("heading", { name: "This payment is already complete" }),
    ).toBeVisible();
    await page.getByRole("link", { name: "Return to Sampan" }).click();
    await expectDepositAdded(page, "$250.00");
    await page.goBack();
    await page.goForward();
    await page.reload();
    await expectBalance(page, "$250.00");
    await expectHistory(page, [
      /^Deposit.*Completed.*\+\$250\.00$/,
      /^Deposit.*(Pending Not paid Continue payment Dismiss|Canceled).*\+\$250\.00$/,
      /^Subscription By card Basic plan.*Completed.*-\$129\.00$/,
    ]);
    await expectAccessible(page);
  });
}

async function sendPackage(page: Page): Promise<void> {
  await test.step("register a package with images, after three errors", async () => {
    await goTo(page, "Dashboard");
    await page.getByRole("link", { name: "Add Package" }).first().click();
    await expectAccessible(page);
    await checkNewPackageErrors(page, parcel, { kilograms: "3", limit: "2 kg" });
    const picture = await page.screenshot();
    await chooseImages(page, [
      { name: "teapot.png", mimeType: "image/png", buffer: picture },
      { name: "broken.png", mimeType: "image/png", buffer: Buffer.from("no image at all") },
    ]);
    await expectAccessibleInBothSchemes(page);
    await fillParcel(page, parcel);
    await addPackage(page);
    await expect(page.getByRole("alert").filter({ hasText: "broken.png" })).toBeVisible();
    await expect(packageRow(page, parcel.trackingNumber)).toHaveCount(1);
    await expectAccessible(page);
  });
  await test.step("see its three legs and its image, and the quota one lower", async () => {
    const details = await openDetails(page, parcel.trackingNumber);
    await expect(details.getByRole("region", { name: "Shipping Legs" })).toContainText(
      /China.*Hong Kong.*Singapore.*United States/,
    );
    await expect(details.getByRole("img", { name: /teapot\.png/ })).toBeVisible();
    await expectAccessible(page);
    await closeDetails(details);
    await goTo(page, "Dashboard");
    await expectPackagesRemaining(page, 4);
    await expect(page.getByRole("main")).toContainText(parcel.trackingNumber);
    await expectAccessible(page);
  });
}

async function addSecondParcel(page: Page): Promise<void> {
  await test.step("paste a seller's message, and put its parcel into the package", async () => {
    const trackingNumber = "YT8812345678901";
    const text = `亲，圆通已发货，快递单号：${trackingNumber}`;
    await declareIntoPackage(page, { text, trackingNumber }, parcel.trackingNumber);
    await expectAccessible(page);
    await goTo(page, "My Packages");
    await expect(packageRow(page, parcel.trackingNumber)).toContainText("Waiting for 2 parcels");
    await goTo(page, "Dashboard");
    await expectPackagesRemaining(page, 4);
  });
}

async function runAdmin(page: Page): Promise<void> {
  await test.step("an admin signs in", async () => {
    await signInAsAdmin(page, server.address);
    await expectAccessible(page);
    await goTo(page, "Shipments");
    await expectAccessible(page);
  });
  const dialog = await openShipment(page, parcel.trackingNumber);
  await test.step("and sets the legs of the package to delivered", async () => {
    await expectAccessible(page);
    await expectFact(dialog, "Status", "Pending");
    await setLegStatus(page, dialog, 1, "In Transit");
    await expectFact(dialog, "Status", "In Transit");
    await setLegStatus(page, dialog, 1, "Delivered");
    await setLegStatus(page, dialog, 2, "Delivered");
    await setLegStatus(page, dialog, 3, "Delivered");
    await expectFact(dialog, "Status", "Delivered");
    await writeFinalWeight(page, dialog, "1.35");
  });
  await test.step("and charges the fee of a leg, after three errors", async () => {
    const wallet = await openFee(page, dialog, 1);
    await expectAccessible(page);
    await checkFeeErrors(page, wallet);
    await deductFee(wallet, { dollars: "42.50", balance: "$207.50" });
    await expectAccessible(page);
    await closeDetails(dialog);
  });
}

async function tryLabel(admin: Page, browser: Browser): Promise<void> {
  const { trackingNumber } = parcel;
  await goTo(admin, "Shipments");
  const scanned = await labelPackage(admin, await openShipment(admin, trackingNumber), 1);
  await expectAccessible(admin);
  await test.step("a label's code shows nothing when signed out, and opens the package for admins until it is deleted", async () => {
    const visitor = await browser.newPage();
    await scanSignedOut(visitor, scanned, "/login", trackingNumber);
    await visitor.close();
    const dialog = await scanAsAdmin(admin, scanned, trackingNumber);
    await deleteCode(admin, dialog, { legNumber: 1, scanned });
  });
}

async function expectOutcome(page: Page): Promise<void> {
  await test.step("the customer's open list shows the admin's changes", async () => {
    const row = packageRow(page, parcel.trackingNumber);
    await expect(row).toContainText(/Delivered.*1\.35 kg/);
  });
  await test.step("the customer sees status, history and balance", async () => {
    await page.getByRole("tab", { name: "Delivered (1)" }).click();
    await expect(packageRow(page, parcel.trackingNumber)).toContainText(/Delivered.*1\.35 kg/);
    const details = await openDetails(page, parcel.trackingNumber);
    await expectAccessible(page);
    await closeDetails(details);
    await goTo(page, "Wallet");
    await expectBalance(page, "$207.50");
    await expectHistory(page, [
      /^Shipping Fee.*Leg 1.*Completed.*-\$42\.50$/,
      /^Deposit.*Completed.*\+\$250\.00$/,
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
  await addSecondParcel(page);
  await goTo(page, "My Packages");
  expect.soft(watch.errors).toEqual([]);

  // The customer's side is in light colours.
  const adminContext = await browser.newContext({ colorScheme: "dark" });
  const adminWatch = watchPages(adminContext, [
    "/api/rpc/auth/signInAsAdmin",
    "/api/rpc/packages/readQrCode",
  ]);
  const admin = await adminContext.newPage();
  await runAdmin(admin);
  await tryLabel(admin, browser);
  for (const place of ["Users", "Payments", "Settings", "Dashboard"]) {
    await goTo(admin, place);
    await expectAccessible(admin);
  }
  expect.soft(adminWatch.errors).toEqual([]);

  await expectOutcome(page);
  expect.soft(watch.errors).toEqual([]);
  expect.soft(server.loggedErrors()).toEqual([]);
});
