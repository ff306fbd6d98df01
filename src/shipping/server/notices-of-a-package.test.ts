// What the customer of a package is told from its declaration to its delivery: entries under the bell, emails and pushes.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { packageNumberText } from "#goods/rules/package-number.ts";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { languages } from "#platform/rules/language.ts";
import type { TrackingStage } from "#tracking/rules/tracking-stages.ts";
import { sendNotifications } from "#notices/server/notifications/send-notifications.ts";
import { resumeWaitingRequests } from "#shipping/server/ship-requests/resume-waiting-requests.ts";
import { aClosedManifest, handOver, typedNumber } from "#test/manifests.ts";
import { payCheckout, sessionIdOf } from "#test/payment-sandbox.ts";
import { aDevice } from "#test/push.ts";
import {
  aShipper,
  pack,
  packingDesk,
  receivedPackage,
  request,
  setExchangeRates,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { deliverMessages, fakeTracking, providerEvent, providerMessage } from "#test/tracking.ts";
import { signInBrowser, type TestPerson } from "#test/users.ts";

const hour = 3_600_000;

let app: TestApp;
let desk: PackingDesk;
let day = 0;

beforeAll(async () => {
  app = await testApp({ currentTracking: fakeTracking().currentTracking });
  app.clock.set("2031-06-10T04:00:00Z");
  desk = await packingDesk(app);
  return async () => await app.close();
});

beforeEach(async () => {
  day += 20;
  app.clock.set(new Date(Date.parse("2031-06-10T04:00:00Z") + day * 24 * hour));
  await setExchangeRates(app);
  for (const { client, userId } of [desk.admin, desk.receiver, desk.packer]) {
    await signInBrowser(app, client, userId);
  }
});

async function areJobsWaiting(): Promise<boolean> {
  const { rows } = await sql`select from pgboss.job where state < 'active' limit 1`.execute(
    app.database.kysely,
  );
  return rows.length > 0;
}

/** Lets hours pass, with the jobs of each hour, each run by two servers at once. */
async function hoursPass(hours: number): Promise<void> {
  for (let passed = 0; passed < hours; passed += 1) {
    app.clock.advance(hour);
    await Promise.all([sendNotifications(app.services), sendNotifications(app.services)]);
    // Looking for lost jobs in every queue takes most of the time of an hour without any.
    if (await areJobsWaiting()) await app.runJobs({ withDelayed: true });
  }
  await setExchangeRates(app);
}

async function pay({ api }: TestPerson, amount: string): Promise<void> {
  const { url } = await api.wallet.startDeposit({ amount, idempotencyKey: randomUUID() });
  await payCheckout(app, url);
  const sessionId = sessionIdOf(url);
  await Promise.all([
    api.wallet.verifyDeposit({ sessionId }),
    api.wallet.verifyDeposit({ sessionId }),
  ]);
}

async function deposit(customer: TestPerson, amount: string): Promise<void> {
  await pay(customer, amount);
  await app.runJobs();
}

/** The carrier reports each stage a day after the one before, twice. */
async function report(number: string, stages: readonly TrackingStage[]): Promise<void> {
  for (const stage of stages) {
    await hoursPass(25);
    const message = providerMessage(number, [providerEvent(stage, app.clock.now())]);
    await deliverMessages(app, message);
    await deliverMessages(app, message);
  }
}

/** Three parcels that are here, with a request of which two extras are done, and whose box is packed. */
async function packed(customer: TestPerson) {
  const { packageId, numbers } = await receivedPackage(desk, customer, [300, 250, 200]);
  await hoursPass(1);
  const { package: pkg } = await customer.api.packages.readPackage({ packageId });
  const number = packageNumberText(pkg.number);
  const { id: shipRequestId, extraServices } = await request(customer, packageId, {
    extraServices: [{ code: "stretch_film" }, { code: "bubble_wrap" }],
  });
  for (const { id } of extraServices) {
    await desk.packer.api.extraServices.finishExtraService({ extraServiceRequestId: id });
  }
  await pack(desk, shipRequestId, numbers);
  return { packageId, number, shipRequestId };
}

async function accept({ api }: TestPerson, shipRequestId: string): Promise<void> {
  const { quotes } = await api.shipRequests.readShipRequest({ shipRequestId });
  await api.shipRequests.acceptQuote({ quoteId: quotes[0]?.id ?? "" });
}

async function handOverAt(shipRequestIds: readonly string[]): Promise<string[]> {
  const labels = shipRequestIds.map((shipRequestId) => ({
    shipRequestId,
    trackingNumber: typedNumber(),
  }));
  for (const label of labels) await desk.packer.api.labels.makeLabel(label);
  const numbers = labels.map(({ trackingNumber }) => trackingNumber);
  const manifest = await aClosedManifest(desk.packer, desk.warehouseId, numbers);
  await handOver(desk.packer, manifest.id);
  await app.runJobs();
  return numbers;
}

async function bellOf({ api }: TestPerson): Promise<string[]> {
  return (await api.notifications.listNotifications({})).items.map(({ text }) => text).toReversed();
}

async function subjectsTo({ email }: TestPerson): Promise<string[]> {
  return (await app.emailsTo(email)).map(({ subject }) => subject).toReversed();
}

const stages = ["arrived", "customs", "customs_released", "out_for_delivery", "delivered"] as const;

test("the email that asks for a choice states the price of the cheapest service, the next what is missing", async () => {
  const customer = await aShipper(desk, "30");
  const { shipRequestId } = await packed(customer);
  const { quotes } = await customer.api.shipRequests.readShipRequest({ shipRequestId });
  const prices = quotes.map(({ totalCents }) => totalCents);
  expect(prices.length).toBeGreaterThan(1);
  const cheapestCents = Math.min(...prices);
  await app.runJobs();
  const textOfNewest = async () => (await app.emailsTo(customer.email))[0]?.text ?? "";
  expect(await textOfNewest()).toContain(
    `Cheapest service: $${(cheapestCents / 100).toFixed(2)}\n`,
  );
  await accept(customer, shipRequestId);
  await app.runJobs();
  const { missingCents } = await customer.api.shipRequests.readShipRequest({ shipRequestId });
  expect(await textOfNewest()).toContain(`Missing: $${(missingCents / 100).toFixed(2)}\n`);
});

test("one package is seven entries under the bell and eight emails, from three parcels to the delivery", async () => {
  const customer = await aShipper(desk, "30");
  const device = await aDevice(app, customer);
  await customer.api.notifications.setPushDetails({
    deviceId: device.deviceId,
    showsDetails: true,
  });
  const { number, shipRequestId } = await packed(customer);
  await hoursPass(3);
  await accept(customer, shipRequestId);
  await hoursPass(1);
  await deposit(customer, "50");
  const [carrierNumber = ""] = await handOverAt([shipRequestId]);
  await report(carrierNumber, stages);
  await hoursPass(48);
  const bell = await bellOf(customer);
  const subjects = await subjectsTo(customer);
  expect(bell).toEqual([
    `All parcels of your package ${number} are here`,
    `2 extra services for ${number} are done`,
    expect.stringMatching(
      `^\\$50.00 was added to your wallet, and your package ${number} goes on for \\$`,
    ),
    expect.stringMatching(
      `^Your package ${number} was handed to the carrier, and \\$[0-9.]+ was charged$`,
    ),
    `Your package ${number} was released by customs`,
    `Your package ${number} is out for delivery`,
    `Your package ${number} was delivered`,
  ]);
  expect(subjects).toEqual([
    "3 parcels have arrived",
    `Your package ${number} is packed: choose how it is sent`,
    `Add money so that package ${number} can go on`,
    `Your deposit has arrived, and package ${number} goes on`,
    `Your package ${number} was handed to the carrier`,
    `Your package ${number} is in customs`,
    `Your package ${number} is out for delivery`,
    `Your package ${number} was delivered`,
  ]);
});

test("two packages at once are told of each by itself, and one deposit with the request that it lets go on", async () => {
  const customer = await aShipper(desk, "30");
  const [one, other] = [await packed(customer), await packed(customer)];
  for (const { shipRequestId } of [one, other]) await accept(customer, shipRequestId);
  await hoursPass(1);
  await deposit(customer, "200");
  await handOverAt([one.shipRequestId, other.shipRequestId]);
  await hoursPass(48);
  const bell = await bellOf(customer);
  const subjects = await subjectsTo(customer);
  for (const { number } of [one, other]) {
    const of = bell.filter((text) => text.includes(number));
    expect(of.filter((text) => text.startsWith("All parcels"))).toHaveLength(1);
    expect(of.filter((text) => text.startsWith("2 extra services"))).toHaveLength(1);
    expect(of.filter((text) => text.includes("handed to the carrier"))).toHaveLength(1);
    expect(of).toHaveLength(4);
  }
  expect(bell).toHaveLength(8);
  expect(bell.filter((text) => text.startsWith("$200.00 was added"))).toHaveLength(1);
  expect(subjects.filter((text) => text.startsWith("Your deposit has arrived"))).toHaveLength(1);
  expect(subjects.filter((text) => text.includes("added to your wallet"))).toEqual([]);
});

test("a deposit whose request does not go on is told of by itself a minute later, and no low balance within a day", async () => {
  const customer = await aShipper(desk, "5");
  const { number, shipRequestId } = await packed(customer);
  await accept(customer, shipRequestId);
  await deposit(customer, "1");
  expect(await subjectsTo(customer)).not.toContain("$1.00 has been added to your wallet");
  app.clock.advance(60_000);
  await app.runJobs({ withDelayed: true });
  expect(await subjectsTo(customer)).toContain("$1.00 has been added to your wallet");
  const { quotes } = await customer.api.shipRequests.readShipRequest({ shipRequestId });
  const { balanceCents } = await customer.api.wallet.readWallet({});
  await deposit(customer, String(((quotes[0]?.totalCents ?? 0) - balanceCents) / 100));
  const bell = await bellOf(customer);
  expect(bell.at(-1)).toMatch(`was added to your wallet, and your package ${number} goes on`);
  expect(bell.join()).not.toMatch(/balance is low|\n?Add money/);
  expect((await subjectsTo(customer)).join()).not.toContain("balance is low");
});

test("a request that dies while it goes on leaves the deposit its email, which the next run takes back", async () => {
  const customer = await aShipper(desk, "30");
  const { number, shipRequestId } = await packed(customer);
  await accept(customer, shipRequestId);
  await app.runJobs();
  await pay(customer, "50");
  const { jobs } = app.services;
  const cutOff = () => Promise.reject(new Error("Cut off"));
  const dying = { ...app.services, jobs: { ...jobs, enqueueAll: cutOff } };
  await expect(resumeWaitingRequests(dying, { userId: customer.userId })).rejects.toThrow(
    "Cut off",
  );
  expect((await bellOf(customer)).at(-1)).toBe("$50.00 was added to your wallet");
  await app.runJobs();
  await hoursPass(1);
  expect((await bellOf(customer)).at(-1)).toMatch(
    "$50.00 was added to your wallet, and your package",
  );
  const ofDeposit = (await subjectsTo(customer)).filter((text) => /deposit|added/i.test(text));
  expect(ofDeposit).toEqual([`Your deposit has arrived, and package ${number} goes on`]);
});

test.each(languages)(
  "the story is told in %s, without a sentence that is missing",
  async (language) => {
    const customer = await aShipper(desk, "30");
    await customer.api.users.chooseLanguage({ language });
    const { shipRequestId } = await packed(customer);
    await accept(customer, shipRequestId);
    await deposit(customer, "50");
    await handOverAt([shipRequestId]);
    await hoursPass(30);
    const headers = { "accept-language": language };
    const response = await customer.client.fetch("/api/notifications", { headers });
    const { items } = (await response.json()) as { items: { text: string }[] };
    const emails = await app.emailsTo(customer.email);
    const all = [...items.map(({ text }) => text), ...emails.map(({ subject }) => subject)].join(
      "\n",
    );
    expect(items).toHaveLength(4);
    expect(all).not.toMatch(/notifications\.|emails\.|[{}]/);
    const english = language === "en" ? /^$/ : /[Pp]ackage|wallet/;
    expect(all).not.toMatch(english);
  },
);

test("with shipment updates turned off only what concerns money and needs the customer is emailed, and none of the rest later", async () => {
  const customer = await aShipper(desk, "30");
  const settings = await customer.api.users.readNotificationSettings({});
  await customer.api.users.updateNotificationSettings({ ...settings, shipmentUpdates: false });
  const { number, shipRequestId } = await packed(customer);
  await accept(customer, shipRequestId);
  await deposit(customer, "50");
  const [carrierNumber = ""] = await handOverAt([shipRequestId]);
  await report(carrierNumber, ["customs", "delivered"]);
  await customer.api.users.updateNotificationSettings({ ...settings, shipmentUpdates: true });
  await hoursPass(30);
  const subjects = await subjectsTo(customer);
  expect(subjects.toSorted()).toEqual([
    `Add money so that package ${number} can go on`,
    `Your deposit has arrived, and package ${number} goes on`,
    `Your package ${number} is packed: choose how it is sent`,
  ]);
});
