import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { expectApiError } from "#test/api-errors.ts";
import { aPackage } from "#test/packages.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await testApp();
  admin = await anAdmin(app);
  return () => app.close();
});

async function adjust(customer: TestPerson, kind: "credit" | "deduction", amount: string) {
  return await admin.api.wallet.adjustWallet({
    userId: customer.userId,
    kind,
    amount,
    reason: kind === "credit" ? "To begin with" : "Freight of leg 3",
    ...(kind === "deduction" && { legNumber: 3 }),
    idempotencyKey: randomUUID(),
  });
}

async function aCustomerWith(amount: string): Promise<TestPerson> {
  const customer = await aCustomer(app);
  await adjust(customer, "credit", amount);
  return customer;
}

async function subjectsTo({ email }: TestPerson): Promise<string[]> {
  const emails = await app.emailsTo(email);
  return emails.map(({ subject }) => subject).filter((subject) => /charged|balance/.test(subject));
}

test("a fee is announced by email with its reason, its leg and what is left", async () => {
  const customer = await aCustomerWith("100");
  await adjust(customer, "deduction", "12.34");
  const { subject, text } = await app.latestEmail(customer.email);
  expect(subject).toBe("$12.34 was charged to your wallet");
  for (const fact of ["Leg: 3", "Reason: Freight of leg 3", "New balance: $87.66"]) {
    expect(text).toContain(fact);
  }
});

test("a fee for a package is listed with the package, and only its owner's packages can be named", async () => {
  const [customer, other] = [await aCustomerWith("100"), await aCustomerWith("100")];
  const { userId } = customer;
  await admin.api.plans.giveComplimentaryPlan({ userId, plan: "Basic", reason: "For a package" });
  const { id: packageId, trackingNumber } = await aPackage(customer);
  const fee = { kind: "deduction", amount: "12.50", reason: "Freight", packageId } as const;
  await expectApiError(
    admin.api.wallet.adjustWallet({ ...fee, userId: other.userId, idempotencyKey: randomUUID() }),
    "not_found",
  );
  const { transaction } = await admin.api.wallet.adjustWallet({
    ...fee,
    userId,
    idempotencyKey: randomUUID(),
  });
  expect(transaction).toMatchObject({ packageId, trackingNumber });
  const { charges } = await customer.api.packages.readPackage({ packageId });
  expect(charges).toEqual([
    expect.objectContaining({ id: transaction.id, type: "shipping_fee", amountCents: 1250 }),
  ]);
  const shipment = await admin.api.packages.readShipment({ packageId });
  expect(shipment.charges).toEqual(charges);
  expect((await app.latestEmail(customer.email)).text).toContain(trackingNumber);
});

test("a repeat of the same fee, a rejected one and a credit send nothing", async () => {
  const customer = await aCustomerWith("100");
  const fee = {
    userId: customer.userId,
    kind: "deduction",
    amount: "10",
    reason: "Freight",
    idempotencyKey: randomUUID(),
  } as const;
  await admin.api.wallet.adjustWallet(fee);
  await admin.api.wallet.adjustWallet(fee);
  await expect(adjust(customer, "deduction", "1000")).rejects.toThrow();
  await adjust(customer, "credit", "5");
  expect(await subjectsTo(customer)).toEqual(["$10.00 was charged to your wallet"]);
});

test.each([
  ["30", "$10.00 can be spent again", "$70.00"],
  ["45", "the final fee is $5.00 higher", "$55.00"],
  ["40", "The amount was on hold for it.", "$60.00"],
])(
  "a hold of $40 settled at $%s names the difference and its package",
  async (amount, said, left) => {
    const customer = await aCustomerWith("100");
    const { userId } = customer;
    await admin.api.plans.giveComplimentaryPlan({ userId, plan: "Basic", reason: "For a package" });
    const { id: packageId, trackingNumber } = await aPackage(customer);
    const { hold } = await admin.api.wallet.holdShippingFee({
      userId,
      amount: "40",
      reason: "Quote for leg 2",
      legNumber: 2,
      packageId,
      idempotencyKey: randomUUID(),
    });
    await admin.api.wallet.settleHold({ holdId: hold.id, amount, reason: "" });
    const email = (await app.emailsTo(customer.email)).find(({ subject }) =>
      subject.includes("was charged"),
    );
    for (const fact of [trackingNumber, said, `New balance: ${left}`, `?package=${packageId}`]) {
      expect(email?.text).toContain(fact);
    }
    const { items } = await customer.api.wallet.listTransactions({});
    expect(
      items.filter(({ type }) => type !== "admin_credit").map((item) => item.packageId),
    ).toEqual(items.filter(({ type }) => type !== "admin_credit").map(() => packageId));
  },
);

test("a balance that becomes low is announced once, and again after it has recovered", async () => {
  const customer = await aCustomerWith("50");
  const lowEmails = async () =>
    (await subjectsTo(customer)).filter((subject) => subject.startsWith("Your wallet balance is"));
  expect(await customer.api.wallet.readWallet({})).toMatchObject({ lowBalanceCents: 2_500 });
  await adjust(customer, "deduction", "10");
  expect(await customer.api.wallet.readWallet({})).toMatchObject({ lowBalanceCents: 1_000 });
  expect(await lowEmails()).toEqual([]);
  await adjust(customer, "deduction", "25");
  await adjust(customer, "deduction", "8");
  expect(await lowEmails()).toEqual(["Your wallet balance is low: $15.00"]);
  await adjust(customer, "credit", "10");
  await admin.api.wallet.holdShippingFee({
    userId: customer.userId,
    amount: "12",
    reason: "Quote",
    idempotencyKey: randomUUID(),
  });
  expect((await lowEmails()).toSorted()).toEqual([
    "Your wallet balance is low: $15.00",
    "Your wallet balance is low: $5.00",
  ]);
});

test("nobody who turned such emails off gets one", async () => {
  const customer = await aCustomerWith("100");
  await customer.api.users.updateNotificationSettings({
    emailNotifications: false,
    shipmentUpdates: true,
    marketingEmails: false,
  });
  await adjust(customer, "deduction", "90");
  expect(await subjectsTo(customer)).toEqual([]);
});
