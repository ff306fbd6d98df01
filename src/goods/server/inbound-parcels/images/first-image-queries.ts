import { sql, type RawBuilder } from "kysely";

/** The id of the first photo of the parcel in `table`, in a statement that lists parcels. */
export function firstImageId(table: "inbound_parcels" | "p"): RawBuilder<string | null> {
  const parcels = sql.ref(table);
  return sql`case when ${parcels}.images_count > 0 then (
    select images.id from inbound_parcel_images images
    where images.inbound_parcel_id = ${parcels}.id order by images.created_at, images.id limit 1
  ) end`;
}
