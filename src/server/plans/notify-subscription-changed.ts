// Writes to a customer what has become of their subscription: begun, renewed, not paid, canceled, kept, ended.
import { planByName } from "#core/plan.ts";
import type { AppServices } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import type { PlanInvoice } from "#server/adapters/payment/payment.ts";
import type { Email } from "#server/emails/email.ts";
import { queueEmail } from "#server/emails/queue-email.ts";
import { isUnsettled } from "./plan-state.ts";
import type { Subscription } from "./subscription-queries.ts";

type Stored = Omit<Subscription, "id" | "version">;

/** What was kept of a subscription, what was found, and how many of its months were known before and are now. */
export type SubscriptionChange = {
  readonly email: string;
  readonly before: Stored | undefined;
  readonly found: Stored;
  readonly months: { readonly before: number; readonly after: number };
  readonly invoices: readonly PlanInvoice[];
};

/**
 * Queues the letters that a change calls for, in the database transaction of `db`, so that each step is told once,
 * however often it is looked at.
 */
export async function notifySubscriptionChanged(
  { config, jobs, now }: Pick<AppServices, "config" | "jobs" | "now">,
  db: Db,
  change: SubscriptionChange,
): Promise<void> {
  for (const message of emailsFor(change, config.publicUrl)) {
    await queueEmail(
      db,
      { to: change.email, email: message },
      { jobs, secret: config.secret, now },
    );
  }
}

function emailsFor(change: SubscriptionChange, publicUrl: string): Email[] {
  const { before, found, months, invoices } = change;
  const plan = found.plan ?? before?.plan ?? null;
  if (plan === null) return [];
  const renewsAt = found.currentPeriodEndsAt.toISOString();
  const settingsUrl = `${publicUrl}/dashboard/settings`;
  const emails: Email[] = [];
  if (found.grantsPlan && months.after > months.before) {
    const dashboardUrl = `${publicUrl}/dashboard`;
    if (months.before === 0) emails.push({ name: "plan-started", plan, renewsAt, dashboardUrl });
    else {
      const amountCents = invoices.findLast(({ beginsPeriod }) => beginsPeriod)?.amountCents ?? 0;
      const { packageQuota } = planByName(plan);
      emails.push({
        name: "plan-renewed",
        plan,
        amountCents,
        packageQuota,
        renewsAt,
        dashboardUrl,
      });
    }
  }
  if (before === undefined) return emails;
  if (isUnsettled(found.providerStatus) && before.providerStatus !== found.providerStatus) {
    emails.push({ name: "payment-failed", plan, keepsPlan: found.grantsPlan, settingsUrl });
  }
  if (before.isLive && !found.isLive && before.plan !== null) {
    const isUnpaid = isUnsettled(before.providerStatus) && !before.cancelsAtPeriodEnd;
    emails.push({
      name: "plan-ended",
      plan,
      isUnpaid,
      upgradeUrl: `${publicUrl}/dashboard/upgrade`,
    });
  } else if (found.isLive && found.cancelsAtPeriodEnd !== before.cancelsAtPeriodEnd) {
    emails.push(
      found.cancelsAtPeriodEnd
        ? { name: "plan-canceled", plan, endsAt: renewsAt, settingsUrl }
        : { name: "plan-resumed", plan, renewsAt, settingsUrl },
    );
  }
  return emails;
}
