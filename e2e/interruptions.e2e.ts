import { expect, test, type Page } from "@playwright/test";
import { confirmAddress, fillRegistration, register, signInAsAdmin, toast } from "./signing-in.ts";
import { emailsTo } from "./mailbox.ts";
import { goTo } from "./moving.ts";
import { openFee, openShipment, expectFact, setLegStatus } from "./admin.ts";
import { payAndKillServer } from "./paying.ts";
import { startServer, type Server } from "./server.ts";
import { addPackage, chooseImages, fillParcel, openDetails, packageRow } from "./shipping.ts";
import { openCheckoutFor, expectPackagesRemaining, expectPlanActive } from "./subscribing.ts";
import { expectBalance, expectDepositAdded, expectHistory, startDeposit } from "./wallet.ts";

const tomas = {
  fullName: "Tomas Okafor",
  email: "tomas@customers.example",
  password: "rain on the tin roof",
};

const parcel = {
  trackingNumber: "SF9876543210987",
  kilograms: "0.8",
  destination: "United States",
  description: "Three fountain pens",
};

let server: Server;

// Long, since the machine may be busy.
test.describe.configure({ timeout: 480_000 });
test.use({ contextOptions: { reducedMotion: "reduce" } });

test.beforeAll(async () => {
  server = await startServer();
});

test.afterAll(async () => {
  await server?.remove();
});

async function restart(): Promise<void> {
  await server.kill();
  await server.start();
}

/**
 * Runs `action`, which calls `operation`, and kills the server before the request reaches it (`beforeRequest`) or before its
 * response arrives (`beforeResponse`).
 */
async function killServerDuring(
  page: Page,
  operation: string,
  moment: "beforeRequest" | "beforeResponse",
  action: () => Promise<void>,
): Promise<void> {
  const killed = Promise.withResolvers<void>();
  await page.route(
    `**/api/rpc/${operation}`,
    async (route) => {
      if (moment === "beforeResponse") await route.fetch();
      await server.kill();
      await route.abort("connectionreset");
      killed.resolve();
    },
    { times: 1 },
  );
  await action();
  await killed.promise;
}

test("after a kill at every step, nothing is lost or done twice", async ({
  page,
  context,
  browser,
}) => {
  const crashes: string[] = [];
  context.on("weberror", (error) => crashes.push(String(error.error().stack)));

  await test.step("killed during registration: one account, one email", async () => {
    await page.goto(`${server.address}/register`);
    await fillRegistration(page, tomas);
    await killServerDuring(page, "auth/signUp", "beforeResponse", () =>
      page.getByRole("button", { name: "Create account" }).dblclick(),
    );
    await expect(toast(page, "Registration failed")).toBeVisible();
    await server.start();
    await register(page, tomas);
    await restart();
    await confirmAddress(page, server.address, tomas.email);
    const emails = await emailsTo(page.request, server.address, tomas.email);
    expect(emails.map(({ subject }) => subject)).toEqual(["Verify your email address"]);
  });

  await test.step("a closed checkout can be reopened; killed after payment, the plan starts once", async () => {
    await page.getByRole("link", { name: "Upgrade Now" }).click();
    const closed = await openCheckoutFor(page, "Basic", "dblclick");
    expect(context.pages(), "one tab for the checkout").toHaveLength(2);
    await closed.close();
    const reopening = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Reopen checkout" }).click();
    const checkout = await reopening;
    await payAndKillServer(checkout, server);
    await server.start();
    await expectPlanActive(page, "Basic");
    await checkout.close();
    await page.getByRole("link", { name: "Go to Dashboard" }).click();
    await expectPackagesRemaining(page, 5);
  });

  await test.step("killed while a deposit is started and after payment: it is credited once", async () => {
    await goTo(page, "Wallet");
    await page.getByLabel("Amount (USD)").fill("100");
    await killServerDuring(page, "wallet/startDeposit", "beforeResponse", () =>
      page.getByRole("button", { name: "Add Funds" }).dblclick(),
    );
    await expect(
      toast(page, "Deposit failed", "Could not create deposit session. Please try again."),
    ).toBeVisible();
    await server.start();
    await startDeposit(page, "100");
    const returnAddress = await payAndKillServer(page, server);
    await server.start();
    await expect(async () => {
      await page.goto(`${server.address}/dashboard/wallet`);
      await expect(page.getByRole("main")).toContainText("$100.00", { timeout: 1_000 });
    }).toPass();
    await page.goto(returnAddress);
    await expectDepositAdded(page, "$100.00");
    await page.getByRole("button", { name: "Done" }).click();
    await expectBalance(page, "$100.00");
    await expectHistory(page, [/^Deposit.*Completed.*\+\$100\.00$/, /^Subscription.*-\$129\.00$/]);
  });

  await test.step("killed while a package is saved: the form keeps its values, and it is saved once", async () => {
    await goTo(page, "My Packages");
    await page.getByRole("link", { name: "Add Package" }).first().click();
    await fillParcel(page, parcel);
    await chooseImages(page, [
      { name: "pens.png", mimeType: "image/png", buffer: await page.screenshot() },
    ]);
    await killServerDuring(page, "packages/createPackage", "beforeResponse", () =>
      page.getByRole("button", { name: "Add Package" }).dblclick(),
    );
    await expect(toast(page, "Failed to save package. Please try again.")).toBeVisible();
    await server.start();
    await addPackage(page);
    await expect(packageRow(page, parcel.trackingNumber)).toHaveCount(1);
    const details = await openDetails(page, parcel.trackingNumber);
    await expect(details.getByRole("img", { name: /pens\.png/ })).toHaveCount(1);
    await details.press("Escape");
    await goTo(page, "Dashboard");
    await expectPackagesRemaining(page, 4);
  });

  const admin = await (await browser.newContext()).newPage();
  await test.step("killed during an admin's changes: each is made once", async () => {
    await signInAsAdmin(admin, server.address);
    await goTo(admin, "Shipments");
    const dialog = await openShipment(admin, parcel.trackingNumber);
    await killServerDuring(admin, "packages/setLegStatus", "beforeRequest", async () => {
      await dialog.getByRole("combobox", { name: "Status of leg 3" }).click();
      await admin.getByRole("option", { name: "Delivered", exact: true }).click();
    });
    await expect(toast(admin, "Failed to update leg status.")).toBeVisible();
    await server.start();
    await setLegStatus(admin, dialog, 2, "Delivered");
    await setLegStatus(admin, dialog, 3, "Delivered");
    await expectFact(dialog, "Status", "Delivered");

    const wallet = await openFee(admin, dialog, 2);
    await wallet.getByLabel("Amount (USD)").fill("19.90");
    const deduct = wallet.getByRole("button", { name: "Deduct fee" });
    await killServerDuring(admin, "wallet/adjustWallet", "beforeResponse", () => deduct.dblclick());
    await expect(toast(admin, "Update Failed", "Could not update wallet balance.")).toBeVisible();
    await server.start();
    await deduct.click();
    await expect(wallet).toContainText("Fee deducted");
    await expect(wallet).toContainText(/Balance now\s*\$80\.10/);
  });

  await test.step("the customer sees each change once", async () => {
    await goTo(page, "Wallet");
    await page.reload();
    await expectBalance(page, "$80.10");
    await expectHistory(page, [
      /^Shipping Fee.*Leg 2.*Completed.*-\$19\.90$/,
      /^Deposit.*Completed.*\+\$100\.00$/,
      /^Subscription.*-\$129\.00$/,
    ]);
    await goTo(page, "My Packages");
    await expect(packageRow(page, parcel.trackingNumber)).toContainText("Delivered");
  });
  expect(crashes).toEqual([]);
});
