import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { createGatheringPackages } from "#test/concurrency/gathering-packages.ts";
import { failingCalls, type Failure, type FailingCalls } from "#test/failing-calls.ts";
import { isLongRun } from "#test/long-run.ts";
import { aWarehouse, receiveInput } from "#test/receiving.ts";
import { receivingFaults } from "#test/receiving-faults.ts";
import { stageFaults } from "#test/stage-faults.ts";
import { remindOfStorage } from "#shipping/server/ship-requests/remind-of-storage.ts";
import { sendNotifications } from "#notices/server/notifications/send-notifications.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

const mostCalls = 200;

let app: TestApp;
let admin: TestPerson;
let calls: FailingCalls;
let warehouseId: string;
beforeAll(async () => {
  app = await testApp();
  app.clock.set("2026-05-10T12:00:00Z");
  admin = await anAdmin(app);
  warehouseId = await aWarehouse(admin);
  calls = failingCalls(app.database);
  return () => app.close();
});

/** A customer with a parcel whose free storage ends in three days. */
async function aDueCustomer(): Promise<TestPerson> {
  const customer = await aCustomer(app);
  const { parcel } = await admin.api.receiving.receiveInboundParcel(
    receiveInput(app, warehouseId, { scan: null }),
  );
  await sql`update inbound_parcels set user_id = ${customer.userId}, storage_from = '2026-04-29',
    free_until = '2026-05-13', storage_rate_id = (select id from storage_rates where plan is null)
    where id = ${parcel.id}`.execute(app.database.kysely);
  return customer;
}

const sendLater = () =>
  sendNotifications({ ...app.services, now: () => new Date(app.clock.now().getTime() + 120_000) });

type Scene = { readonly customer: TestPerson; readonly act: () => Promise<unknown> };

async function gather() {
  const customer = await aCustomer(app);
  const { userId } = customer;
  await admin.api.plans.giveComplimentaryPlan({ userId, plan: "Super", reason: "Goodwill" });
  return { customer, ...(await createGatheringPackages(app, customer)) };
}

const scenes: Readonly<Record<string, () => Promise<Scene>>> = {
  merging: async () => {
    const { customer, pkg, other } = await gather();
    const input = { packageId: pkg.id, fromPackageId: other.id };
    return { customer, act: () => customer.api.packages.mergePackages(input) };
  },
  splitting: async () => {
    const { customer, pkg, parcelIds } = await gather();
    const idempotencyKey = randomUUID();
    const input = { packageId: pkg.id, inboundParcelIds: parcelIds.slice(1), idempotencyKey };
    return { customer, act: () => customer.api.packages.splitPackage(input) };
  },
  voiding: async () => {
    const { customer, other } = await gather();
    const input = { packageId: other.id, status: "voided" as const };
    return { customer, act: () => admin.api.packages.setPackageStatus(input) };
  },
  receiving: async () => {
    const { customer, otherParcelIds } = await gather();
    const inboundParcelId = otherParcelIds[1] ?? "";
    const input = receiveInput(app, warehouseId, { inboundParcelId });
    return { customer, act: () => admin.api.receiving.receiveInboundParcel(input) };
  },
  matching: async () => {
    const { customer, otherParcelIds } = await gather();
    const { parcel } = await admin.api.receiving.receiveInboundParcel(
      receiveInput(app, warehouseId, { scan: null }),
    );
    const { memberCode } = await customer.api.inboundParcels.readAddress({});
    const declaredParcelId = otherParcelIds[1] ?? "";
    const match = { inboundParcelId: parcel.id, memberCode, declaredParcelId, reason: "Her order" };
    return { customer, act: () => admin.api.parcelClaims.matchInboundParcel(match) };
  },
  reminding: async () => ({
    customer: await aDueCustomer(),
    act: () => remindOfStorage(app.services),
  }),
  emailing: async () => {
    // What others are to be notified of is sent first.
    await sendLater();
    const customer = await aDueCustomer();
    await remindOfStorage(app.services);
    return { customer, act: sendLater };
  },
  deleting: async () => {
    const { customer, other } = await gather();
    return { customer, act: () => admin.api.packages.deletePackage({ packageId: other.id }) };
  },
};

/** Quota, packages, parcels and how many events they have, without ids and times. */
async function stateOf({ userId, email }: TestPerson): Promise<unknown> {
  const { rows } = await sql`
    select jsonb_build_object(
      'quota', (select package_quota from profiles where id = ${userId}),
      -- The route's legs, else one, else none: which, is for the savepoint behind them to say.
      'packages', (select jsonb_agg(concat_ws(' ', p.tracking_number, p.status, p.stage, p.parcels_count,
          p.parcels_here_count, p.quota_returned_at is null,
          (select count(*) from events e where e.subject_id = p.id)) order by p.tracking_number, p.created_at, p.status)
        from packages p where user_id = ${userId}),
      'parcels', (select jsonb_agg(concat_ws(' ', i.tracking_number, i.state, p.tracking_number,
          i.weight_grams, (select count(*) from receiving_records r where r.inbound_parcel_id = i.id),
          (select count(*) from events e where e.subject_id = i.id)) order by i.tracking_number, i.state)
        from inbound_parcels i left join packages p on p.id = i.package_id where i.user_id = ${userId}),
      'notified', (select count(*) from notifications where user_id = ${userId}),
      'emailed', (select count(*) from emails where recipient = ${email})
    ) as state
  `.execute(app.database.kysely);
  return rows[0];
}

const cases = Object.entries(scenes).flatMap(([name, scene]) =>
  (["rejected", "unanswered"] as const).map((failure) => [name, failure, scene] as const),
);

async function statesAround(scene: () => Promise<Scene>): Promise<readonly unknown[]> {
  const { customer, act } = await scene();
  const before = await stateOf(customer);
  await act();
  return [before, await stateOf(customer)];
}

/** Whether the call at that place was reached; the state must then be one of `states`, and a retry lead to the last. */
async function failAt(
  place: number,
  failure: Failure,
  { customer, act }: Scene,
  states: readonly unknown[],
): Promise<boolean> {
  calls.arm(place, failure);
  await act().catch(() => undefined);
  if (!calls.disarm()) return false;
  expect(states).toContainEqual(await stateOf(customer));
  // Where it was done already, the answer is an error that changes nothing.
  await act().catch(() => undefined);
  expect(await stateOf(customer)).toEqual(states.at(-1));
  expect(await stageFaults(app.database.kysely, customer.userId)).toEqual([]);
  expect(await receivingFaults(app.database.kysely)).toEqual([]);
  return true;
}

test.runIf(isLongRun).each(cases)(
  "G4, G21: %s is done as a whole or not at all, whichever call to the database is %s",
  { timeout: 600_000 },
  async (_name, failure, scene) => {
    const states = await statesAround(scene);
    expect(states[0]).not.toEqual(states[1]);
    let tried = 0;
    for (let place = 1; place <= mostCalls; place++) {
      if (!(await failAt(place, failure, await scene(), states))) break;
      tried += 1;
    }
    expect(tried).toBeGreaterThan(0);
  },
);
