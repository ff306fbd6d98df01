import { sql, type Expression, type RawBuilder } from "kysely";

/** The id of the newest photo of the closed box of a ship request on our scale; null where there is none. */
export function newestScalePhoto(
  shipRequestId: Expression<string | null>,
): RawBuilder<string | null> {
  return sql`(
    select images.id from packing_images images
    where images.ship_request_id = ${shipRequestId} and images.kind = 'closed_on_scale'
    order by images.created_at desc, images.id desc limit 1
  )`;
}
