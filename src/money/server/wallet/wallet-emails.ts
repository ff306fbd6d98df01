import type { AppServices, EmailOutbox } from "#platform/server/context.ts";
import type { Email } from "#platform/server/emails/email.ts";
import { queueEmail } from "#platform/server/emails/queue-email.ts";
import {
  insertNotifications,
  type NewNotification,
} from "#notices/server/notifications/insert-notifications.ts";
import { getWalletContact } from "./ledger-queries.ts";

type EmailServices = EmailOutbox & Pick<AppServices, "db">;

/**
 * Notifies a wallet's owner, and queues the email about it. `write` receives what they can spend after all changes of this
 * database transaction, in cents, and the address of the wallet page.
 */
export async function queueWalletEmail(
  services: EmailServices,
  userId: string,
  notification: Pick<NewNotification, "kind" | "dedupeKey"> &
    Partial<Pick<NewNotification, "payload">>,
  write: (wallet: { readonly balanceCents: number; readonly walletUrl: string }) => Email,
): Promise<void> {
  const { db } = services;
  const { email: to, balanceCents } = await getWalletContact(db, userId);
  const payload = { ...notification.payload, balanceCents };
  const inserted = { ...notification, userId, subjectId: userId, payload };
  await insertNotifications(services, db, [inserted]);
  const email = write({ balanceCents, walletUrl: `${services.config.publicUrl}/dashboard/wallet` });
  await queueEmail(db, { to, email }, services);
}
