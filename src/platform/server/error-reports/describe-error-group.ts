import type { ErrorGroup } from "#platform/contract/error-reports.ts";
import type { ErrorGroupRow } from "./error-queries.ts";

export function describeErrorGroup(row: ErrorGroupRow): ErrorGroup {
  return {
    ...row,
    times: Number(row.times),
    firstSeenAt: row.firstSeenAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
  };
}
