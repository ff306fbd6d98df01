import type { Db } from "#platform/server/db/open.ts";

/** The email of whoever made each record of a parcel. */
export async function listRecorderEmails(
  db: Db,
  parcelId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("receivingRecords")
    .innerJoin("profiles", "profiles.id", "receivingRecords.createdBy")
    .select(["receivingRecords.id", "profiles.email"])
    .where("inboundParcelId", "=", parcelId)
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}
