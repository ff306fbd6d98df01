import type { Db } from "#platform/server/db/open.ts";
import { findPackageByIdempotencyKey } from "./package-queries.ts";

/** The package that a customer's request with this key created; undefined where there is none. */
export async function readPackageByKey(
  db: Db,
  userId: string,
  idempotencyKey: string,
): Promise<{ readonly id: string } | undefined> {
  return await findPackageByIdempotencyKey(db, userId, idempotencyKey);
}
