// A database call that fails anywhere while packages are handed over or taken back leaves everything or nothing, and a repeat
// ends it.
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { addWarehouse } from "#test/enter-warehouse-as.ts";
import { insertAcceptedRequests } from "#test/accepted-requests.ts";
import { failingCalls, type Failure, type FailingCalls } from "#test/failing-calls.ts";
import { handOverFaults } from "#test/hand-over-faults.ts";
import { ledgerFaults } from "#test/ledger-faults.ts";
import { isLongRun } from "#test/long-run.ts";
import { aClosedManifest, handOver, labelAll } from "#test/manifests.ts";
import { stageFaults } from "#test/stage-faults.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, aStaffMember, type TestPerson } from "#test/users.ts";
import { handOverPackages } from "./hand-over.ts";

// The gate tries two places of each; all of them take minutes.
const mostCalls = 250;

let app: TestApp;
let calls: FailingCalls;
let packer: TestPerson;
let warehouseId: string;
beforeAll(async () => {
  app = await testApp();
  const manager = await aStaffMember(app, ["manager"]);
  packer = await aStaffMember(app, ["packer"]);
  warehouseId = await addWarehouse(manager.api, { code: "HK1" });
  calls = failingCalls(app.database);
  return () => app.close();
});

type Scene = { readonly customer: TestPerson; readonly act: () => Promise<unknown> };

async function begunHandOver() {
  // One packer does in minutes what limits allow for hours.
  await app.database.kysely.deleteFrom("attempts").execute();
  const customer = await aCustomer(app, { plan: "Premium" });
  const requests = await insertAcceptedRequests(app.database.kysely, {
    userIds: [customer.userId],
    warehouseId,
    packagesPerCustomer: 2,
    at: app.clock.now(),
  });
  const numbers = await labelAll(packer, requests);
  const { id: manifestId } = await aClosedManifest(packer, warehouseId, numbers);
  await handOver(packer, manifestId);
  return { customer, manifestId };
}

const scenes: Readonly<Record<string, () => Promise<Scene>>> = {
  "handing over": async () => {
    const { customer, manifestId } = await begunHandOver();
    return { customer, act: () => handOverPackages(app.services, { manifestId }) };
  },
  "taking back": async () => {
    const { customer, manifestId } = await begunHandOver();
    await handOverPackages(app.services, { manifestId });
    const { items } = await packer.api.manifests.readManifest({ manifestId });
    const input = { manifestPackageId: items[0]?.id ?? "", reason: "The driver left it" };
    return { customer, act: () => packer.api.manifests.takeBackPackage(input) };
  },
};

/** What a customer has of everything, without ids and times. */
async function stateOf({ userId }: TestPerson): Promise<unknown> {
  const { rows } = await sql`
    select jsonb_build_object(
      'requests', (select jsonb_agg(concat_ws(' ', state, hold_round) order by state) from ship_requests where user_id = ${userId}),
      'events', (select jsonb_agg(kind order by e.id) from events e
        join ship_requests r on r.id = e.subject_id where r.user_id = ${userId}),
      'holds', (select jsonb_agg(concat_ws(' ', type, amount_cents, state) order by type, amount_cents, state)
        from holds where user_id = ${userId}),
      'transactions', (select jsonb_agg(concat_ws(' ', type, amount_cents, status) order by type, amount_cents, status)
        from transactions where user_id = ${userId}),
      'packages', (select jsonb_agg(concat_ws(' ', status, stage, ship_request_state) order by status, stage) from packages
        where user_id = ${userId}),
      'parcels', (select jsonb_agg(state order by state) from inbound_parcels where user_id = ${userId}),
      'legs', (select jsonb_agg(concat_ws(' ', leg_number, l.status, l.tracking_number is null) order by leg_number, l.status)
        from shipping_legs l join packages p on p.id = l.package_id where p.user_id = ${userId}),
      'listed', (select jsonb_agg(m.state order by m.state) from manifest_packages m
        join ship_requests r on r.id = m.ship_request_id where r.user_id = ${userId}),
      'notified', (select count(*) from notifications where user_id = ${userId} and kind = 'package_moved')
    ) as state
  `.execute(app.database.kysely);
  return rows[0];
}

async function faultsOf({ userId }: TestPerson): Promise<string[]> {
  const { kysely } = app.database;
  return [
    ...(await handOverFaults(kysely, userId)),
    ...(await stageFaults(kysely, userId)),
    ...(await ledgerFaults(kysely, [userId])),
  ];
}

test.runIf(isLongRun).each(Object.keys(scenes))(
  "F3, G45, G46: %s, with any database call failing, happens once or not at all",
  { timeout: 3_600_000 },
  async (name) => {
    const scene = scenes[name];
    if (scene === undefined) throw new Error(`There is no ${name}.`);
    const model = await scene();
    await model.act();
    const after = await stateOf(model.customer);
    expect(await faultsOf(model.customer)).toEqual([]);
    let places = 0;
    for (let place = 1; place < mostCalls; place++) {
      let isReached = false;
      for (const failure of ["rejected", "unanswered"] as const satisfies Failure[]) {
        const { customer, act } = await scene();
        calls.arm(place, failure);
        await act().catch(() => null);
        const hasFailed = calls.disarm();
        isReached ||= hasFailed;
        await act();
        expect(await stateOf(customer), `${name}, ${failure} at call ${place}`).toEqual(after);
        expect(await faultsOf(customer)).toEqual([]);
      }
      if (!isReached) break;
      places += 1;
    }
    expect(places).toBeGreaterThan(0);
  },
);
