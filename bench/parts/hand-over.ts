// Hands 500 packages over beside the open pages of their customers: within 10 s, and each page is notified within 2 s of the
// commit.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { loadConfig } from "#platform/server/config.ts";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import type { Db } from "#platform/server/db/open.ts";
import { createLog } from "#platform/server/log.ts";
import { openProductDatabase } from "#app/server/serve.ts";
import { openServer, type OpenServer } from "#app/server/open-server.ts";
import { insertAcceptedRequests } from "#test/accepted-requests.ts";
import { conclude, followPackages, say, secret, silent } from "./measuring.ts";

const packagesCount = Number(process.env["BENCH_PACKAGES"] ?? 500);
const customersCount = 100;

async function insertWarehouse(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into warehouses (code, name, kind, country, address, receiver_name_pattern, phone, postal_code, time_zone,
      opening_hours, closed_days, opened_at, created_at, updated_at)
    values ('HK1', 'Kwun Tong', 'hub', 'HK', '{}', '{name} {code}', '1', '', 'Asia/Hong_Kong', '[]', '{}', now(), now(), now())
    returning id
  `.execute(db);
  return rows[0]?.id ?? "";
}

/** A manifest that is being handed over, with labelled packages of the customers. */
async function makeManifest(db: Db, warehouseId: string): Promise<string> {
  const { rows: customers } = await sql<{ id: string }>`
    insert into users (name, email)
    select 'Bench', n || '@example.com' from generate_series(1, ${customersCount}) n returning id
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
      select labelled.id, quotes.service_id, 'hk-post', 'typed', 'P' || lpad(labelled.number::text, 9, '0'), '{}', 'made',
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

async function measure(server: OpenServer): Promise<void> {
  const { db, jobs } = server.services;
  // Emails are sent by other jobs, later.
  await db.updateTable("settings").set({ shipmentNotifications: false }).execute();
  const manifestId = await makeManifest(db, await insertWarehouse(db));
  await jobs.start(server.handlers);
  const reported = new Map<string, number>();
  await followPackages(server, (id) => {
    if (!reported.has(id)) reported.set(id, performance.now());
  });
  // That the packages were added is reported first.
  await pause(3_000);
  reported.clear();
  const startedAt = performance.now();
  await jobs.enqueue(db, "hand-over-packages", { manifestId });
  const left = await watchDepartures(db, manifestId);
  const seconds = (Math.max(...left.values()) - startedAt) / 1000;
  await pause(3_000);
  await jobs.stop();
  const delays = [...left].map(([id, at]) => (reported.get(id) ?? Number.POSITIVE_INFINITY) - at);
  const slowest = Math.max(0, ...delays);
  say(`${packagesCount} packages handed over in ${seconds.toFixed(2)} s`);
  say(`open pages notified within ${slowest.toFixed(0)} ms of the commit`);
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from manifest_packages where state <> 'handed_over' group by 1
  `.execute(db);
  const wrong = rows.map(({ state, count }) => `${count} packages are ${state}`);
  if (seconds >= 10) wrong.push(`It took ${seconds.toFixed(1)} s`);
  if (slowest >= 2_000) wrong.push(`A page was notified after ${slowest.toFixed(0)} ms`);
  conclude(wrong);
}

export async function handOver(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "bench-hand-over-"));
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, log: silent });
  const database = await openProductDatabase({ url: postgres.url, secret, log: silent });
  try {
    const server = await openServer({
      config: loadConfig({ DATA_DIR: folder, SECRET: secret }),
      database,
      log: createLog({ level: "silent" }),
      now: () => new Date(),
      clientFolder: null,
    });
    await measure(server);
    await server.close().catch(() => undefined);
  } finally {
    await database.close();
    await postgres.close();
    await rm(folder, { recursive: true, force: true });
  }
}
