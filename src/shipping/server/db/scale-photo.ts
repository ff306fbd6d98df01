import { sql, type Expression, type RawBuilder } from "kysely";

/** The id of the newest photo of the closed box of a ship request on our scale; null where there is none. */
export function newestScalePhoto(
  shipRequestId: Expression<string | null>,
): RawBuilder<string | null> {
  return sql`(
    select files.id from files where files.owner_id = ${shipRequestId} and files.kind = 'closed_on_scale'
    order by files.created_at desc, files.id desc limit 1
  )`;
}
