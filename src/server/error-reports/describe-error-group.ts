// Says of a kind of error what staff are shown.
import type { ErrorGroup } from "#contract/error-reports.ts";
import type { ErrorGroupRow } from "./error-queries.ts";

/** The kind as the wire has it. */
export function describeErrorGroup(row: ErrorGroupRow): ErrorGroup {
  return {
    ...row,
    times: Number(row.times),
    firstSeenAt: row.firstSeenAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
  };
}
