import { planByName } from "#catalogue/rules/plan.ts";
import { hasOpenedWarehouse } from "#catalogue/server/warehouses/warehouses.ts";
import type { EmailOutbox } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { PlanInvoice } from "#money/server/adapters/payment/payment.ts";
import type { Email } from "#platform/server/emails/email.ts";
import { queueEmail } from "#platform/server/emails/queue-email.ts";
import {
  insertNotifications,
  type NewNotification,
} from "#notices/server/notifications/send-notifications.ts";
import { isUnsettled } from "./plan-state.ts";
import type { Subscription } from "./subscription-queries.ts";

type Stored = Omit<Subscription, "id" | "version">;

/** A subscription before and after a change, and how many of its months were counted before and are now. */
export type SubscriptionChange = {
  readonly userId: string;
  readonly subscriptionId: string;
  /** Of the subscription after the change. */
  readonly version: number;
  readonly email: string;
  readonly before: Stored | undefined;
  readonly after: Stored;
  readonly months: { readonly before: number; readonly after: number };
  readonly invoices: readonly PlanInvoice[];
};

/**
 * Notifies of a change: plan started, renewed, payment failed, canceled, resumed, ended. Notifications and emails are
 * stored in the database transaction of `db` that stores the change, so that each change is notified once.
 */
export async function notifySubscriptionChanged(
  services: EmailOutbox,
  db: Db,
  change: SubscriptionChange,
): Promise<void> {
  const hasWarehouse = await hasOpenedWarehouse(db);
  for (const message of emailsFor(change, services.config.publicUrl, hasWarehouse)) {
    await insertNotifications(services, db, [toNotification(change, message)]);
    await queueEmail(db, { to: change.email, email: message }, services);
  }
}

type PlanEmail = Extract<
  Email,
  { name: `plan-${"started" | "renewed" | "canceled" | "resumed" | "ended"}` | "payment-failed" }
>;

/** The notification that an email about the plan belongs to. */
function toNotification(change: SubscriptionChange, email: PlanEmail): NewNotification {
  const { userId, subscriptionId: subjectId, version, months, after } = change;
  const of = { userId, subjectId };
  const { name, plan } = email;
  const at = after.currentPeriodEndsAt.toISOString();
  if (name === "payment-failed") {
    const dedupeKey = `${subjectId} ${version}`;
    return { ...of, kind: "payment_failed", dedupeKey, payload: { plan } };
  }
  const variant = name.replace("plan-", "");
  const payload = { plan, at, variant };
  return name === "plan-started" || name === "plan-renewed"
    ? { ...of, kind: "plan_renewed", dedupeKey: `${subjectId} ${months.after}`, payload }
    : { ...of, kind: "plan_changed", dedupeKey: `${subjectId} ${version} ${variant}`, payload };
}

function emailsFor(
  change: SubscriptionChange,
  publicUrl: string,
  hasWarehouse: boolean,
): PlanEmail[] {
  const { before, after, months, invoices } = change;
  const plan = after.plan ?? before?.plan ?? null;
  if (plan === null) return [];
  const rereportedAt = after.currentPeriodEndsAt.toISOString();
  const settingsUrl = `${publicUrl}/dashboard/settings`;
  const emails: PlanEmail[] = [];
  if (after.grantsPlan && months.after > months.before) {
    const dashboardUrl = `${publicUrl}/dashboard`;
    if (months.before === 0) {
      const address = hasWarehouse ? { addressUrl: `${dashboardUrl}/address` } : {};
      emails.push({ name: "plan-started", plan, rereportedAt, dashboardUrl, ...address });
    } else {
      const amountCents = invoices.findLast(({ beginsPeriod }) => beginsPeriod)?.amountCents ?? 0;
      const { packageQuota } = planByName(plan);
      emails.push({
        name: "plan-renewed",
        plan,
        amountCents,
        packageQuota,
        rereportedAt,
        dashboardUrl,
      });
    }
  }
  if (before === undefined) return emails;
  if (isUnsettled(after.providerStatus) && before.providerStatus !== after.providerStatus) {
    emails.push({ name: "payment-failed", plan, keepsPlan: after.grantsPlan, settingsUrl });
  }
  if (before.isLive && !after.isLive && before.plan !== null) {
    const isUnpaid = isUnsettled(before.providerStatus) && !before.cancelsAtPeriodEnd;
    emails.push({
      name: "plan-ended",
      plan,
      isUnpaid,
      upgradeUrl: `${publicUrl}/dashboard/upgrade`,
    });
  } else if (after.isLive && after.cancelsAtPeriodEnd !== before.cancelsAtPeriodEnd) {
    emails.push(
      after.cancelsAtPeriodEnd
        ? { name: "plan-canceled", plan, endsAt: rereportedAt, settingsUrl }
        : { name: "plan-resumed", plan, rereportedAt, settingsUrl },
    );
  }
  return emails;
}
