// Tells a customer by letter that a package of theirs moves on.
import type { Shipment } from "#contract/packages.ts";
import type { PackageStatus } from "#core/package-status.ts";
import type { Parts } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { queueLetter } from "#server/platform/letters/queue-letter.ts";
import { toldStatuses } from "#server/platform/letters/shipment-letters.ts";

/**
 * Queues the letter, in the transaction that changes the status, for customers who want shipment updates. Back to
 * pending is no move: between two legs a package is pending again, and the next one is told of.
 */
export async function tellOfMove(
  { config, jobs, now }: Pick<Parts, "config" | "jobs" | "now">,
  db: Db,
  shipment: Shipment,
  newStatus: PackageStatus,
): Promise<void> {
  const status = toldStatuses.find((told) => told === newStatus);
  if (status === undefined) return;
  const { trackingNumber, origin, destination, legs, userEmail } = shipment;
  const leg = status === "in_transit" ? legs.find((each) => each.status === "in_transit") : null;
  await queueLetter(
    db,
    {
      to: userEmail,
      letter: {
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
