// Measures scans into boxes from several desks at once, at a rate: how long each takes until its answer, through the API.
//
// The baseline is the same two row changes in plain SQL, in the same run. BENCH_SECONDS and BENCH_RATE change length and rate.
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import { openProductDatabase } from "#app/server/serve.ts";
import { silentLog } from "#test/database.ts";
import {
  aShipper,
  packingDesk,
  receivedPackage,
  request,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp } from "#test/test-app.ts";
import { aStaffMember, type TestPerson } from "#test/users.ts";

const seconds = Number(process.env["BENCH_SECONDS"] ?? 20);
const perSecond = Number(process.env["BENCH_RATE"] ?? 20);
const desksCount = 4;
const parcelsPerBox = 10;
const goalMilliseconds = 100;

type Scan = {
  readonly packer: TestPerson;
  readonly shipRequestId: string;
  readonly scan: string;
};

/** The scans of a box, which one packer makes one after the other. */
async function aBox(desk: PackingDesk, packer: TestPerson): Promise<Scan[]> {
  const customer = await aShipper(desk, "0");
  const weights = Array.from({ length: parcelsPerBox }, () => 300);
  const { packageId, numbers } = await receivedPackage(desk, customer, weights);
  const { id: shipRequestId } = await request(customer, packageId);
  return numbers.map((scan) => ({ packer, shipRequestId, scan }));
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
}

function print(name: string, values: readonly number[]): void {
  const figures = [0.5, 0.9, 0.99, 1].map((part) => quantile(values, part).toFixed(1).padStart(8));
  console.log(`${name.padEnd(34)}${figures.join("")}`);
}

/** Starts each act at its moment, whatever those before it do, and returns how long each took from that moment. */
async function atRate(acts: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const begin = performance.now();
  const times = acts.map(async (act, index) => {
    const due = begin + (index * 1000) / perSecond;
    await pause(Math.max(0, due - performance.now()));
    await act();
    return performance.now() - due;
  });
  return await Promise.all(times);
}

const folder = await mkdtemp(join(tmpdir(), "bench-packing-scans-"));
const postgres = await startEmbeddedPostgres({ dataFolder: folder, log: silentLog });
const secret = "a secret of benches alone, 32 characters";
const database = await openProductDatabase({ url: postgres.url, secret, log: silentLog });
const app = await testApp({ database });
try {
  const desk = await packingDesk(app);
  const packers = await Promise.all(
    Array.from({ length: desksCount }, () => aStaffMember(app, ["packer"])),
  );
  const boxesPerDesk = Math.ceil((seconds * perSecond) / desksCount / parcelsPerBox);
  const byDesk: Scan[][] = [];
  for (const packer of packers) {
    const scans: Scan[] = [];
    for (let box = 0; box < boxesPerDesk; box += 1) {
      scans.push(...(await aBox(desk, packer)));
      // So many boxes would reach the limits of an hour.
      app.clock.advance(5 * 60_000);
    }
    byDesk.push(scans);
  }
  const inTurn = Array.from({ length: boxesPerDesk * parcelsPerBox }, (_, index) =>
    byDesk.flatMap((scans) => scans[index] ?? []),
  ).flat();
  const load = loadavg()[0]?.toFixed(1);
  console.log(
    `${inTurn.length} scans, ${perSecond} a second over ${desksCount} desks, load ${load}`,
  );
  console.log(
    "milliseconds".padEnd(34) +
      ["p50", "p90", "p99", "max"].map((name) => name.padStart(8)).join(""),
  );
  const scanned = await atRate(
    inTurn.map(
      ({ packer, shipRequestId, scan }) =>
        () =>
          packer.api.packing.scanIntoBox({ shipRequestId, scan, idempotencyKey: randomUUID() }),
    ),
  );
  print(`scans (goal: p99 < ${goalMilliseconds})`, scanned);
  const { kysely } = app.database;
  const plain = await atRate(
    inTurn.map(
      ({ shipRequestId, scan }) =>
        () =>
          kysely.transaction().execute(async (db) => {
            await sql`select from ship_requests where id = ${shipRequestId} for update`.execute(db);
            await sql`update ship_request_parcels c set scanned_at = now() from inbound_parcels p
          where c.inbound_parcel_id = p.id and c.ship_request_id = ${shipRequestId} and p.tracking_number = ${scan}`.execute(
              db,
            );
            await sql`update ship_requests set packer_active_at = now() where id = ${shipRequestId}`.execute(
              db,
            );
          }),
    ),
  );
  print("the same rows in plain SQL", plain);
  if (quantile(scanned, 0.99) >= goalMilliseconds) process.exitCode = 1;
} finally {
  await app.close();
  await postgres.close();
  await rm(folder, { recursive: true, force: true });
}
