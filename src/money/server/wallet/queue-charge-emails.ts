import { becomesLow, lowBalanceLimitCents, type LimitedBalance } from "#money/rules/ledger.ts";
import type { EmailOutbox, AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { findLastFreightCents } from "./transaction-queries.ts";
import type { Email } from "#platform/server/emails/email.ts";
import { queueEmail, type EmailMessage } from "#platform/server/emails/queue-email.ts";
import {
  insertNotifications,
  type NewNotification,
  wasDepositAwaitedAfter,
} from "#notices/server/notifications/send-notifications.ts";
import { addDays } from "#platform/rules/calendar.ts";
import { getWalletContact } from "./ledger-queries.ts";

/** A shipping fee that was debited. `heldCents` is what had been held for it; null without a hold. */
type Charge = {
  readonly userId: string;
  readonly amountCents: number;
  readonly heldCents: number | null;
  readonly reason: string;
  readonly legNumber: number | null;
  readonly packageId: string | null;
  readonly trackingNumber: string | null;
  /** The hold or transaction. */
  readonly id: string;
};

/** Queues the email that says what was charged, for which package, and what is left. */
export async function queueWalletCharged(
  services: EmailOutbox,
  db: Db,
  charge: Charge,
): Promise<void> {
  const { id, userId, packageId, ...facts } = charge;
  const payload = { amountCents: charge.amountCents };
  const notification = { kind: "wallet_charged", dedupeKey: id, payload } as const;
  const { publicUrl } = services.config;
  await queueWalletEmail({ ...services, db }, userId, notification, (wallet) => ({
    name: "wallet-charged",
    ...facts,
    packageUrl: packageId && `${publicUrl}/dashboard/packages?package=${packageId}`,
    ...wallet,
  }));
}

/** What a user can spend, and below which balance that is low, before a change. */
export async function limitBalance(
  db: Db,
  userId: string,
  balanceCents: number,
): Promise<LimitedBalance> {
  const lastFreightCents = await findLastFreightCents(db, userId);
  return { balanceCents, limitCents: lowBalanceLimitCents(lastFreightCents) };
}

/**
 * Notifies a user when the change `changeId` of what can be spent makes it lower than the last freight charge, or $25
 * before there is one, unless within a day they added what a shipment waited for.
 */
export async function queueLowBalance(
  services: EmailOutbox,
  db: Db,
  userId: string,
  {
    changeId,
    before,
    balanceCents,
  }: {
    readonly changeId: string;
    readonly before: LimitedBalance;
    readonly balanceCents: number;
  },
): Promise<void> {
  const lastFreightCents = await findLastFreightCents(db, userId);
  const after = { balanceCents, limitCents: lowBalanceLimitCents(lastFreightCents) };
  if (!becomesLow(before, after)) return;
  // Who added what a shipment lacked knows that little is left.
  if (await wasDepositAwaitedAfter(db, userId, addDays(services.now(), -1))) return;
  const notification = { kind: "low_balance", dedupeKey: changeId } as const;
  await queueWalletEmail({ ...services, db }, userId, notification, (wallet) => ({
    name: "low-balance",
    lastFreightCents: lastFreightCents ?? null,
    ...wallet,
  }));
}

type EmailServices = EmailOutbox & Pick<AppServices, "db">;

/**
 * Notifies a wallet's owner, and queues the email about it. `write` receives what they can spend after all changes of this
 * database transaction, in cents, and the address of the wallet page.
 */
export async function queueWalletEmail(
  services: EmailServices,
  userId: string,
  notification: Pick<NewNotification, "kind" | "dedupeKey"> &
    Partial<Pick<NewNotification, "payload" | "steps">>,
  write: (wallet: { readonly balanceCents: number; readonly walletUrl: string }) => Email,
  sending: Pick<EmailMessage, "emailId" | "startsAt"> = {},
): Promise<void> {
  const { db } = services;
  const { email: to, balanceCents } = await getWalletContact(db, userId);
  const payload = { ...notification.payload, balanceCents };
  const inserted = { ...notification, userId, subjectId: userId, payload };
  await insertNotifications(services, db, [inserted]);
  const email = write({ balanceCents, walletUrl: `${services.config.publicUrl}/dashboard/wallet` });
  await queueEmail(db, { to, email, ...sending }, services);
}
