// Hands 500 packages over beside the open pages of their customers, measures how long it takes and when the pages are told,
// and writes the same rows by plain SQL for comparison.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { loadConfig } from "#platform/server/config.ts";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import { atomically, openDatabase, type Db } from "#platform/server/db/open.ts";
import { createLog } from "#platform/server/log.ts";
import { openProductDatabase } from "#app/server/serve.ts";
import { openServer, type OpenServer } from "#app/server/open-server.ts";
import { insertAcceptedRequests } from "#test/accepted-requests.ts";

const packagesCount = Number(process.env["PACKAGES"] ?? 500);
const customersCount = 100;
const packagesAtOnce = 200;
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const printLine = (line: string) => process.stdout.write(`${line}\n`);

async function insertWarehouse(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into warehouses (code, name, kind, country, address, receiver_name_pattern, phone, postal_code, time_zone,
      opening_hours, closed_days, opened_at, created_at, updated_at)
    values ('HK1', 'Kwun Tong', 'hub', 'HK', '{}', '{name} {code}', '1', '', 'Asia/Hong_Kong', '[]', '{}', now(), now(), now())
    returning id
  `.execute(db);
  return rows[0]?.id ?? "";
}

/** A manifest that is being handed over, with so many labelled packages of so many customers. */
async function makeManifest(db: Db, warehouseId: string, letter: string): Promise<string> {
  const { rows: customers } = await sql<{ id: string }>`
    insert into users (name, email)
    select 'Bench', lower(${letter}) || n || '@example.com' from generate_series(1, ${customersCount}) n returning id
  `.execute(db);
  const userIds = customers.map(({ id }) => id);
  const requests = await insertAcceptedRequests(db, {
    userIds,
    warehouseId,
    packagesPerCustomer: packagesCount / customersCount,
  });
  const ids = requests.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`
    with labelled as (
      update ship_requests set state = 'labelled' where id = any(${ids}::uuid[]) returning id, number, quote_id, user_id
    ), made as (
      insert into labels (ship_request_id, service_id, carrier_code, number_source, tracking_number, content, state,
        created_by, created_at)
      select labelled.id, quotes.service_id, 'hk-post', 'typed', ${letter} || lpad(labelled.number::text, 9, '0'), '{}', 'made',
        labelled.user_id, now()
      from labelled join quotes on quotes.id = labelled.quote_id returning id, ship_request_id, created_by
    ), manifest as (
      insert into manifests (warehouse_id, carrier_code, state, opened_by, opened_at, closed_by, closed_at, receiver_name,
        handed_over_by, hand_over_started_at)
      values (${warehouseId}, 'hk-post', 'handing_over', ${userIds[0]}, now(), ${userIds[0]}, now(), 'Bench',
        ${userIds[0]}, now()) returning id
    ), listed as (
      insert into manifest_packages (manifest_id, ship_request_id, label_id, position, state, scanned_by, scanned_at)
      select manifest.id, made.ship_request_id, made.id, row_number() over (), 'listed', made.created_by, now()
      from made, manifest returning manifest_id
    ) select distinct manifest_id as id from listed
  `.execute(db);
  await sql`
    update packages set ship_request_state = 'labelled'
    where id in (select package_id from ship_requests where id = any(${ids}::uuid[]))
  `.execute(db);
  await sql`analyze`.execute(db);
  return rows[0]?.id ?? "";
}

/** Opens the stream of every customer; returns when each package was first reported as changed. */
async function openPages({ services }: OpenServer): Promise<Map<string, number>> {
  const reported = new Map<string, number>();
  const { rows } = await sql<{ id: string; userId: string }>`
    insert into sessions (user_id, token, expires_at)
    select id, 'open ' || id, now() + interval '1 day' from users where email like 'p%@example.com'
    returning id, user_id
  `.execute(services.db);
  for (const { id: sessionId, userId } of rows) {
    const session = { sessionId, userId, isAdmin: false, roles: [], hasTwoFactor: false };
    const notices = await services.changeStream.subscribe(session, undefined);
    void (async () => {
      for await (const { changes } of notices) {
        for (const { topic, subjectId } of changes) {
          if (topic !== "package" || subjectId === null) continue;
          if (!reported.has(subjectId)) reported.set(subjectId, performance.now());
        }
      }
    })();
  }
  return reported;
}

/** Reads again and again which packages have left, until all have; returns when each was first seen to have. */
async function watchDepartures(db: Db, manifestId: string): Promise<Map<string, number>> {
  const left = new Map<string, number>();
  for (;;) {
    const { rows } = await sql<{ packageId: string; state: string }>`
      select requests.package_id, listed.state from manifest_packages listed
      join ship_requests requests on requests.id = listed.ship_request_id where listed.manifest_id = ${manifestId}
    `.execute(db);
    const at = performance.now();
    for (const { packageId, state } of rows) {
      if (state !== "listed" && !left.has(packageId)) left.set(packageId, at);
    }
    if (left.size === rows.length) return left;
    await pause(20);
  }
}

async function chooseLeaving(inner: Db, manifestId: string): Promise<void> {
  await sql`
    create temporary table leaving on commit drop as
    select listed.id as listed_id, requests.id as request_id, requests.package_id, requests.user_id,
      labels.tracking_number, legs.id as leg_id, legs.leg_number
    from manifest_packages listed
    join ship_requests requests on requests.id = listed.ship_request_id
    join labels on labels.id = listed.label_id
    join shipping_legs legs on legs.package_id = requests.package_id and legs.leg_number = 2
    where listed.manifest_id = ${manifestId} and listed.state = 'listed'
    order by listed.position limit ${packagesAtOnce}
  `.execute(inner);
}

async function writeMoneyAndRequests(inner: Db): Promise<void> {
  await sql`
    with settled as (
      update holds set state = 'settled', settled_cents = amount_cents, ended_by = held_by, ended_at = now()
      from leaving where holds.ship_request_id = leaving.request_id and holds.state = 'held'
      returning holds.idempotency_key, holds.transaction_id, holds.user_id, holds.type, holds.amount_cents
    )
    insert into ledger_postings (idempotency_key, request, transaction_id, user_id, type, amount_cents, metadata, at)
    select idempotency_key, '{}', transaction_id, user_id, type, amount_cents, '{"settledBy": "bench"}', now()
    from settled
  `.execute(inner);
  await sql`
    update ship_requests set state = 'handed_over', version = version + 1, ended_at = now(), updated_at = now()
    from leaving where ship_requests.id = leaving.request_id
  `.execute(inner);
  await sql`
    insert into events (subject_kind, subject_id, kind, facts, actor, actor_id, created_at)
    select 'ship_request', request_id, 'handed_over', '{}', 'staff', user_id, now() from leaving
  `.execute(inner);
}

async function writePackages(inner: Db): Promise<number> {
  await sql`
    with departed as (
      update inbound_parcels set state = 'departed', updated_at = now() from leaving
      where inbound_parcels.package_id = leaving.package_id returning inbound_parcels.id, inbound_parcels.package_id
    )
    insert into events (subject_kind, subject_id, kind, facts, actor, created_at)
    select 'inbound_parcel', id, 'departed', jsonb_build_object('packageId', package_id), 'system', now() from departed
  `.execute(inner);
  await sql`
    with followed as (
      insert into trackers (tracking_number, carrier_code, state, next_look_at, created_at, updated_at)
      select tracking_number, 'hk-post', 'new', now(), now(), now() from leaving returning id, tracking_number
    )
    insert into tracker_uses (tracker_id, leg_id, since)
    select followed.id, leaving.leg_id, now() from followed join leaving using (tracking_number)
  `.execute(inner);
  await sql`
    update shipping_legs set tracking_number = leaving.tracking_number, status = 'in_transit', status_since = now(),
      staff_status = 'in_transit', staff_status_at = now(), departed_at = now(), updated_at = now()
    from leaving where shipping_legs.id = leaving.leg_id
  `.execute(inner);
  await sql`
    insert into events (subject_kind, subject_id, kind, facts, actor, created_at)
    select 'package', package_id, kinds.kind,
      jsonb_build_object('legNumber', kinds.leg_number, 'before', kinds.before, 'after', kinds.after), 'system', now()
    from leaving
    cross join (values ('leg_changed', 2, null, 'number'), ('leg_status_changed', 2, 'pending', 'in_transit'),
      ('package_status_changed', null, 'processing', 'in_transit')) kinds (kind, leg_number, before, after)
  `.execute(inner);
  await sql`
    update packages set status = 'in_transit', stage = 'handed_over', ship_request_state = 'handed_over',
      updated_at = now() from leaving where packages.id = leaving.package_id
  `.execute(inner);
  await sql`
    insert into notifications (user_id, kind, subject_id, dedupe_key, payload, created_at)
    select user_id, 'package_moved', package_id, package_id || ' in_transit', '{"variant": "in_transit"}', now()
    from leaving
  `.execute(inner);
  const { rows } = await sql<{ id: string }>`
    update manifest_packages set state = 'handed_over', handed_over_at = now()
    from leaving where manifest_packages.id = leaving.listed_id returning manifest_packages.id
  `.execute(inner);
  return rows.length;
}

/** The same rows by plain SQL, for as many packages in a transaction. */
async function writePlainly(db: Db, manifestId: string): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const count = await atomically(db, async (inner) => {
      await chooseLeaving(inner, manifestId);
      await writeMoneyAndRequests(inner);
      return await writePackages(inner);
    });
    if (count === 0) return (performance.now() - startedAt) / 1000;
  }
}

async function measure(server: OpenServer, owner: Db): Promise<void> {
  const { db, jobs } = server.services;
  // The plain script writes no emails either.
  await db.updateTable("settings").set({ shipmentNotifications: false }).execute();
  const warehouseId = await insertWarehouse(db);
  const manifestId = await makeManifest(db, warehouseId, "P");
  const plainId = await makeManifest(db, warehouseId, "Q");
  await jobs.start(server.handlers);
  const reported = await openPages(server);
  // That the packages were added is reported first.
  await pause(3_000);
  reported.clear();
  const startedAt = performance.now();
  await jobs.enqueue(db, "hand-over-packages", { manifestId });
  const left = await watchDepartures(db, manifestId);
  const product = (Math.max(...left.values()) - startedAt) / 1000;
  await pause(3_000);
  const delays = [...left].map(([id, at]) => (reported.get(id) ?? Number.POSITIVE_INFINITY) - at);
  await jobs.stop();
  // The application's role may make no temporary tables.
  const plainly = await writePlainly(owner, plainId);
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from manifest_packages where manifest_id in (${manifestId}, ${plainId}) group by 1
  `.execute(db);
  const slowest = Math.max(...delays);
  printLine(`${packagesCount} packages handed over in ${product.toFixed(2)} s`);
  printLine(
    `the same rows by plain SQL in ${plainly.toFixed(2)} s; ratio ${(plainly / product).toFixed(2)}`,
  );
  printLine(`open pages told within ${Math.max(0, slowest).toFixed(0)} ms of the commit`);
  printLine(rows.map(({ state, count }) => `${count} ${state}`).join(", "));
  const isWhole = rows.length === 1 && rows[0]?.state === "handed_over";
  process.exitCode = isWhole && product < 10 && slowest < 2_000 ? 0 : 1;
}

const folder = await mkdtemp(join(tmpdir(), "bench-hand-over-"));
const postgres = await startEmbeddedPostgres({ dataFolder: folder, log: silent });
const secret = "a secret of benches alone, 32 characters";
const database = await openProductDatabase({ url: postgres.url, secret, log: silent });
const owner = openDatabase({ url: postgres.url, log: silent, poolSize: 1 });
try {
  const server = await openServer({
    config: loadConfig({ DATA_DIR: folder, SECRET: secret }),
    database,
    log: createLog({ level: "silent" }),
    now: () => new Date(),
    clientFolder: null,
  });
  await measure(server, owner.kysely);
  await server.close().catch(() => undefined);
} finally {
  await owner.close();
  await database.close();
  await postgres.close();
  await rm(folder, { recursive: true, force: true });
}
