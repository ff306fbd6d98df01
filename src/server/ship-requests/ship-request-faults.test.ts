// A database call that fails anywhere in a step of a ship request leaves everything or nothing, and a repeat ends it.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { failingCalls, type Failure, type FailingCalls } from "#testing/failing-calls.ts";
import { ledgerFaults } from "#testing/ledger-faults.ts";
import { shipRequestFaults } from "#testing/ship-request-faults.ts";
import { stageFaults } from "#testing/stage-faults.ts";
import {
  aShipper,
  packedRequest,
  packingDesk,
  photograph,
  receivedPackage,
  request,
  scanAll,
  type PackingDesk,
} from "#testing/ship-requests.ts";
import { testApp, type TestApp } from "#testing/test-app.ts";
import type { TestPerson } from "#testing/users.ts";

const isLong = process.env["SAMPAN_LONG_TESTS"] === "1";
// The gate tries two places of each step; all of them take minutes.
const stride = isLong ? 1 : 29;
const firstPlace = isLong ? 1 : 17;
const mostCalls = 250;

let app: TestApp;
let desk: PackingDesk;
let calls: FailingCalls;
beforeAll(async () => {
  app = await testApp();
  desk = await packingDesk(app);
  calls = failingCalls(app.database);
  return () => app.close();
});

type Scene = { readonly customer: TestPerson; readonly act: () => Promise<unknown> };

const cap = {
  paymentMode: "automatic_up_to_cap",
  serviceCode: "hk-post-surface",
  capCents: 5000,
  extraServices: [{ code: "stretch_film" }],
} as const;

async function boxToClose() {
  const customer = await aShipper(desk);
  const { packageId, numbers } = await receivedPackage(desk, customer, [700]);
  const made = await request(customer, packageId, { ...cap, extraServices: [] });
  await scanAll(desk, made.id, numbers);
  await photograph(desk, made.id);
  return { customer, shipRequestId: made.id };
}

const scenes: Readonly<Record<string, () => Promise<Scene>>> = {
  requesting: async () => {
    const customer = await aShipper(desk);
    const { packageId } = await receivedPackage(desk, customer, [700]);
    const input = { packageId, ...cap, extraServices: [...cap.extraServices] };
    const idempotencyKey = randomUUID();
    const act = () => customer.api.shipRequests.requestShipping({ ...input, idempotencyKey });
    return { customer, act };
  },
  scanning: async () => {
    const customer = await aShipper(desk);
    const { packageId, numbers } = await receivedPackage(desk, customer, [700]);
    const { id: shipRequestId } = await request(customer, packageId);
    const input = { shipRequestId, scan: numbers[0] ?? "", idempotencyKey: randomUUID() };
    return { customer, act: () => desk.packer.api.packing.scanIntoBox(input) };
  },
  closing: async () => {
    const { customer, shipRequestId } = await boxToClose();
    const input = {
      shipRequestId,
      weightGrams: 700,
      sidesMm: [200, 150, 100] as [number, number, number],
      idempotencyKey: randomUUID(),
    };
    return { customer, act: () => desk.packer.api.packing.closeBox(input) };
  },
  accepting: async () => {
    const customer = await aShipper(desk);
    const { quotes } = await packedRequest(desk, customer);
    const input = { quoteId: quotes[0]?.id ?? "" };
    return { customer, act: () => customer.api.shipRequests.acceptQuote(input) };
  },
  cancelling: async () => {
    const { customer, shipRequestId } = await boxToClose();
    return { customer, act: () => customer.api.shipRequests.cancelShipRequest({ shipRequestId }) };
  },
  ordering: async () => {
    const customer = await aShipper(desk);
    const { parcelIds } = await receivedPackage(desk, customer, [700]);
    const input = {
      code: "contents_check",
      inboundParcelId: parcelIds[0] ?? "",
      idempotencyKey: randomUUID(),
    };
    return { customer, act: () => customer.api.extraServices.requestExtraService(input) };
  },
};

/** What a customer has of everything, without ids and times. */
async function stateOf({ userId }: TestPerson): Promise<unknown> {
  const { rows } = await sql`
    select jsonb_build_object(
      'requests', (select jsonb_agg(concat_ws(' ', state, waiting_reason, hold_round)) from ship_requests where user_id = ${userId}),
      'events', (select jsonb_agg(kind order by e.id) from ship_request_events e
        join ship_requests r on r.id = e.ship_request_id where r.user_id = ${userId}),
      'quotes', (select jsonb_agg(concat_ws(' ', service_code, total_cents, ended) order by service_code)
        from quotes where user_id = ${userId}),
      'orders', (select jsonb_agg(concat_ws(' ', code, state)) from extra_service_requests where user_id = ${userId}),
      'holds', (select jsonb_agg(concat_ws(' ', type, amount_cents, state) order by type, amount_cents, state)
        from holds where user_id = ${userId}),
      'packages', (select jsonb_agg(concat_ws(' ', status, stage, final_weight_grams, parcels_count)) from packages where user_id = ${userId}),
      'parcels', (select jsonb_agg(concat_ws(' ', state, package_id is null)) from inbound_parcels where user_id = ${userId}),
      'notified', (select jsonb_agg(kind order by id) from notifications where user_id = ${userId}
        and kind like 'ship_request%')
    ) as state
  `.execute(app.database.kysely);
  return rows[0];
}

async function faultsOf({ userId }: TestPerson): Promise<string[]> {
  const { kysely } = app.database;
  return [
    ...(await shipRequestFaults(kysely, userId)),
    ...(await stageFaults(kysely, userId)),
    ...(await ledgerFaults(kysely, [userId])),
  ];
}

test.each(Object.keys(scenes))(
  "F3, G40: %s, with any database call failing, happens once or not at all",
  { timeout: isLong ? 3_600_000 : 120_000 },
  async (name) => {
    const scene = scenes[name];
    if (scene === undefined) throw new Error(`There is no ${name}.`);
    const model = await scene();
    const before = await stateOf(model.customer);
    await model.act();
    const after = await stateOf(model.customer);
    expect(after).not.toEqual(before);
    let places = 0;
    for (let place = firstPlace; place < mostCalls; place += stride) {
      let isReached = false;
      for (const failure of ["rejected", "unanswered"] as const satisfies Failure[]) {
        const { customer, act } = await scene();
        calls.arm(place, failure);
        await act().catch(() => null);
        const hasFailed = calls.disarm();
        isReached ||= hasFailed;
        expect([before, after], `${name}, ${failure} at call ${place}`).toContainEqual(
          await stateOf(customer),
        );
        await act();
        expect(await stateOf(customer), `${name}, repeated after call ${place}`).toEqual(after);
        expect(await faultsOf(customer)).toEqual([]);
      }
      if (!isReached) break;
      places += 1;
    }
    expect(places).toBeGreaterThan(0);
  },
);
