/** The main journey with the server killed between and within its steps: nothing lost, nothing twice. */
import { expect, test, type Page } from "@playwright/test";
import { confirmAddress, fillRegistration, register, signInAsAdmin, toast } from "./signing-in.ts";
import { emailsTo } from "./mailbox.ts";
import { goTo } from "./moving.ts";
import { openFee, openShipment, seeFact, setLegStatus } from "./admin.ts";
import { payAndCut } from "./paying.ts";
import { startServer, type Server } from "./server.ts";
import { addPackage, chooseImages, fillParcel, openDetails, packageRow } from "./shipping.ts";
import { openCheckoutFor, seePackagesRemaining, seePlanActive } from "./subscribing.ts";
import { seeBalance, seeDepositAdded, seeHistory, startDeposit } from "./wallet.ts";

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

// Ample, since the machine may be busy with other work.
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
 * Does something that asks the server for `operation`, and kills it meanwhile: before it has heard of it
 * (`unheard`), or after it has done it and before its answer arrives (`unanswered`).
 */
async function cutDuring(
  page: Page,
  operation: string,
  moment: "unheard" | "unanswered",
  action: () => Promise<void>,
): Promise<void> {
  const cut = Promise.withResolvers<void>();
  await page.route(
    `**/api/rpc/${operation}`,
    async (route) => {
      if (moment === "unanswered") await route.fetch();
      await server.kill();
      await route.abort("connectionreset");
      cut.resolve();
    },
    { times: 1 },
  );
  await action();
  await cut.promise;
}

test("killed at every step, the server goes on where it was", async ({
  page,
  context,
  browser,
}) => {
  const crashes: string[] = [];
  context.on("weberror", (error) => crashes.push(String(error.error().stack)));

  await test.step("killed while somebody registers: one account, one letter", async () => {
    await page.goto(`${server.address}/register`);
    await fillRegistration(page, tomas);
    await cutDuring(page, "people/signUp", "unanswered", () =>
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

  await test.step("a closed checkout opens again; killed once paid, the plan comes, once", async () => {
    await page.getByRole("link", { name: "Upgrade Now" }).click();
    const closed = await openCheckoutFor(page, "Basic", "dblclick");
    expect(context.pages(), "one tab for the checkout").toHaveLength(2);
    await closed.close();
    const reopening = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Reopen checkout" }).click();
    const checkout = await reopening;
    await payAndCut(checkout, server);
    await server.start();
    await seePlanActive(page, "Basic");
    await checkout.close();
    await page.getByRole("link", { name: "Go to Dashboard" }).click();
    await seePackagesRemaining(page, 5);
  });

  await test.step("killed while a deposit is opened and once it is paid: the money comes, once", async () => {
    await goTo(page, "Wallet");
    await page.getByLabel("Amount (USD)").fill("100");
    await cutDuring(page, "wallet/startDeposit", "unanswered", () =>
      page.getByRole("button", { name: "Add Funds" }).dblclick(),
    );
    await expect(
      toast(page, "Deposit failed", "Could not create deposit session. Please try again."),
    ).toBeVisible();
    await server.start();
    await startDeposit(page, "100");
    const returnAddress = await payAndCut(page, server);
    await server.start();
    await expect(async () => {
      await page.goto(`${server.address}/dashboard/wallet`);
      await expect(page.getByRole("main")).toContainText("$100.00", { timeout: 1_000 });
    }).toPass();
    await page.goto(returnAddress);
    await seeDepositAdded(page, "$100.00");
    await page.getByRole("button", { name: "Done" }).click();
    await seeBalance(page, "$100.00");
    await seeHistory(page, [/^Deposit.*Completed \+\$100\.00$/, /^Subscription.*-\$129\.00$/]);
  });

  await test.step("killed while a package is saved: what was typed stays, and it is saved once", async () => {
    await goTo(page, "My Packages");
    await page.getByRole("link", { name: "Add Package" }).first().click();
    await fillParcel(page, parcel);
    await chooseImages(page, [
      { name: "pens.png", mimeType: "image/png", buffer: await page.screenshot() },
    ]);
    await cutDuring(page, "packages/createPackage", "unanswered", () =>
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
    await seePackagesRemaining(page, 4);
  });

  const admin = await (await browser.newContext()).newPage();
  await test.step("killed while the office works: each change is made once", async () => {
    await signInAsAdmin(admin, server.address);
    await goTo(admin, "Shipments");
    const dialog = await openShipment(admin, parcel.trackingNumber);
    await cutDuring(admin, "packages/setLegStatus", "unheard", async () => {
      await dialog.getByRole("combobox", { name: "Status of leg 3" }).click();
      await admin.getByRole("option", { name: "Delivered", exact: true }).click();
    });
    await expect(toast(admin, "Failed to update leg status.")).toBeVisible();
    await server.start();
    await setLegStatus(admin, dialog, 2, "Delivered");
    await setLegStatus(admin, dialog, 3, "Delivered");
    await seeFact(dialog, "Status", "Delivered");

    const wallet = await openFee(admin, dialog, 2);
    await wallet.getByLabel("Amount (USD)").fill("19.90");
    const deduct = wallet.getByRole("button", { name: "Deduct fee" });
    await cutDuring(admin, "wallet/adjustWallet", "unanswered", () => deduct.dblclick());
    await expect(toast(admin, "Update Failed", "Could not update wallet balance.")).toBeVisible();
    await server.start();
    await deduct.click();
    await expect(wallet).toContainText("Fee deducted");
    await expect(wallet).toContainText(/Balance now\s*\$80\.10/);
  });

  await test.step("the customer sees each of it once", async () => {
    await goTo(page, "Wallet");
    await page.reload();
    await seeBalance(page, "$80.10");
    await seeHistory(page, [
      /^Shipping Fee.*Leg 2.*Completed -\$19\.90$/,
      /^Deposit.*Completed \+\$100\.00$/,
      /^Subscription.*-\$129\.00$/,
    ]);
    await goTo(page, "My Packages");
    await expect(packageRow(page, parcel.trackingNumber)).toContainText("Delivered");
  });
  expect(crashes).toEqual([]);
});
