import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { asOwner } from "#test/database.ts";
import {
  acceptedRequest,
  aShipper,
  pack,
  packingDesk,
  receivedPackage,
  request,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, type TestPerson } from "#test/users.ts";

let app: TestApp;
let desk: PackingDesk;

beforeAll(async () => {
  app = await testApp();
  desk = await packingDesk(app);
  return () => app.close();
});

/** The rows of all pages, as screens read them. */
async function historyOf({ api }: TestPerson) {
  const rows = [];
  let before: string | undefined;
  do {
    const page = await api.wallet.listTransactions({
      by: "shipment",
      ...(before !== undefined && { before }),
    });
    expect(page.items.length).toBeLessThanOrEqual(10);
    rows.push(...page.items);
    before = page.olderThan ?? undefined;
  } while (before !== undefined);
  return rows;
}

test("a ship request is one row with its sum, names its extra services, and leaves deposits and credits alone", async () => {
  const customer = await aShipper(desk);
  const other = await aShipper(desk);
  await acceptedRequest(desk, other);
  const { packageId, numbers } = await receivedPackage(desk, customer);
  const { id: shipRequestId, extraServices } = await request(customer, packageId, {
    extraServices: [{ code: "stretch_film" }],
  });
  const extraServiceRequestId = extraServices[0]?.id ?? "";
  await desk.packer.api.extraServices.finishExtraService({ extraServiceRequestId });
  await pack(desk, shipRequestId, numbers);
  const { quotes } = await customer.api.shipRequests.readShipRequest({ shipRequestId });
  const [quote] = quotes;
  await customer.api.shipRequests.acceptQuote({ quoteId: quote?.id ?? "" });
  const [row, credit, ...others] = await historyOf(customer);
  expect(others).toEqual([]);
  expect(credit).toMatchObject({ type: "admin_credit" });
  expect(credit).not.toHaveProperty("shipment");
  const { shipment } = row ?? {};
  expect(shipment).toMatchObject({
    name: expect.stringMatching(/^P-\d+( \(.+\))?$/),
    destination: "Malaysia",
    status: "pending",
    sumCents: -(quote?.totalCents ?? 0),
  });
  expect(shipment?.transactions.map(({ packageName }) => packageName)).toEqual(
    shipment?.transactions.map(() => shipment.name),
  );
  const reasons = shipment?.transactions.map(({ reason }) => reason) ?? [];
  expect(reasons).toContain("Stretch film");
  expect(reasons).not.toContain("Extra service");
  const { items: flat } = await customer.api.wallet.listTransactions({});
  expect(flat).toHaveLength((shipment?.transactions.length ?? 0) + 1);
  expect(flat[0]).not.toHaveProperty("shipment");
  const sought = async (cents: number) => {
    const input = { by: "shipment", fromCents: cents, toCents: cents } as const;
    return (await customer.api.wallet.listTransactions(input)).items.map(({ id }) => id);
  };
  const partCents = shipment?.transactions[0]?.amountCents ?? 0;
  expect(partCents).not.toBe(-(shipment?.sumCents ?? 0));
  for (const cents of [-(shipment?.sumCents ?? 0), partCents]) {
    expect(await sought(cents)).toEqual([row?.id]);
    expect(await sought(cents + 1)).toEqual([]);
  }
  await customer.api.shipRequests.cancelShipRequest({ shipRequestId });
  const [ended] = await historyOf(customer);
  expect(ended?.shipment?.transactions.length).toBeGreaterThanOrEqual(2);
});

/** Adds so many transactions to a history, of which each ship request has four. */
async function addTransactions({ userId }: TestPerson, count: number): Promise<void> {
  await asOwner(app.database, async (db) => {
    await sql`alter table transactions disable trigger user`.execute(db);
    await sql`
      insert into transactions (user_id, type, amount_cents, status, created_at, metadata)
      select ${userId}, 'shipping_fee', 100, 'completed', now() - make_interval(mins => number / 3 * 7 + number % 4),
        jsonb_build_object('shipRequestId', overlay(overlay(lpad(to_hex(number / 4), 32, '0') placing '4' from 13) placing '8' from 17)::uuid)
      from generate_series(1, ${count}) as numbers (number)
    `.execute(db);
    await sql`alter table transactions enable trigger user`.execute(db);
    await sql`analyze transactions`.execute(db);
  });
}

async function medianMilliseconds(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 15; run += 1) {
    const startedAt = performance.now();
    await read();
    times.push(performance.now() - startedAt);
  }
  return times.toSorted((one, other) => one - other)[7] ?? 0;
}

test("each of 10,000 transactions is in one row of one page, and a page takes little longer than without shipments", async () => {
  const customer = await aCustomer(app);
  await addTransactions(customer, 400);
  const rows = await historyOf(customer);
  const ids = rows.flatMap(
    ({ id, shipment }) => shipment?.transactions.map((one) => one.id) ?? [id],
  );
  expect(rows).toHaveLength(101);
  expect([ids.length, new Set(ids).size]).toEqual([400, 400]);
  const long = await aCustomer(app);
  await addTransactions(long, 10_000);
  const flat = await medianMilliseconds(() => long.api.wallet.listTransactions({}));
  const grouped = await medianMilliseconds(() =>
    long.api.wallet.listTransactions({ by: "shipment" }),
  );
  expect(grouped).toBeLessThan(10 * flat + 20);
});
