import type { ActingContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { ExtraServiceRequestRow } from "#shipping/server/tables/ship-requests.ts";
import { queueEmail } from "#platform/server/emails/queue-email.ts";
import { insertNotifications } from "#notices/server/notifications/insert-notifications.ts";
import { getOrderContact } from "./extra-service-queries.ts";

/** Notifies the customer of an extra service that is done, refused, or cancelled by what happened to its parcel or package, once, in the transaction that ends it. */
export async function notifyOrderEnded(
  context: ActingContext,
  db: Db,
  order: ExtraServiceRequestRow,
  state: "done" | "refused" | "cancelled",
  reason: string,
): Promise<void> {
  const contact = await getOrderContact(db, order);
  await insertNotifications(context, db, [
    {
      userId: order.userId,
      kind: "extra_service_ended",
      subjectId: contact.packageId ?? order.inboundParcelId ?? order.id,
      dedupeKey: order.id,
      payload: { variant: state },
    },
  ]);
  const page =
    order.shipRequestId !== null
      ? `ship-requests/${order.shipRequestId}`
      : order.inboundParcelId !== null
        ? `parcels/${order.inboundParcelId}`
        : `packages?package=${order.packageId ?? ""}`;
  await queueEmail(
    db,
    {
      to: contact.email,
      email: {
        name: "ship-request",
        news: `extra_${state}`,
        trackingNumber: contact.number,
        destination: contact.destination,
        amountCents: null,
        dutyPrepaidIn: null,
        reason,
        url: `${context.config.publicUrl}/dashboard/${page}`,
      },
    },
    context,
  );
}
