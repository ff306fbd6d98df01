import { nextLegDate } from "#core/shipping-leg.ts";
import type { AppServices } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { queueEmail } from "#server/emails/queue-email.ts";
import { notifiedStatuses } from "#server/emails/shipment-emails.ts";
import { insertNotifications } from "#server/notifications/insert-notifications.ts";
import type { StoredShipment } from "./package-queries.ts";

/**
 * Notifies the customer of the status in the transaction that changes the package, by email where shipment updates are wanted.
 * It names the leg `departedLegNumber`, or the first in transit. A change back to pending sends none: a package is
 * pending between two legs, and the next leg sends its own email.
 */
export async function notifyPackageMoved(
  { config, jobs, now }: Pick<AppServices, "config" | "jobs" | "now">,
  db: Db,
  shipment: StoredShipment,
  departedLegNumber?: number,
): Promise<void> {
  const status = notifiedStatuses.find((notified) => notified === shipment.status);
  if (status === undefined) return;
  const { id: packageId, userId, trackingNumber, origin, destination, legs, userEmail } = shipment;
  const isOnTheWay = status === "in_transit";
  const leg = legs.find((candidate) =>
    departedLegNumber === undefined
      ? candidate.status === "in_transit"
      : candidate.legNumber === departedLegNumber,
  );
  const change = `${packageId} ${status} ${leg?.legNumber ?? ""} ${now().toISOString()}`;
  const notification = {
    userId,
    kind: "package_moved",
    subjectId: packageId,
    dedupeKey: change,
    payload: { variant: status },
  } as const;
  await insertNotifications({ jobs, now }, db, [notification]);
  const isMoving = isOnTheWay || status === "processing";
  await queueEmail(
    db,
    {
      to: userEmail,
      email: {
        name: "package-moved",
        status,
        trackingNumber,
        origin,
        destination,
        leg:
          isOnTheWay && leg !== undefined
            ? {
                legNumber: leg.legNumber,
                legCount: legs.length,
                origin: leg.origin,
                destination: leg.destination,
              }
            : null,
        nextDate: isMoving ? nextLegDate(legs, leg?.legNumber ?? null, now()) : null,
        packagesUrl: `${config.publicUrl}/dashboard/packages?package=${packageId}`,
      },
    },
    { jobs, secret: config.secret, now },
  );
}
