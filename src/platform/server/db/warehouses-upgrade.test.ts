import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { emptyTestDatabase } from "#test/database.ts";
import { createTables, migrate, migrationNames } from "./migrate.ts";
import type { Database, Db } from "./open.ts";

const migration = "0036-opened-warehouses";
const enteredAt = new Date("2026-05-01T12:00:00Z");

let database: Database;
afterEach(() => database.close());

/** An installation of the release before, with what `fill` inserts, after the upgrade. */
async function upgradeWith(fill: (db: Db) => Promise<void>): Promise<void> {
  database = await emptyTestDatabase();
  const earlier = (await migrationNames()).filter((name) => name < migration);
  await database.kysely.transaction().execute(async (db) => {
    await createTables(db, earlier);
    for (const name of earlier) {
      await sql`insert into kysely_migration values (${name}, '2026-06-01T00:00:00Z')`.execute(db);
    }
    await fill(db);
  });
  await migrate(database);
}

async function insertWarehouse(
  db: Db,
  code: string,
  { isActive = true, isSample = false } = {},
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into warehouses (code, name, kind, country, address, receiver_name_pattern, phone, postal_code, time_zone,
      opening_hours, closed_days, is_active, is_sample, created_at, updated_at)
    values (${code}, 'Hong Kong', 'hub', 'HK', '{}', '{code}', '1', '', 'Asia/Hong_Kong', '[]', '{}', ${isActive},
      ${isSample}, ${enteredAt}, ${enteredAt})
    returning id
  `.execute(db);
  return rows[0]?.id ?? "";
}

type Parcel = { number: string; state?: string; warehouseId?: string | null; receivedAt?: Date };

async function insertParcel(db: Db, parcel: Parcel): Promise<string> {
  const { number, state = "expected", warehouseId = null, receivedAt = null } = parcel;
  const { rows } = await sql<{ id: string }>`
    insert into inbound_parcels (tracking_number, source, state, warehouse_id, received_at, created_at, updated_at)
    values (${number}, 'declared', ${state}, ${warehouseId}, ${receivedAt}, now(), now()) returning id
  `.execute(db);
  return rows[0]?.id ?? "";
}

async function stored() {
  const { rows: warehouses } = await sql<{ text: string }>`
    select code || case when is_active then ' active' else ' closed' end
      || coalesce(' opened ' || to_char(opened_at at time zone 'UTC', 'YYYY-MM-DD'), '') as text
    from warehouses order by code
  `.execute(database.kysely);
  const { rows: parcels } = await sql<{ text: string }>`
    select tracking_number || ' ' || state || coalesce(' ' || code, '') as text
    from inbound_parcels left join warehouses on warehouses.id = warehouse_id order by tracking_number
  `.execute(database.kysely);
  return [warehouses.map(({ text }) => text), parcels.map(({ text }) => text)];
}

test("the sample goes where parcels were only expected, which lose it", async () => {
  await upgradeWith(async (db) => {
    const warehouseId = await insertWarehouse(db, "SAMPLE", { isSample: true });
    await insertParcel(db, { number: "SF1000000001", warehouseId });
    await insertParcel(db, { number: "SF1000000002", warehouseId, state: "cancelled" });
  });
  expect(await stored()).toEqual([[], ["SF1000000001 expected", "SF1000000002 cancelled"]]);
});

test.each([
  [
    "a shelf",
    async (db: Db, warehouseId: string) => {
      await sql`insert into storage_locations (warehouse_id, code, created_at, updated_at)
        values (${warehouseId}, 'A-01', now(), now())`.execute(db);
    },
    [],
  ],
  [
    "a received parcel",
    async (db: Db, warehouseId: string) => {
      const receivedAt = new Date("2026-05-02T12:00:00Z");
      await insertParcel(db, {
        number: "SF1000000002",
        warehouseId,
        state: "received",
        receivedAt,
      });
    },
    ["SF1000000002 received SAMPLE"],
  ],
])(
  "with %s the sample is an ordinary closed warehouse that was open once",
  async (_, use, used) => {
    await upgradeWith(async (db) => {
      const warehouseId = await insertWarehouse(db, "SAMPLE", { isSample: true });
      await insertParcel(db, { number: "SF1000000001", warehouseId });
      await use(db, warehouseId);
    });
    expect(await stored()).toEqual([
      ["SAMPLE closed opened 2026-05-01"],
      ["SF1000000001 expected", ...used],
    ]);
  },
);

test("a warehouse that was ever open has been open once, beside a sample too", async () => {
  await upgradeWith(async (db) => {
    await insertWarehouse(db, "SAMPLE", { isSample: true });
    const open = await insertWarehouse(db, "HK1");
    await insertParcel(db, { number: "SF1000000001", warehouseId: open });
    await insertWarehouse(db, "NEVER", { isActive: false });
    const closed = await insertWarehouse(db, "ONCE", { isActive: false });
    await sql`
      insert into audit_log (actor_id, action, target, before, after)
      values (null, 'warehouses.updateWarehouse', ${closed}, '{"isActive": true}', '{"isActive": false}')
    `.execute(db);
  });
  expect(await stored()).toEqual([
    ["HK1 active opened 2026-05-01", "NEVER closed", "ONCE closed opened 2026-05-01"],
    ["SF1000000001 expected HK1"],
  ]);
});

test("parcels that were awaited for ever end, unless there is a warehouse", async () => {
  for (const hasWarehouse of [false, true]) {
    await upgradeWith(async (db) => {
      if (hasWarehouse) await insertWarehouse(db, "HK1");
      const { id: userId } = await db
        .insertInto("users")
        .values({ name: "Mei", email: "mei@example.com", emailVerified: true, passwordHash: "x" })
        .returning("id")
        .executeTakeFirstOrThrow();
      for (const [number, stage] of [
        ["SF1000000001", "on_the_way"],
        ["SF1000000002", "gathering"],
      ] as const) {
        const packageId = randomUUID();
        await sql`
          insert into packages (id, user_id, tracking_number, origin, destination, stage, idempotency_key, request_hash,
            created_at, updated_at)
          values (${packageId}, ${userId}, ${number}, 'China', 'Japan', ${stage}, gen_random_uuid(), '', now(), now())
        `.execute(db);
        const parcelId = await insertParcel(db, { number });
        await sql`
          insert into inbound_parcel_events (inbound_parcel_id, kind, package_id, by_staff, created_at)
          values (${parcelId}, 'taken_out', ${packageId}, true, now())
        `.execute(db);
      }
    });
    const [, parcels] = await stored();
    const first = hasWarehouse ? "SF1000000001 expected" : "SF1000000001 cancelled";
    expect(parcels).toEqual([first, "SF1000000002 expected"]);
    if (!hasWarehouse) await database.close();
  }
});
