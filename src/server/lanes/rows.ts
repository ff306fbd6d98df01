// Turns rows about suspended lanes into what the API shows of them.
import type { Lane, SuspendedLaneFacts } from "#contract/lanes.ts";
import type { SuspendedLaneRow } from "#server/db/tables/lanes.ts";

/** A suspended lane as customers see it. */
export function suspendedLaneOf(row: SuspendedLaneRow): SuspendedLaneFacts {
  return {
    id: row.id,
    carrierId: row.carrierId,
    service: row.service,
    destinationCode: row.destinationCode,
    reason: row.reason,
    source: row.source,
    suspendedOn: row.suspendedOn,
    confidence: row.confidence,
  };
}

/** A suspension as staff see it. */
export function laneOf(row: SuspendedLaneRow): Lane {
  return {
    ...suspendedLaneOf(row),
    createdAt: row.createdAt.toISOString(),
    reopenedAt: row.reopenedAt?.toISOString() ?? null,
  };
}
