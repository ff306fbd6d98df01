// Opens databases of a given size for measurements that compare two sizes.
import { migrate } from "#server/db/migrate.ts";
import { openDatabase, type Database } from "#server/db/open.ts";
import { aggregatePackageCounts } from "#server/packages/counts/aggregate-package-counts.ts";
import { aggregateProfileCounts } from "#server/users/aggregate-profile-counts.ts";

/** A log that discards everything. */
export const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Opens the database `name` of the server at `url`; a missing one is created, filled and counted. */
export async function openSizedDatabase(
  url: string,
  {
    name,
    size,
    fill,
  }: { name: string; size: number; fill: (database: Database, size: number) => Promise<void> },
): Promise<Database> {
  const server = openDatabase({ url, log: silent, poolSize: 1 });
  const found = await server.pool.query("select from pg_database where datname = $1", [name]);
  if (found.rowCount === 0) await server.pool.query(`create database ${name}`);
  await server.close();
  const address = new URL(url);
  address.pathname = `/${name}`;
  const database = openDatabase({
    url: address.href,
    log: silent,
    statementTimeoutMilliseconds: 0,
  });
  await migrate(database);
  if (found.rowCount === 0) {
    const startedAt = performance.now();
    await fill(database, size);
    await aggregatePackageCounts({ db: database.kysely, log: silent as never });
    await aggregateProfileCounts({ db: database.kysely });
    const seconds = (performance.now() - startedAt) / 1000;
    process.stdout.write(`${size} packages inserted in ${seconds.toFixed(0)} s\n`);
  }
  return database;
}

/** The quantile `fraction` (0 to 1) of the values. */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}
