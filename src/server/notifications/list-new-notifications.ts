import type { Db } from "#server/db/open.ts";
import type { NewNotification } from "./insert-notifications.ts";
import { listMissingPlaces } from "./notification-queries.ts";

/**
 * Those of `notifications` that were not made before, for a caller whose transaction `db` keeps others from making them
 * meanwhile.
 */
export async function listNewNotifications(
  db: Db,
  notifications: readonly NewNotification[],
): Promise<NewNotification[]> {
  if (notifications.length === 0) return [];
  const places = new Set(await listMissingPlaces(db, notifications));
  return notifications.filter((_one, place) => places.has(place));
}
