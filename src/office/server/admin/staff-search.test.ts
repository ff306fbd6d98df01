import { beforeAll, expect, test } from "vitest";
import type { FoundThings } from "#office/contract/staff-search.ts";
import { recordSubscriptionPayment } from "#money/server/wallet/record-transaction.ts";
import { typedNumber, aClosedManifest } from "#test/manifests.ts";
import { aPackage } from "#test/packages.ts";
import { acceptedRequest, aShipper, packingDesk, type PackingDesk } from "#test/ship-requests.ts";
import { callSandbox, payCheckout, sessionIdOf } from "#test/payment-sandbox.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, aStaffMember, type TestPerson } from "#test/users.ts";

let app: TestApp;
let desk: PackingDesk;
let customer: TestPerson;
let packageId: string;
let packageNumber: number;
let secondNumber: string;
let secondParcelId: string;
let shipRequestId: string;
let reference: string;
let label: string;
let manifestId: string;
let manifestNumber: string;
let depositId: string;

const legNumber = "EB 000717595 HK";
const paymentId = "pi_3PqRsTuVwXyZ";
const phone = "+852 6123 4567";

beforeAll(async () => {
  app = await testApp();
  desk = await packingDesk(app);
  customer = await aShipper(desk);
  const request = await acceptedRequest(desk, customer);
  shipRequestId = request.id;
  packageId = request.packageId ?? "";
  label = typedNumber();
  await desk.packer.api.labels.makeLabel({ shipRequestId, trackingNumber: label });
  const manifest = await aClosedManifest(desk.packer, desk.warehouseId, [label]);
  manifestId = manifest.id;
  manifestNumber = manifest.number;
  reference = manifest.items[0]?.reference ?? "";
  const { package: pkg } = await desk.admin.api.packages.readShipment({ packageId });
  packageNumber = pkg.number;
  const { items } = await customer.api.inboundParcels.listInboundParcels({ packageId });
  const second = items.find(({ trackingNumber }) => trackingNumber !== pkg.trackingNumber);
  secondParcelId = second?.id ?? "";
  secondNumber = second?.trackingNumber ?? "";
  await app.database.kysely
    .updateTable("shippingLegs")
    .set({ trackingNumber: legNumber })
    .where("packageId", "=", packageId)
    .where("legNumber", "=", 1)
    .execute();
  await desk.admin.api.storageLocations.createStorageLocations({
    warehouseId: desk.warehouseId,
    items: [{ code: "Q-07-3" }],
  });
  const { id } = await app.database.kysely
    .insertInto("deposits")
    .values({
      userId: customer.userId,
      amountCents: 2500n,
      idempotencyKey: "00000000-0000-4000-8000-0000000000d1",
      paymentIntentId: paymentId,
      createdAt: app.clock.now(),
    })
    .returning("transactionId as id")
    .executeTakeFirstOrThrow();
  depositId = id;
  await app.database.kysely
    .updateTable("profiles")
    .set({ phone, fullName: "Wilhelmina Quist" })
    .where("id", "=", customer.userId)
    .execute();
  // Others' things, which none of the searches find.
  const other = await aCustomer(app, { plan: "Premium" });
  await aPackage(other);
  return () => app.close();
});

const find = async (person: TestPerson, search: string): Promise<FoundThings> =>
  await person.api.admin.findAnything({ search });

/** What is found, as kind and id. */
async function found(search: string, person = desk.admin): Promise<string[]> {
  const { isPerson: _isPerson, ...things } = await find(person, search);
  return Object.entries(things).flatMap(([kind, items]) => items.map(({ id }) => `${kind} ${id}`));
}

const ofPackage = () => `packages ${packageId}`;
const ofUser = () => `users ${customer.userId}`;

test("a package is found by its number and its tracking number", async () => {
  for (const search of [`P-${packageNumber}`, ` p ${packageNumber}`, String(packageNumber)]) {
    expect(await found(search), search).toContain(ofPackage());
  }
});

test("a leg's number, however it is grouped, finds its package", async () => {
  for (const search of [legNumber, "eb000717595hk", "000-717-595"]) {
    expect(await found(search), search).toEqual([ofPackage()]);
  }
});

test("a label's number finds its package and its ship request", async () => {
  expect(await found(label.toLowerCase())).toEqual([ofPackage(), `shipRequests ${shipRequestId}`]);
});

test("the number of the second parcel finds the parcel and its package", async () => {
  expect(await found(secondNumber)).toEqual([ofPackage(), `inboundParcels ${secondParcelId}`]);
});

test("a ship request is found by its number", async () => {
  for (const search of [reference, reference.replace("SR", "sr ")]) {
    expect(await found(search), search).toEqual([ofPackage(), `shipRequests ${shipRequestId}`]);
  }
});

test("the details of the package name its ship request, for roles that see those", async () => {
  const referenceFor = async ({ api }: TestPerson) =>
    (await api.packages.readShipment({ packageId })).shipRequestReference;
  expect(await referenceFor(await aStaffMember(app, ["support"]))).toBe(reference);
  expect(await referenceFor(await aStaffMember(app, ["receiver"]))).toBeNull();
});

test("a manifest is found by its number, with its packages where the number says that it is one", async () => {
  const wanted = [ofPackage(), `manifests ${manifestId}`];
  for (const search of [manifestNumber, manifestNumber.toLowerCase(), `manifest ${manifestNumber}`])
    expect(await found(search), search).toEqual(wanted);
  expect(await found(manifestNumber.slice(1))).toContain(`manifests ${manifestId}`);
});

test("a shelf is found by its code", async () => {
  const { storageLocations } = await find(desk.admin, "q073");
  expect(storageLocations).toMatchObject([{ code: "Q-07-3" }]);
});

test("a phone number, with its country's code or without, finds a person", async () => {
  for (const search of [phone, "61234567", "0061 234-567"]) {
    expect(await found(search), search).toContain(ofUser());
  }
  expect(await found("61234568")).not.toContain(ofUser());
});

test("the phone number of a recipient finds the package, for those who see contacts", async () => {
  await app.database.kysely
    .insertInto("packageRecipients")
    .values({
      packageId,
      name: "Ada Quist",
      phone: "+1 (415) 555-0199",
      address: "1 Main Street",
      addressLine2: "",
      city: "San Francisco",
      state: "CA",
      postalCode: "94105",
    })
    .onConflict((conflict) =>
      conflict.column("packageId").doUpdateSet({ phone: "+1 (415) 555-0199" }),
    )
    .execute();
  const support = await aStaffMember(app, ["support"]);
  const receiver = await aStaffMember(app, ["receiver"]);
  for (const search of ["+1 (415) 555-0199", "4155550199", "555 0199", "001-415-5550199"]) {
    expect(await found(search, support), search).toEqual([ofPackage()]);
    expect(await found(search, receiver), search).toEqual([]);
  }
  expect(await found("4155550198", support)).toEqual([]);
  const { items } = await support.api.packages.listShipments({ search: "415-555-0199" });
  expect(items.map(({ id }) => id)).toEqual([packageId]);
});

test("a name finds a person and their packages", async () => {
  expect(await found("quist")).toEqual(expect.arrayContaining([ofPackage(), ofUser()]));
});

test("an email finds a person", async () => {
  expect(await found(customer.email.toUpperCase())).toContain(ofUser());
});

test("a member code finds a person", async () => {
  const { memberCode } = await customer.api.inboundParcels.readAddress({});
  expect(await found(memberCode)).toContain(ofUser());
});

test("the id of a payment or of a transaction finds the transaction", async () => {
  const [transaction] = await transactionsOf(customer);
  const { transactions } = await find(desk.admin, transaction?.id ?? "");
  expect(transactions).toMatchObject([
    { id: transaction?.id, userId: customer.userId, userEmail: customer.email },
  ]);
  await app.database.kysely
    .updateTable("deposits")
    .set({ transactionId: transaction?.id ?? "" })
    .where("transactionId", "=", depositId)
    .execute();
  expect(await found(paymentId)).toEqual([`transactions ${transaction?.id}`]);
  expect(await found(paymentId.slice(0, -1))).toEqual([]);
});

test("the ids of a paid deposit's payment, charge and checkout find it", async () => {
  const depositor = await aCustomer(app);
  const { url } = await depositor.api.wallet.startDeposit({
    amount: "25.50",
    idempotencyKey: "00000000-0000-4000-8000-0000000000d2",
  });
  await payCheckout(app, url);
  const sessionId = sessionIdOf(url);
  expect(await depositor.api.wallet.verifyDeposit({ sessionId })).toMatchObject({ success: true });
  const [transaction] = await transactionsOf(depositor);
  const session = (await callSandbox(app, `checkout/sessions/${sessionId}`)) as {
    payment_intent: string;
  };
  const intent = (await callSandbox(app, `payment_intents/${session.payment_intent}`)) as {
    latest_charge: string;
  };
  const finance = await aStaffMember(app, ["finance"]);
  for (const search of [session.payment_intent, intent.latest_charge, sessionId]) {
    expect(search).toMatch(/^(pi|ch|cs)_/);
    expect(await found(search, finance), search).toEqual([`transactions ${transaction?.id}`]);
  }
});

test("the id of an invoice finds the payment of a plan", async () => {
  const invoiceId = "in_1PqRsTuVwXyZ";
  await recordSubscriptionPayment(app.database.kysely, {
    userId: customer.userId,
    plan: "Super",
    amountCents: 19_900,
    invoiceId,
    at: app.clock.now(),
  });
  const { transactions } = await find(desk.admin, ` ${invoiceId}`);
  expect(transactions).toMatchObject([
    { type: "subscription", amountCents: 19_900, userId: customer.userId },
  ]);
  expect(await found(invoiceId.slice(0, -1))).toEqual([]);
});

test("a case is found by its number, also a closed one", async () => {
  const { id, number } = await customer.api.cases.openCase({
    subject: "package",
    subjectId: packageId,
    problem: "damaged",
    text: "The corner is torn.",
    idempotencyKey: "00000000-0000-4000-8000-0000000000c1",
  });
  for (const search of [number, number.replace("C", "c-"), ` ${number.toLowerCase()} `]) {
    expect(await found(search), search).toContain(`cases ${id}`);
  }
  await desk.admin.api.cases.finishCase({ caseId: id, outcome: "We packed it anew." });
  const { cases } = await find(desk.admin, number);
  expect(cases).toEqual([{ id, number, subjectName: `P-${packageNumber}`, isOpen: false }]);
});

test("it is said when the whole search is a person's", async () => {
  const { memberCode } = await customer.api.inboundParcels.readAddress({});
  for (const search of [
    customer.email.toUpperCase(),
    "wilhelmina QUIST",
    phone,
    "61234567",
    memberCode.toLowerCase(),
  ]) {
    expect((await find(desk.admin, search)).isPerson, search).toBe(true);
  }
  for (const search of ["quist", customer.email.slice(0, -1), String(packageNumber)]) {
    expect((await find(desk.admin, search)).isPerson, search).toBe(false);
  }
});

async function transactionsOf(person: TestPerson) {
  return (await person.api.wallet.listTransactions({})).items;
}

test("each role finds what its pages show", async () => {
  const searches = [
    String(packageNumber),
    secondNumber,
    label,
    String(manifestNumber),
    "q073",
    "quist",
    (await transactionsOf(customer))[0]?.id ?? "",
    "C00001",
  ];
  const kindsOf = async (role: Parameters<typeof aStaffMember>[1][number]) => {
    const person = await aStaffMember(app, [role]);
    const kinds = new Set<string>();
    for (const search of searches) {
      for (const one of await found(search, person)) kinds.add(one.split(" ")[0] ?? "");
    }
    return [...kinds].toSorted();
  };
  const onShelves = ["inboundParcels", "packages", "storageLocations"];
  expect(await kindsOf("receiver")).toEqual(onShelves);
  const ofBoxes = ["inboundParcels", "manifests", "packages", "shipRequests", "storageLocations"];
  expect(await kindsOf("packer")).toEqual(ofBoxes);
  expect(await kindsOf("support")).toEqual([...ofBoxes, "cases", "users"].toSorted());
  expect(await kindsOf("finance")).toEqual(["transactions", "users"]);
  const receiver = await aStaffMember(app, ["receiver"]);
  const { packages } = await find(receiver, secondNumber);
  expect(packages).toMatchObject([{ userEmail: null }]);
});

test("the shipments page finds the package by each of these numbers", async () => {
  for (const search of [
    legNumber,
    label,
    secondNumber,
    reference,
    manifestNumber,
    `P-${packageNumber}`,
  ]) {
    const { items } = await desk.admin.api.packages.listShipments({ search });
    expect(
      items.map(({ id }) => id),
      search,
    ).toEqual([packageId]);
  }
});
