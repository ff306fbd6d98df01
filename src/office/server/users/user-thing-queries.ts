// The SQL of what a customer has.
import { sql } from "kysely";
import type { UserThings } from "#office/contract/user-things.ts";
import type { Db } from "#platform/server/db/open.ts";

type RowIn<Kind extends keyof UserThings, Time extends string> = Omit<
  UserThings[Kind]["items"][number],
  Time
> & { readonly [Name in Time]: Date };

/** The rows with how many there are in all, which each of them says. */
function counted<Row extends { readonly total: number }>(rows: readonly Row[]) {
  return {
    rows: rows.map(({ total: _total, ...row }) => row),
    total: rows[0]?.total ?? 0,
  };
}

/** The newest packages of a user, at most `limit`, and how many there are. */
export async function listPackagesOfUser(db: Db, userId: string, limit: number) {
  const { rows } = await sql<RowIn<"packages", "createdAt"> & { total: number }>`
    select id, number, tracking_number, destination, status, created_at,
      (select count(*)::int from packages where user_id = ${userId}) as total
    from packages where user_id = ${userId} order by created_at desc, id desc limit ${limit}
  `.execute(db);
  return counted(rows);
}

/** The same of parcels. */
export async function listParcelsOfUser(db: Db, userId: string, limit: number) {
  const { rows } = await sql<RowIn<"inboundParcels", "createdAt"> & { total: number }>`
    select id, tracking_number, label_code, state, removal_asked, created_at,
      (select code from storage_locations where id = inbound_parcels.storage_location_id) as storage_location_code,
      (select count(*)::int from inbound_parcels where user_id = ${userId}) as total
    from inbound_parcels where user_id = ${userId} order by created_at desc, id desc limit ${limit}
  `.execute(db);
  return counted(rows);
}

/** The same of cases, whatever their state. */
export async function listCasesOfUser(db: Db, userId: string, limit: number) {
  const { rows } = await sql<
    Omit<RowIn<"cases", "openedAt">, "number"> & { readonly number: bigint; total: number }
  >`
    select id, number, subject, subject_name, kind, state <> 'closed' as is_open, opened_at,
      (select count(*)::int from cases where user_id = ${userId}) as total
    from cases where user_id = ${userId} order by opened_at desc, number desc limit ${limit}
  `.execute(db);
  return counted(rows);
}
