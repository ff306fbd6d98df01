// The SQL of the export of delivered packages.
import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";

/** A delivered package as the export writes it. */
export type DeliveredRow = {
  readonly id: string;
  readonly trackingNumber: string;
  readonly userEmail: string;
  readonly origin: string;
  readonly destination: string;
  readonly estimatedWeightGrams: number | null;
  readonly finalWeightGrams: number | null;
  readonly description: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** Delivered packages, newest first, that come after `after`; null: from the newest on. */
export async function listDeliveredAfter(
  db: Db,
  after: Pick<DeliveredRow, "createdAt" | "id"> | null,
  limit: number,
): Promise<DeliveredRow[]> {
  const behind =
    after === null ? sql`` : sql`and (p.created_at, p.id) < (${after.createdAt}, ${after.id})`;
  const { rows } = await sql<DeliveredRow>`
    select p.*, profiles.email as "userEmail" from (
      select p.id, p.user_id, p.tracking_number as "trackingNumber", p.origin, p.destination,
        p.estimated_weight_grams as "estimatedWeightGrams", p.final_weight_grams as "finalWeightGrams",
        p.description, p.created_at as "createdAt", p.updated_at as "updatedAt"
      from packages p where p.status = 'delivered' ${behind}
      order by p.created_at desc, p.id desc limit ${limit}
    ) p join profiles on profiles.id = p.user_id
    order by p."createdAt" desc, p.id desc
  `.execute(db);
  return rows;
}
