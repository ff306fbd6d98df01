import { sql } from "kysely";
import type { OwnAddress } from "#goods/contract/inbound-parcels.ts";
import type { Db } from "#platform/server/db/open.ts";

/** What an address card needs to know of a customer. */
export type Addressee = {
  readonly fullName: string;
  readonly latinName: string | null;
  readonly hasPlan: boolean;
  readonly progress: OwnAddress["progress"];
};

/** The customer's names, and how far their first purchase has come. */
export async function getAddressee(db: Db, userId: string): Promise<Addressee> {
  const { rows } = await sql<Omit<Addressee, "progress"> & Addressee["progress"]>`
    select full_name, latin_name, subscription is not null as has_plan,
      -- What was sent before there was an address was sent without it.
      exists (select from inbound_parcels where user_id = ${userId} and state <> 'cancelled'
        and created_at >= (select min(opened_at) from warehouses)) as has_declared,
      exists (select from inbound_parcels where user_id = ${userId}
        and state in ('received', 'packed', 'departed', 'returned', 'disposed')) as has_received,
      exists (select from packages where user_id = ${userId}
        and stage in ('handed_over', 'on_the_way', 'delivered')) as has_shipped
    from profiles where id = ${userId}
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no profile ${userId}.`);
  const { fullName, latinName, hasPlan, ...progress } = row;
  return { fullName, latinName, hasPlan, progress };
}
