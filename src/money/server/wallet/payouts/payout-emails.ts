import type { EmailOutbox } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { insertNotifications } from "#notices/server/notifications/insert-notifications.ts";
import { queueEmail } from "#platform/server/emails/queue-email.ts";

type EmailServices = EmailOutbox;

function walletUrl({ config }: EmailServices): string {
  return `${config.publicUrl}/dashboard/wallet`;
}

/** Queues the email that confirms a payout request to the user, so that nobody else can make one unnoticed. */
export async function queuePayoutRequested(
  services: EmailServices,
  db: Db,
  payout: { readonly email: string; readonly amountCents: number },
): Promise<void> {
  const email = {
    name: "payout-requested",
    amountCents: payout.amountCents,
    walletUrl: walletUrl(services),
  } as const;
  await queueEmail(db, { to: payout.email, email }, services);
}

/** Notifies the user that a payout was paid, by email with its bank reference, or declined, with the reason. */
export async function queuePayoutSettled(
  services: EmailServices,
  db: Db,
  payout: {
    readonly payoutId: string;
    readonly userId: string;
    readonly email: string;
    readonly amountCents: number;
    readonly isPaid: boolean;
    readonly reason: string;
    readonly reference?: string;
  },
): Promise<void> {
  const { payoutId, userId, email: to, ...facts } = payout;
  const notification = {
    userId,
    kind: "payout_settled",
    subjectId: payoutId,
    dedupeKey: payoutId,
    payload: { amountCents: facts.amountCents, variant: facts.isPaid ? "paid" : "declined" },
  } as const;
  await insertNotifications(services, db, [notification]);
  const email = { name: "payout-settled", ...facts, walletUrl: walletUrl(services) } as const;
  await queueEmail(db, { to, email }, services);
}
