// Checks what always holds for parcels after random operations of two customers and staff, three at a time.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { freshNumber, receiveParcel } from "#test/inbound-parcels.ts";
import { isLongRun } from "#test/long-run.ts";
import { packageInput } from "#test/packages.ts";
import { seededRandom } from "#test/slow-provider.ts";
import { stageFaults } from "#test/stage-faults.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";

const rounds = 40;
/** Of the random numbers; each leads to other operations. */
const seeds = [1, 2, 3, 4, 5, 6];
const atOnce = 3;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await enterWarehouse(app);
  return () => app.close();
});

type World = { readonly customers: readonly TestPerson[]; readonly admin: TestPerson };

/** One of a list, by chance; undefined of an empty one. */
type Pick = <Item>(items: readonly Item[]) => Item | undefined;

async function idsOf({ api }: TestPerson) {
  const parcels = await api.inboundParcels.listInboundParcels({ pageSize: 100 });
  const packages = await api.packages.listPackages({ pageSize: 100 });
  return {
    parcelIds: parcels.items.map(({ id }) => id),
    awaitedIds: parcels.items.filter(({ state }) => state === "expected").map(({ id }) => id),
    packageIds: packages.items.map(({ id }) => id),
    legIds: packages.items.flatMap(({ legs }) => legs.map(({ id }) => id)),
  };
}

const numbers = Array.from({ length: 8 }, freshNumber);

/** An operation by chance; most name things that exist, and some are refused. */
async function chooseOperation(world: World, pick: Pick): Promise<() => Promise<unknown>> {
  const person = pick(world.customers) ?? world.admin;
  const { inboundParcels, packages } = person.api;
  const ids = await idsOf(person);
  const missing = randomUUID();
  const inboundParcelId = pick(ids.parcelIds) ?? missing;
  const packageId = pick(ids.packageIds) ?? missing;
  const two = [pick(numbers) ?? "", pick(numbers) ?? ""];
  const create = () =>
    packages.createPackage(
      packageInput({ trackingNumber: two[0] ?? "", furtherTrackingNumbers: two.slice(1) }),
    );
  const declare = () =>
    inboundParcels.declareInboundParcels({
      items: two.map((trackingNumber) => ({ trackingNumber })),
      packageId: pick([null, packageId]) ?? null,
      idempotencyKey: randomUUID(),
    });
  const move = () =>
    inboundParcels.moveInboundParcels({
      inboundParcelIds: [inboundParcelId, pick(ids.parcelIds) ?? missing],
      packageId: pick([null, packageId, packageId]) ?? null,
    });
  const receive = async () => {
    const awaitedId = pick(ids.awaitedIds);
    // It may be moved, cancelled or rejected at the same time.
    if (awaitedId !== undefined) await receiveParcel(app, person, awaitedId).catch(() => undefined);
  };
  const others = [
    () => inboundParcels.cancelInboundParcel({ inboundParcelId }),
    () => inboundParcels.rejectInboundParcel({ inboundParcelId }),
    () => packages.cancelPackage({ packageId }),
    () => packages.mergePackages({ packageId, fromPackageId: pick(ids.packageIds) ?? missing }),
    () =>
      packages.splitPackage({
        packageId,
        inboundParcelIds: [inboundParcelId],
        idempotencyKey: randomUUID(),
      }),
    () =>
      world.admin.api.packages.setLegStatus({
        legId: pick(ids.legIds) ?? missing,
        status: pick(["in_transit", "delivered", "pending"] as const) ?? "pending",
      }),
    () => world.admin.api.packages.setPackageStatus({ packageId, status: "voided" }),
    () => world.admin.api.packages.deletePackage({ packageId }),
  ];
  const usual = [create, create, declare, declare, move, move, move, receive, receive];
  return pick<() => Promise<unknown>>([...usual, ...others]) ?? create;
}

/** Parcels in a package of somebody else. */
async function strayParcels(): Promise<unknown[]> {
  const { rows } = await sql`
    select p.id from inbound_parcels p join packages on packages.id = p.package_id
    where p.user_id is distinct from packages.user_id
  `.execute(app.database.kysely);
  return rows;
}

test.runIf(isLongRun).each(seeds)(
  "G1, G2: parcels are in packages of their owner, whose counts and stage agree with them (seed %i)",
  async (seed) => {
    const random = seededRandom(seed);
    const pick: Pick = (items) => items[Math.floor(random() * items.length)];
    const world: World = {
      customers: [
        await aCustomer(app, { plan: "Premium", packageQuota: 1000 }),
        await aCustomer(app, { plan: "Premium", packageQuota: 1000 }),
      ],
      admin: await anAdmin(app),
    };
    let doneCount = 0;
    for (let round = 0; round < rounds; round += 1) {
      const running = [];
      for (let place = 0; place < atOnce; place += 1) {
        running.push(await chooseOperation(world, pick));
      }
      const results = await Promise.allSettled(running.map((run) => run()));
      const codes = results.flatMap((result) =>
        result.status === "rejected" ? [(result.reason as { code?: string }).code ?? "thrown"] : [],
      );
      expect(codes.filter((code) => code === "unexpected" || code === "thrown")).toEqual([]);
      doneCount += results.length - codes.length;
      expect(await strayParcels()).toEqual([]);
      expect(await stageFaults(app.database.kysely)).toEqual([]);
    }
    expect(doneCount).toBeGreaterThan(rounds);
  },
  60_000,
);
