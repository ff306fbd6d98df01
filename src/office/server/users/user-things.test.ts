import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { expectApiError } from "#test/api-errors.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { aPackage } from "#test/packages.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";

let app: TestApp;
let admin: TestPerson;
let mei: TestPerson;
beforeAll(async () => {
  app = await testApp();
  await enterWarehouse(app);
  admin = await anAdmin(app);
  mei = await aCustomer(app, { plan: "Premium", packageQuota: 30 });
  return () => app.close();
});

test("support reads the newest things of one customer, and how many there are; others do not", async () => {
  const tom = await aCustomer(app, { plan: "Premium" });
  const { id: others } = await aPackage(tom);
  const made = [];
  for (let count = 0; count < 21; count += 1) {
    app.clock.advance(1_000);
    made.push(await aPackage(mei));
  }
  const [parcel] = (
    await mei.api.inboundParcels.declareInboundParcels({
      items: [{ trackingNumber: "SF1111222233334" }],
      idempotencyKey: randomUUID(),
    })
  ).items;
  const opened = await mei.api.cases.openCase({
    subject: "package",
    subjectId: made.at(-1)?.id ?? "",
    problem: "other",
    text: "Where is it?",
    idempotencyKey: randomUUID(),
  });
  const support = await aStaffMember(app, ["support"]);
  const things = await support.api.users.listUserThings({ userId: mei.userId });
  expect(things.packages.total).toBe(21);
  expect(things.packages.items.map(({ id }) => id)).toEqual(
    made
      .map(({ id }) => id)
      .toReversed()
      .slice(0, 20),
  );
  expect(JSON.stringify(things)).not.toContain(others);
  expect(things.inboundParcels.items).toContainEqual(
    expect.objectContaining({
      id: parcel?.id,
      trackingNumber: "SF1111222233334",
      state: "expected",
    }),
  );
  expect(things.inboundParcels.total).toBe(things.inboundParcels.items.length);
  expect(things.cases).toMatchObject({
    items: [{ number: opened.number, subject: "package", isOpen: true }],
    total: 1,
  });
  for (const role of ["receiver", "packer", "finance"] as const) {
    const { api } = await aStaffMember(app, [role]);
    await expectApiError(api.users.listUserThings({ userId: mei.userId }), "forbidden");
  }
});

test("finance reads the history of a wallet as its customer does, page by page", async () => {
  for (let count = 0; count < 12; count += 1) {
    app.clock.advance(1_000);
    await admin.api.wallet.adjustWallet({
      userId: mei.userId,
      kind: "credit",
      amount: "1.00",
      reason: `Credit ${count}`,
      idempotencyKey: randomUUID(),
    });
  }
  const finance = await aStaffMember(app, ["finance"]);
  const { userId } = mei;
  const first = await finance.api.wallet.listUserTransactions({ userId });
  expect(first).toEqual(await mei.api.wallet.listTransactions({ by: "shipment" }));
  expect(first.items).toHaveLength(10);
  const before = first.olderThan ?? "";
  const next = await finance.api.wallet.listUserTransactions({ userId, before });
  expect(next.items.map(({ reason }) => reason)).toEqual(["Credit 1", "Credit 0"]);
  const other = await aCustomer(app);
  const cursor = { userId: other.userId, before };
  await expect(finance.api.wallet.listUserTransactions(cursor)).rejects.toMatchObject({
    code: "invalid_input",
  });
  const nobody = { userId: randomUUID() };
  await expectApiError(finance.api.wallet.listUserTransactions(nobody), "not_found");
  const support = await aStaffMember(app, ["support"]);
  await expectApiError(support.api.wallet.listUserTransactions({ userId }), "forbidden");
});
