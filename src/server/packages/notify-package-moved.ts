import type { Shipment } from "#contract/packages.ts";
import type { PackageStatus } from "#core/package-status.ts";
import type { AppServices } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { queueEmail } from "#server/emails/queue-email.ts";
import { notifiedStatuses } from "#server/emails/shipment-emails.ts";

/**
 * Queues an email to customers who want shipment updates, in the transaction that changes the status. A change back to
 * pending sends none: a package is pending between two legs, and the next leg sends its own email.
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
  const leg =
    status === "in_transit" ? legs.find((candidate) => candidate.status === "in_transit") : null;
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
