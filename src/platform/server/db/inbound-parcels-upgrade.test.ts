import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countryByName, originByName } from "#catalogue/rules/country.ts";
import type { InboundParcelState } from "#goods/rules/inbound-parcel.ts";
import { derivePackageStage } from "#goods/rules/package-stage.ts";
import {
  packageStatuses,
  type LegStatus,
  type PackageStatus,
} from "#tracking/rules/package-status.ts";
import { planRoute } from "#catalogue/rules/route-plan.ts";
import { emptyTestDatabase } from "#test/database.ts";
import { createTables, migrate, migrationNames } from "./migrate.ts";
import type { Database, Db } from "./open.ts";

const migration = "0010-inbound-parcels";
const created = new Date("2026-05-01T12:00:00Z");

type OldPackage = {
  readonly id: string;
  readonly userId: string;
  readonly trackingNumber: string;
  readonly origin: string;
  readonly destination: string;
  readonly status: PackageStatus;
  readonly createdAt: Date;
};
type OldLeg = {
  readonly packageId: string;
  readonly legNumber: number;
  readonly origin: string;
  readonly destination: string;
  readonly status: LegStatus;
};

let database: Database;
let packages: readonly OldPackage[];
let legs: readonly OldLeg[];
let changesBefore: string;

/** What the legs of a package say, in order; the last one stands for all further ones. */
const legPatterns: readonly (readonly LegStatus[])[] = [
  [],
  ["pending"],
  ["in_transit", "pending"],
  ["delivered", "pending"],
  ["delivered"],
  ["pending", "in_transit", "pending"],
  ["delivered", "in_transit"],
  ["voided", "pending"],
  ["cancelled"],
];

async function aUser(db: Db): Promise<string> {
  const { id } = await db
    .insertInto("users")
    .values({
      name: "Mei Chan",
      email: `${randomUUID()}@example.com`,
      emailVerified: true,
      passwordHash: "x",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

function legsOf(pkg: OldPackage, pattern: readonly LegStatus[]): OldLeg[] {
  if (pattern.length === 0) return [];
  const origin = originByName(pkg.origin)?.code ?? "CN";
  const destination = countryByName(pkg.destination)?.code ?? "US";
  return planRoute(origin, destination, created).map((leg, index) => ({
    packageId: pkg.id,
    legNumber: leg.legNumber,
    origin: leg.origin,
    destination: leg.destination,
    status: pattern[Math.min(index, pattern.length - 1)] ?? "pending",
  }));
}

/** Packages of every origin, kind of route, status and pattern of legs, a few of each. */
async function fill(db: Db): Promise<void> {
  const users = [await aUser(db), await aUser(db)];
  const facts = ["China", "Hong Kong", "Singapore"].flatMap((origin) =>
    ["United States", "Japan", "Hong Kong"].flatMap((destination) =>
      packageStatuses.flatMap((status) =>
        legPatterns.map((pattern) => ({ origin, destination, status, pattern })),
      ),
    ),
  );
  const all = [...facts, ...facts, ...facts].slice(0, 1000).map((fact, index) => ({
    ...fact,
    id: randomUUID(),
    userId: users[index % 2] ?? "",
    // One in four has the number of the package before it with the same status and customer.
    trackingNumber: `SF${String(index - (index % 8 === 6 ? 2 : 0)).padStart(10, "0")}`,
    createdAt: new Date(created.getTime() + index * 1000),
  }));
  packages = all;
  legs = all.flatMap((pkg) => legsOf(pkg, pkg.pattern));
  await db
    .insertInto("packages")
    .values(
      all.map(({ pattern: _legs, ...pkg }) => ({
        ...pkg,
        description: null,
        estimatedWeightGrams: null,
        deliveredAt: pkg.status === "delivered" ? created : null,
        idempotencyKey: randomUUID(),
        requestHash: Buffer.from("x"),
        updatedAt: created,
      })),
    )
    .execute();
  await db
    .insertInto("shippingLegs")
    .values(
      legs.map((leg) => ({
        ...leg,
        carrier: null,
        trackingNumber: null,
        estimatedDeparture: null,
        estimatedArrival: null,
        notes: null,
        createdAt: created,
        updatedAt: created,
      })),
    )
    .execute();
}

async function changesOf(db: Db): Promise<string> {
  const { rows } = await sql<{
    count: string;
  }>`select count(*)::text as count from changes`.execute(db);
  return rows[0]?.count ?? "";
}

beforeAll(async () => {
  database = await emptyTestDatabase();
  const earlier = (await migrationNames()).filter((name) => name < migration);
  await database.kysely.transaction().execute(async (db) => {
    await createTables(db, earlier);
    for (const name of earlier) {
      await sql`insert into kysely_migration values (${name}, '2026-06-01T00:00:00Z')`.execute(db);
    }
    await fill(db);
  });
  changesBefore = await changesOf(database.kysely);
  await migrate(database);
});

afterAll(() => database.close());

type Parcel = {
  readonly state: InboundParcelState;
  readonly packageId: string | null;
  readonly trackingNumber: string | null;
  readonly userId: string | null;
};

const listParcels = async (): Promise<Parcel[]> =>
  await database.kysely
    .selectFrom("inboundParcels")
    .select(["state", "packageId", "trackingNumber", "userId"])
    .execute();

/** As the design decides it; null: none. */
function expectedState(pkg: OldPackage): InboundParcelState | null {
  const hasMoved = legs.some(
    (leg) =>
      leg.packageId === pkg.id && (leg.status === "in_transit" || leg.status === "delivered"),
  );
  if (pkg.origin === "Singapore") return null;
  if (pkg.status === "cancelled" || pkg.status === "voided") return "cancelled";
  const isOnTheWay = pkg.status === "in_transit" || pkg.status === "delivered";
  return hasMoved || isOnTheWay ? "departed" : "expected";
}

describe("packages of the previous release", () => {
  test("get one parcel each, of which the older stands for two open ones with one number", async () => {
    const seen = new Set<string>();
    const expected = packages.flatMap((pkg) => {
      const state = expectedState(pkg);
      const key = `${pkg.userId} ${pkg.trackingNumber}`;
      if (state === null || (state === "expected" && seen.has(key))) return [];
      if (state === "expected") seen.add(key);
      const { trackingNumber, userId } = pkg;
      return { state, packageId: state === "cancelled" ? null : pkg.id, trackingNumber, userId };
    });
    const text = (parcels: readonly Parcel[]) =>
      parcels
        .map(({ state, packageId, trackingNumber, userId }) =>
          [state, packageId, trackingNumber, userId].join(" "),
        )
        .toSorted();
    expect(text(await listParcels())).toEqual(text(expected));
    const open = packages.filter((pkg) => expectedState(pkg) === "expected");
    expect(seen.size).toBeLessThan(open.length);
    expect(seen.size).toBeGreaterThan(50);
  });

  test("have the stage and the counts that core derives", async () => {
    const parcels = await listParcels();
    const rows = await database.kysely
      .selectFrom("packages")
      .select(["id", "stage", "parcelsCount", "parcelsHereCount", "updatedAt"])
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    const derived = packages.map((pkg) => {
      const parcelStates = parcels.flatMap((parcel) =>
        parcel.packageId === pkg.id ? [parcel.state] : [],
      );
      return {
        id: pkg.id,
        stage: derivePackageStage({
          ...pkg,
          parcelStates,
          legs: legs.filter((leg) => leg.packageId === pkg.id),
        }),
        parcelsCount: parcelStates.length,
        parcelsHereCount: parcelStates.filter((state) => state !== "expected").length,
        updatedAt: created,
      };
    });
    expect(packages.map(({ id }) => byId.get(id))).toEqual(derived);
    expect(new Set(derived.map(({ stage }) => stage))).toEqual(
      new Set(["gathering", "on_the_way", "delivered", "ended"]),
    );
  });

  test("get different label codes", async () => {
    const { rows } = await sql<{ codes: number; parcels: number }>`
      select count(distinct label_code)::int as codes, count(*)::int as parcels from inbound_parcels
    `.execute(database.kysely);
    const count = rows[0]?.parcels ?? 0;
    expect(count).toBeGreaterThan(600);
    expect(rows).toEqual([{ codes: count, parcels: count }]);
  });

  test("are not reported to open pages, nor counted again", async () => {
    expect(await changesOf(database.kysely)).toBe(changesBefore);
    const { rows } = await sql`
      select status from (
        select status, 1 as change from packages
        union all select status, -change from package_count_changes
        union all select status, -count from package_counts
      ) counted group by status having sum(change) <> 0
    `.execute(database.kysely);
    expect(rows).toEqual([]);
  });
});
