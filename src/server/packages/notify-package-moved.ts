import { nextLegDate } from "#core/shipping-leg.ts";
import type { AppServices } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { queueEmail } from "#server/emails/queue-email.ts";
import { notifiedStatuses } from "#server/emails/shipment-emails.ts";
import type { StoredShipment } from "./package-queries.ts";

/**
 * Queues an email about the status to customers who want shipment updates, in the transaction that changes the package.
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
  const { id: packageId, trackingNumber, origin, destination, legs, userEmail } = shipment;
  const isOnTheWay = status === "in_transit";
  const leg = legs.find((candidate) =>
    departedLegNumber === undefined
      ? candidate.status === "in_transit"
      : candidate.legNumber === departedLegNumber,
  );
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
