// The SQL of what lists show of a package: its picture and what is in it.
import { sql, type RawBuilder } from "kysely";
import "#goods/server/announcements.ts";
import type { Listeners } from "#platform/server/context.ts";
import { isShownPhoto } from "#goods/server/db/shown-photos.ts";
import { firstFileId } from "#platform/server/files/files.ts";

/** The image that the lists show of package `p`. */
export const firstImageColumn = sql`, case when p.images_count > 0 then ${firstFileId(sql`p.id`)} end as "firstImageId"`;

/** What customers see of their package `p`: its first image, else a photo of its parcels or box, and what is in it. */
export function ownColumns({ boxPhotoOf }: Pick<Listeners, "boxPhotoOf">): RawBuilder<unknown> {
  return sql`, case
    when p.images_count > 0 then ${firstFileId(sql`p.id`)}
    when p.parcels_count > 0 then coalesce(
      (select files.id from inbound_parcels gathered join files on files.owner_id = gathered.id
        where gathered.package_id = p.id and ${isShownPhoto("gathered")} order by files.created_at, files.id limit 1),
      ${boxPhotoOf(sql`p.id`)}
    )
  end as "firstImageId", coalesce(
    (select string_agg(distinct gathered.description, ', ') from inbound_parcels gathered
      where gathered.package_id = p.id and gathered.description <> ''),
    p.description
  ) as contents`;
}
