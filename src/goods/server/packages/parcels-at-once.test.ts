import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { isLongRun } from "#test/long-run.ts";
import { seededRandom } from "#test/slow-provider.ts";
import { aPackage } from "#test/packages.ts";
import { storedParcels } from "#test/inbound-parcels.ts";
import { stageFaults } from "#test/stage-faults.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

const seeds = [1, 2, 3];

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await testApp();
  await enterWarehouse(app);
  app.clock.set("2026-05-10T12:00:00Z");
  admin = await anAdmin(app);
  return () => app.close();
});

/** An operation by the numbers of packages and parcels, which are the same for both customers. */
type Operation =
  | { readonly kind: "merge"; readonly into: string; readonly from: string }
  | { readonly kind: "split"; readonly from: string; readonly number: string }
  | { readonly kind: "declare"; readonly into: string; readonly number: string };

/** A customer with the ids of their packages and parcels by number. */
type Customer = {
  readonly person: TestPerson;
  readonly packageIds: Map<string, string>;
  readonly parcelIds: Map<string, string>;
};

const packageNumbers = Array.from({ length: 6 }, (_, index) => `SF10000000${index}0`);
const numberOf = (packageNumber: string, index: number) => packageNumber.replace(/0$/, `${index}`);

/** Six packages with three parcels each, of ten that the month allows. */
async function createCustomer(): Promise<Customer> {
  const person = await aCustomer(app);
  const { userId } = person;
  await admin.api.plans.giveComplimentaryPlan({ userId, plan: "Super", reason: "Goodwill" });
  const packageIds = new Map<string, string>();
  for (const trackingNumber of packageNumbers) {
    const furtherTrackingNumbers = [1, 2].map((index) => numberOf(trackingNumber, index));
    const { id } = await aPackage(person, { trackingNumber, furtherTrackingNumbers });
    packageIds.set(trackingNumber, id);
  }
  const parcels = await storedParcels(app, person);
  return {
    person,
    packageIds,
    parcelIds: new Map(parcels.map(({ id, trackingNumber }) => [trackingNumber ?? "", id])),
  };
}

function randomOperations(random: () => number, count: number): Operation[] {
  const pick = () => packageNumbers[Math.floor(random() * packageNumbers.length)] ?? "";
  return Array.from({ length: count }, (_, index) => {
    const kind = Math.floor(random() * 3);
    const [one, other] = [pick(), pick()];
    if (kind === 0 && one !== other) return { kind: "merge", into: one, from: other };
    if (kind === 1) {
      return { kind: "split", from: one, number: numberOf(one, Math.floor(random() * 3)) };
    }
    return { kind: "declare", into: one, number: `YT20000000${String(index).padStart(2, "0")}` };
  });
}

/** Runs it and returns the id of the package that a split created. */
async function run({ person, packageIds, parcelIds }: Customer, operation: Operation) {
  const idOf = (number: string) => packageIds.get(number) ?? "";
  const { packages, inboundParcels } = person.api;
  switch (operation.kind) {
    case "merge": {
      const { into, from } = operation;
      await packages.mergePackages({ packageId: idOf(into), fromPackageId: idOf(from) });
      return null;
    }
    case "split": {
      const { package: created } = await packages.splitPackage({
        packageId: idOf(operation.from),
        inboundParcelIds: [parcelIds.get(operation.number) ?? ""],
        idempotencyKey: randomUUID(),
      });
      return created.id;
    }
    case "declare": {
      await inboundParcels.declareInboundParcels({
        items: [{ trackingNumber: operation.number }],
        packageId: idOf(operation.into),
        idempotencyKey: randomUUID(),
      });
      return null;
    }
  }
}

/** The place of a successful operation among all: that of an event which only it can have recorded. */
async function placeOf(
  { person, packageIds }: Customer,
  operation: Operation,
  createdId: string | null,
) {
  const event =
    operation.kind === "merge"
      ? sql`select max(id)::text as place from events where facts ->> 'packageId' = ${packageIds.get(operation.from)}::text`
      : operation.kind === "split"
        ? sql`select min(id)::text as place from events where facts ->> 'packageId' = ${createdId}::text`
        : sql`select min(events.id)::text as place from events
            join inbound_parcels parcels on parcels.id = subject_id
            where user_id = ${person.userId} and tracking_number = ${operation.number}`;
  const { rows } = await event.execute(app.database.kysely);
  return Number((rows[0] as { place: string }).place);
}

/** Quota, packages and parcels, without ids. */
async function stateOf({ person }: Customer) {
  const { rows: packages } = await sql`
    select tracking_number, status, stage, parcels_count, quota_returned_at is null as has_quota
    from packages where user_id = ${person.userId} order by 1, 2, 3, 4, 5
  `.execute(app.database.kysely);
  const { rows: parcels } = await sql`
    select parcels.tracking_number, state, packages.tracking_number as package, packages.status
    from inbound_parcels parcels left join packages on packages.id = package_id
    where parcels.user_id = ${person.userId} order by 1, 2, 3
  `.execute(app.database.kysely);
  const { packageQuota } = await person.api.plans.readSubscription({});
  return { packages, parcels, packageQuota };
}

test.runIf(isLongRun).each(seeds)(
  "G4: 50 merges, splits and declarations at once agree with one of their orders (seed %i)",
  async (seed) => {
    const operations = randomOperations(seededRandom(seed), 50);
    const [customer, twin] = [await createCustomer(), await createCustomer()];
    const results = await Promise.allSettled(
      operations.map((operation) => run(customer, operation)),
    );
    const codes = results.flatMap((result) =>
      result.status === "rejected" ? [(result.reason as { code: string }).code] : [],
    );
    const refusals = [
      "package_not_open",
      "quota_exceeded",
      "no_parcel_left",
      "inbound_parcel_not_free",
    ];
    expect(codes.filter((code) => !refusals.includes(code))).toEqual([]);

    const done = await Promise.all(
      operations.flatMap((operation, index) => {
        const result = results[index];
        if (result?.status !== "fulfilled") return [];
        return [placeOf(customer, operation, result.value).then((place) => ({ operation, place }))];
      }),
    );
    const kinds = new Set(done.map(({ operation }) => operation.kind));
    expect(kinds).toEqual(new Set(["merge", "split", "declare"]));
    for (const { operation } of done.toSorted((one, other) => one.place - other.place)) {
      await run(twin, operation);
    }
    const state = await stateOf(customer);
    expect(state).toEqual(await stateOf(twin));
    expect(await stageFaults(app.database.kysely)).toEqual([]);
    // A month of Super has ten: each package took one, and each merge gave one back.
    const used = (state.packages as { hasQuota: boolean }[]).filter((pkg) => pkg.hasQuota);
    expect(state.packageQuota).toBe(10 - used.length);
  },
);
