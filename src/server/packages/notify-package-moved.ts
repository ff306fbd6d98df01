// Tells a customer by letter that a package of theirs moves on.
import type { Shipment } from "#contract/packages.ts";
import type { PackageStatus } from "#core/package-status.ts";
import type { AppServices } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { queueEmail } from "#server/emails/queue-email.ts";
import { notifiedStatuses } from "#server/emails/shipment-emails.ts";

/**
 * Queues the letter, in the transaction that changes the status, for customers who want shipment updates. Back to
 * pending is no move: between two legs a package is pending again, and the next one is told of.
 */
export async function notifyPackageMoved(
  { config, jobs, now }: Pick<AppServices, "config" | "jobs" | "now">,
  db: Db,
  shipment: Shipment,
  newStatus: PackageStatus,
): Promise<void> {
  const status = notifiedStatuses.find((notified) => notified === newStatus);
  if (status === undefined) return;
  const { trackingNumber, origin, destination, legs, userEmail } = shipment;
  const leg = status === "in_transit" ? legs.find((each) => each.status === "in_transit") : null;
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
        legOnTheWay: leg ? `${leg.origin} → ${leg.destination}` : null,
        packagesUrl: `${config.publicUrl}/dashboard/packages`,
      },
    },
    { jobs, secret: config.secret, now },
  );
}
