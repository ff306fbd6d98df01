import { sql, type RawBuilder } from "kysely";

/** Whether the customer of the parcel in `table` sees its photo in `files`: none of a receipt that was undone. */
export function isShownPhoto(table: string): RawBuilder<boolean> {
  const [receivedAt, photosSince] = [
    sql.ref(`${table}.received_at`),
    sql.ref(`${table}.photos_since`),
  ];
  return sql`(${receivedAt} is not null and files.created_at > coalesce(${photosSince}, '-infinity'))`;
}
