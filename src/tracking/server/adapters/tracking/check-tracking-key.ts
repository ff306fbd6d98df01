import type { SeventeenTrackAccess } from "./seventeen-track-request.ts";
import { createSeventeenTrack } from "./seventeen-track.ts";
import { TrackingError } from "./tracking.ts";

/** Whether the provider accepts the key, asked by a request that uses none of its quota; times out within seconds. */
export async function checkTrackingKey(
  access: SeventeenTrackAccess,
): Promise<"accepted" | "rejected" | "unavailable"> {
  try {
    await createSeventeenTrack(access).readQuota();
    return "accepted";
  } catch (error) {
    if (!(error instanceof TrackingError)) throw error;
    return error.reason === "invalid_key" ? "rejected" : "unavailable";
  }
}
