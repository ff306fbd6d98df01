// How each answer to a scan looks and sounds: as what it resembles at the receiving desk.
import type { DeskOutcome } from "#goods/web/receiving/desk-events.ts";
import type { ScanOutcome } from "./scan-answer.ts";

export const scanLooks = {
  shelf: "storage_location",
  empty: "storage_location",
  right: "matched",
  misplaced: "near_match",
  repeated: "seen_before",
  not_here: "two_owners",
  unknown: "stop",
  stop: "stop",
} as const satisfies Record<ScanOutcome, DeskOutcome>;
