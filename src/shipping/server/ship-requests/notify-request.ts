import type { NotificationKind } from "#notices/rules/notification.ts";
import type { EmailOutbox } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { queueEmail } from "#platform/server/emails/queue-email.ts";
import type { ShipRequestNews } from "#shipping/server/emails/ship-request-emails.ts";
import { insertNotifications } from "#notices/server/notifications/insert-notifications.ts";
import { isDutyPrepaidIn } from "#catalogue/server/shipping-services/read-services.ts";
import type { LockedRequest } from "./lock-request.ts";

type Services = EmailOutbox;

/**
 * Notifies the customer of a request, in the transaction that changes it, by email too. What has the same key is notified
 * once.
 */
export async function notifyRequest(
  services: Services,
  db: Db,
  { request, pkg }: LockedRequest,
  news: {
    readonly kind: Extract<NotificationKind, `ship_request_${string}` | "extra_service_ended">;
    readonly variant?: string;
    /** After the request's id. */
    readonly key: string;
    readonly amountCents?: number | null;
    readonly reason?: string;
    readonly email: ShipRequestNews;
  },
): Promise<void> {
  const { kind, variant, key, amountCents = null, reason = "", email } = news;
  const added = await insertNotifications(services, db, [
    {
      userId: request.userId,
      kind,
      subjectId: pkg.id,
      dedupeKey: `${request.id} ${key}`,
      payload: {
        ...(variant !== undefined && { variant }),
        ...(amountCents !== null && { amountCents }),
      },
    },
  ]);
  if (added.length === 0) return;
  await queueEmail(
    db,
    {
      to: pkg.userEmail,
      email: {
        name: "ship-request",
        news: email,
        trackingNumber: pkg.trackingNumber,
        destination: pkg.destination,
        amountCents,
        dutyPrepaidIn: (await isDutyPrepaidIn({ db, now: services.now }, request.countryCode))
          ? request.countryCode
          : null,
        reason,
        url: `${services.config.publicUrl}/dashboard/ship-requests/${request.id}`,
      },
    },
    services,
  );
}
