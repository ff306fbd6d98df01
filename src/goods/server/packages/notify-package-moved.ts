import { namedLeg } from "#catalogue/rules/shipping-leg.ts";
import type { EmailOutbox } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { queueEmails, type EmailMessage } from "#platform/server/emails/queue-email.ts";
import { notifiedStatuses } from "#goods/server/emails/shipment-emails.ts";
import {
  insertNotifications,
  type NewNotification,
} from "#notices/server/notifications/insert-notifications.ts";
import type { StoredShipment } from "./package-queries.ts";
import { readExpectedArrival } from "./read-estimates.ts";

type MoveServices = EmailOutbox;

/** A package whose status changed, and the leg that departed, if that is known. */
type MovedPackage = {
  readonly shipment: StoredShipment;
  readonly departedLegNumber?: number | undefined;
};

async function noticeOf(
  { config, now }: MoveServices,
  db: Db,
  { shipment, departedLegNumber }: MovedPackage,
): Promise<{ readonly notification: NewNotification; readonly message: EmailMessage } | null> {
  const status = notifiedStatuses.find((notified) => notified === shipment.status);
  if (status === undefined) return null;
  const { id: packageId, userId, trackingNumber, origin, destination, legs, userEmail } = shipment;
  const isOnTheWay = status === "in_transit";
  const leg = legs.find((candidate) =>
    departedLegNumber === undefined
      ? candidate.status === "in_transit"
      : candidate.legNumber === departedLegNumber,
  );
  const change = `${packageId} ${status} ${leg?.legNumber ?? ""} ${now().toISOString()}`;
  const isMoving = isOnTheWay || status === "processing";
  const moving = isOnTheWay ? namedLeg(legs, leg?.legNumber) : null;
  const arrival = isMoving ? await readExpectedArrival({ db, now }, shipment) : null;
  return {
    notification: {
      userId,
      kind: "package_moved",
      subjectId: packageId,
      dedupeKey: change,
      payload: {
        variant: status,
        ...(moving !== null && { leg: moving }),
        ...(arrival !== null && { arrival }),
      },
    },
    message: {
      to: userEmail,
      email: {
        name: "package-moved",
        status,
        trackingNumber,
        origin,
        destination,
        leg: moving,
        arrival,
        packagesUrl: `${config.publicUrl}/dashboard/packages?package=${packageId}`,
      },
    },
  };
}

/**
 * Notifies customers of the statuses of packages in the transaction that changes them, by email where shipment updates are
 * wanted. It names the leg `departedLegNumber`, or the first in transit. A change back to pending sends none: a package is
 * pending between two legs, and the next leg sends its own email.
 */
export async function notifyPackagesMoved(
  services: MoveServices,
  db: Db,
  moved: readonly MovedPackage[],
): Promise<void> {
  const notices = [];
  for (const one of moved) {
    const notice = await noticeOf(services, db, one);
    if (notice !== null) notices.push(notice);
  }
  const notifications = notices.map(({ notification }) => notification);
  await insertNotifications(services, db, notifications);
  const messages = notices.map(({ message }) => message);
  await queueEmails(db, messages, services);
}

/** The same for one package. */
export async function notifyPackageMoved(
  services: MoveServices,
  db: Db,
  shipment: StoredShipment,
  departedLegNumber?: number,
): Promise<void> {
  await notifyPackagesMoved(services, db, [{ shipment, departedLegNumber }]);
}
