// What a package is called where one line names it, as columns of queries.
import { sql, type RawBuilder } from "kysely";
import { isWarehouseOpened } from "#catalogue/server/db/warehouse-columns.ts";

/** The short number of package `p` once there is a warehouse, before that its tracking number. */
export function packageNumberColumn(p: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`case when ${isWarehouseOpened} then 'P-' || ${p}.number else ${p}.tracking_number end`;
}

const mostContents = 40;

/** The same with the beginning of what is in it, as its customer reads it: P-1024 (Ceramic tea set). */
export function packageNameColumn(p: RawBuilder<unknown>): RawBuilder<string> {
  const contents = sql`coalesce(
    (select string_agg(distinct gathered.description, ', ') from inbound_parcels gathered
      where gathered.package_id = ${p}.id and gathered.description <> ''),
    ${p}.description
  )`;
  return sql<string>`case when ${isWarehouseOpened} then (
    select 'P-' || ${p}.number || coalesce(' (' || case when length(contents) > ${mostContents}
      then rtrim(left(contents, ${mostContents - 1})) || '…' else contents end || ')', '')
    from (select ${contents} as contents) described
  ) else ${p}.tracking_number end`;
}
