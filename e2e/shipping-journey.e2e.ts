// Four parcels, from the landing page to delivered: a customer on a phone, a packer with a scanner, and carriers that
// report every leg. Designs 01 to 03 as people meet them.
import { expect, test, type Page } from "@playwright/test";
import { postalRange } from "#test/number-ranges.ts";
import { enterFirstWarehouse } from "./entering.ts";
import { goToByMenu } from "./moving.ts";
import { expectAccessible, expectNoHorizontalScrolling, watchPages } from "./page-watch.ts";
import { payWithGoodCard } from "./paying.ts";
import { startServer, type Server } from "./server.ts";
import {
  countPresses,
  declareParcels,
  enterRecipient,
  expectRequestState,
  requestShipping,
  stateGoods,
  wordsBesideFields,
} from "./ship-requests.ts";
import { packageRow } from "./shipping.ts";
import { confirmAddress, register, signInAsAdmin } from "./signing-in.ts";
import { expectPlanActive, openCheckoutFor } from "./subscribing.ts";
import { expectBalance, expectDepositAdded, startDeposit } from "./wallet.ts";
import { closeBox, handOver, makeLabel, receiveParcels, scanIntoBox } from "./warehouse.ts";

const mei = {
  fullName: "Mei Lindqvist",
  email: "mei@customers.example",
  password: "ferry at half past six",
};

const recipient = {
  country: "Malaysia",
  Phone: "+60 12 345 6789",
  "Street address": "12 Jalan Ampang",
  City: "Kuala Lumpur",
  "Postal code": "50450",
};

const parcels = [
  ["SF1000000000011", "0.4"],
  ["YT1000000000022", "0.3"],
  ["JD1000000000033", "0.25"],
  ["SF1000000000044", "0.15"],
] as const;
const numbers = parcels.map(([number]) => number);

let server: Server;

// Long, since the machine may be busy.
test.describe.configure({ timeout: 480_000 });
test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  contextOptions: { reducedMotion: "reduce", permissions: ["clipboard-read", "clipboard-write"] },
});

test.beforeAll(async () => {
  server = await startServer();
  await enterFirstWarehouse(server.address);
});

test.afterAll(async () => {
  await server?.remove();
});

async function expectFit(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoHorizontalScrolling(page);
}

async function becomeCustomer(page: Page): Promise<void> {
  await test.step("register, subscribe, deposit and copy the address", async () => {
    await page.goto(server.address);
    await page.getByRole("link", { name: "Get Started" }).first().click();
    await register(page, mei);
    await confirmAddress(page, server.address, mei.email);
    await page.getByRole("link", { name: "Upgrade Now" }).click();
    const checkout = await openCheckoutFor(page, "Super");
    await payWithGoodCard(checkout);
    await expectPlanActive(page, "Super");
    await checkout.close();
    await goToByMenu(page, "Wallet");
    await startDeposit(page, "250");
    await payWithGoodCard(page);
    await expectDepositAdded(page, "$250.00");
    await page.getByRole("button", { name: "Done" }).click();
    await goToByMenu(page, "Dashboard");
    await page.getByRole("button", { name: "Copy all" }).click();
    await expect(page.getByText("Whole address copied")).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(mei.fullName);
  });
}

async function declare(page: Page): Promise<void> {
  await test.step("declare four parcels", async () => {
    await goToByMenu(page, "Parcels");
    await declareParcels(page, numbers);
    await stateGoods(page, server.address);
  });
}

/** Ships what is on the shelf; returns the number of the package that was made for it. */
async function shipShelf(page: Page): Promise<string> {
  return await test.step("ship all of them, paid by itself up to an amount", async () => {
    await goToByMenu(page, "Parcels");
    const presses = await countPresses(page);
    await page.getByRole("link", { name: "Ship all 4" }).click();
    await enterRecipient(page, recipient);
    // The button that requests is one more.
    expect(await presses()).toBeLessThanOrEqual(5);
    const words = await wordsBesideFields(page);
    expect(words.length, words.join(" ")).toBeLessThanOrEqual(150);
    await expectFit(page);
    const cap = await requestShipping(page, "Hong Kong Post air");
    await expectRequestState(page, "Requested");
    await expect(page.getByText(`$${cap} is on hold.`)).toBeVisible();
    await expectFit(page);
    const answer = await page.request.get(`${server.address}/api/ship-requests`);
    const { items } = (await answer.json()) as { items: { trackingNumber: string }[] };
    return items[0]?.trackingNumber ?? "";
  });
}

/** Number ranges are entered by a manager, which the tests of that page show. */
async function enterNumbers(admin: Page): Promise<void> {
  const entered = await admin.request.post(`${server.address}/api/admin/number-ranges`, {
    headers: { origin: server.address },
    data: postalRange,
  });
  expect(entered.ok(), await entered.text()).toBe(true);
}

/** Lets the carrier report everything that happens to a number. */
async function reportEverything(page: Page, number: string): Promise<void> {
  const push = async () => {
    const data = { number };
    const answer = await page.request.post(`${server.address}/sandbox/tracking/events`, { data });
    return ((await answer.json()) as { isPushed: boolean }).isPushed;
  };
  await expect.poll(push, { message: "a tracker of the label", timeout: 30_000 }).toBe(true);
  while (await push());
}

/** What staff did with legs, of which nothing is expected. */
async function legActions(admin: Page): Promise<string[]> {
  const answer = await admin.request.get(`${server.address}/api/admin/audit-entries`);
  const { actions } = (await answer.json()) as { actions: string[] };
  return actions.filter((action) => /leg/i.test(action));
}

async function packByScanner(admin: Page, photo: Buffer): Promise<void> {
  await test.step("a packer scans, photographs, weighs and closes the box", async () => {
    await scanIntoBox(admin, numbers);
    const file = { name: "box.png", mimeType: "image/png", buffer: photo };
    await closeBox(admin, { photo: file, kilograms: "1.2", centimeters: "30 20 15" });
    await expectAccessible(admin);
    await admin.getByRole("link", { name: "Admin area" }).click();
  });
}

test("four parcels go from the landing page to delivered, with nothing typed into a leg", async ({
  page,
  context,
  browser,
}) => {
  const watch = watchPages(context, []);
  await becomeCustomer(page);
  await declare(page);

  const adminContext = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    hasTouch: false,
  });
  const adminWatch = watchPages(adminContext, [
    "/api/rpc/auth/signInAsAdmin",
    "/api/rpc/packing/scanIntoBox",
    // There are no numbers yet when the box is closed.
    "/api/rpc/labels/makeLabel",
    // Of a PDF, which names no icon.
    "/favicon.ico",
  ]);
  const admin = await adminContext.newPage();
  await signInAsAdmin(admin, server.address);
  const photo = await admin.screenshot();
  await test.step("the desk receives all four", () =>
    receiveParcels(admin, parcels, { name: "parcel.png", mimeType: "image/png", buffer: photo }));

  const packageNumber = await shipShelf(page);
  await packByScanner(admin, photo);

  const charged =
    await test.step("the customer's open page follows, with the exact price", async () => {
      await expectRequestState(page, "Accepted");
      const held = page.getByText(/^\$[\d.]+ is on hold\. We make the label next/);
      const [amount = ""] = /^\$[\d.]+/.exec(await held.innerText()) ?? [];
      await expect(page.getByRole("img", { name: "Closed box on the scale" })).toBeVisible();
      await page.locator("summary", { hasText: "Where does this price come from?" }).click();
      await expectFit(page);
      return amount;
    });

  const { number, pdf } = await test.step("a label is made and printed", async () => {
    // Without numbers, closing the box has printed its slip.
    await enterNumbers(admin);
    const label = await makeLabel(admin);
    expect(label.number).toBe("RA000000014HK");
    const file = await admin.request.get(server.address + label.pdf);
    expect(file.headers()["content-type"]).toBe("application/pdf");
    await expectAccessible(admin);
    return label;
  });
  expect(pdf).not.toBe("");
  await expectRequestState(page, "Labelled");
  await test.step("it is handed over by scan, name and signature", () => handOver(admin, number));
  await expectRequestState(page, "Handed over");
  await expect(page.getByText(`We handed it to the carrier and charged ${charged}.`)).toBeVisible();
  await expectFit(page);

  await test.step("what the carrier reports moves the legs to delivered", async () => {
    await goToByMenu(page, "My Packages");
    await expect(packageRow(page, packageNumber)).toContainText("In Transit");
    await reportEverything(admin, number);
    await expect(packageRow(page, packageNumber)).toContainText("Delivered");
    expect(await legActions(admin)).toEqual([]);
  });

  await test.step("the wallet has paid that price once", async () => {
    const cents = (dollars: string) => Math.round(Number(dollars.replace("$", "")) * 100);
    await goToByMenu(page, "Wallet");
    await expectBalance(page, `$${((25_000 - cents(charged)) / 100).toFixed(2)}`);
    await page.getByRole("tab", { name: "Transaction History" }).click();
    await page
      .getByRole("button", { name: /^Package P-\d+ \(Stoneware teapots\) to Malaysia$/ })
      .click();
    const rows = page.getByRole("table", { name: "Transactions" }).getByRole("row");
    const fees = rows.filter({ hasText: /Fee.*Completed/s });
    await expect(fees).toHaveCount(2);
    const amounts = (await fees.allInnerTexts()).map((row) => /-(\$[\d.]+)/.exec(row)?.[1] ?? "");
    expect(amounts.reduce((sum, amount) => sum + cents(amount), 0)).toBe(cents(charged));
    // The amount that was held until the box was packed.
    await expect(rows.filter({ hasText: /Shipping Fee.*Canceled/s })).toHaveCount(1);
    await expectNoHorizontalScrolling(page);
  });

  await test.step("and the figures of freight have it", async () => {
    await admin.goto(`${server.address}/admin/dashboard/freight`);
    await expect(admin.getByRole("row", { name: /Malaysia/ })).toContainText("1");
    await expectAccessible(admin);
  });
  expect.soft(watch.errors).toEqual([]);
  expect.soft(adminWatch.errors).toEqual([]);
  expect.soft(server.loggedErrors()).toEqual([]);
});
