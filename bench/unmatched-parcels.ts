// Measures what staff read of parcels without a known owner at 10,000 and 1,000,000 inbound parcels: p50, p99 and their
// ratios. Both databases have 500 of them, each with a number that is nearly that of an awaited parcel, and 500 claims.
//
// Both databases are read into memory first and measured in turns. On a busy machine the p99 shows the machine's load; the
// p50 beside it shows the cost of the size.
import type { CurrentSession, SignedInContext } from "#platform/server/context.ts";
import type { Database } from "#platform/server/db/open.ts";
import {
  listUnmatchedParcels,
  readClaim,
  readUnmatchedParcel,
} from "#goods/server/parcel-claims/read-claims.ts";
import { compareParcelSizes } from "./compare-parcel-sizes.ts";
import { warm } from "./compare-sizes.ts";
import { fillWithParcels } from "./fill-with-parcels.ts";
import { openSizedDatabase, silent } from "./sized-database.ts";

const unmatchedCount = 500;

type Target = {
  readonly database: Database;
  readonly context: SignedInContext;
  readonly parcelIds: readonly string[];
  readonly claimIds: readonly string[];
};

async function fill(database: Database, size: number): Promise<void> {
  await fillWithParcels(database, size);
  const { pool } = database;
  // The third character from the end is another digit.
  await pool.query(`
    insert into inbound_parcels (tracking_number, source, state, received_at, created_at, updated_at)
    select left(tracking_number, -3) || (substr(right(tracking_number, 3), 1, 1)::int + 1) % 10 || right(tracking_number, 2),
      'scanned', 'received', at, at, at
    from (
      select tracking_number, now() - random() * interval '90 days' as at
      from inbound_parcels where state = 'expected' order by random() limit ${unmatchedCount}
    ) awaited`);
  await pool.query(`
    insert into inbound_parcel_claims
      (user_id, tracking_number, note, state, created_at, updated_at)
    select owners.ids[1 + floor(random() * array_length(owners.ids, 1))::int], tracking_number, '', 'open',
      now(), now()
    from inbound_parcels, (select array_agg(id) as ids from profiles) owners
    where inbound_parcels.user_id is null and state = 'received'`);
  await pool.query("vacuum analyze");
}

async function listIds({ pool }: Database, from: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(`select id from ${from} order by random()`);
  return rows.map(({ id }) => id);
}

async function openTarget(url: string, name: string, size: number): Promise<Target> {
  const database = await openSizedDatabase(url, { name, size }, fill);
  await warm(database);
  const session = { person: { id: "", isAdmin: true, roles: [] } } as unknown as CurrentSession;
  const now = () => new Date();
  const config = { secret: "bench" };
  const services = { db: database.kysely, log: silent, config, session, now };
  return {
    database,
    context: services as unknown as SignedInContext,
    parcelIds: await listIds(database, "inbound_parcels where user_id is null"),
    claimIds: await listIds(database, "inbound_parcel_claims"),
  };
}

function at(ids: readonly string[], turn: number): string {
  const id = ids[turn % ids.length];
  if (id === undefined) throw new Error("There are no samples.");
  return id;
}

const measurements: Record<string, (target: Target, turn: number) => Promise<unknown>> = {
  "one, with near numbers and claims": async ({ context, parcelIds }, turn) => {
    const inboundParcelId = at(parcelIds, turn);
    const { near, claims } = await readUnmatchedParcel(context, { inboundParcelId });
    if (near.length === 0 || claims.length === 0) throw new Error("Nothing near was found.");
  },
  "a claim with its candidates": async ({ context, claimIds }, turn) => {
    const { candidates } = await readClaim(context, { claimId: at(claimIds, turn) });
    if (candidates.length === 0) throw new Error("No candidate was found.");
  },
  "the list": ({ context }) => listUnmatchedParcels(context, { search: "", page: 1, pageSize: 50 }),
  "a search in the list": ({ context }, turn) =>
    listUnmatchedParcels(context, { search: String(1_000 + turn), page: 1, pageSize: 50 }),
};

// What grows with the numbers that are compared has no limit but its time.
await compareParcelSizes("bench-unmatched-", openTarget, measurements, () => false);
