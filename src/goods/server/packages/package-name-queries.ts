// The SQL of what packages are called.
import { sql } from "kysely";
import { packageNameColumn } from "#goods/server/db/package-name.ts";
import type { Db } from "#platform/server/db/open.ts";

/** What their customers call these packages, by package. */
export async function listOwnPackageNames(
  db: Db,
  packageIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (packageIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("packages")
    .select(["id", packageNameColumn(sql`packages`).as("name")])
    .where("id", "=", sql<string>`any(${packageIds}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
