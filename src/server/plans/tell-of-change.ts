// Writes to a customer what has become of their subscription: begun, renewed, not paid, canceled, kept, ended.
import { planByName } from "#core/plan.ts";
import type { Parts } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import type { PlanInvoice } from "#server/outside/payment/payment.ts";
import type { Letter } from "#server/platform/letters/letter.ts";
import { queueLetter } from "#server/platform/letters/queue-letter.ts";
import { isUnsettled } from "./plan-state.ts";
import type { Subscription } from "./store.ts";

type Kept = Omit<Subscription, "id" | "version">;

/** What was kept of a subscription, what was found, and how many of its months were known before and are now. */
export type SubscriptionChange = {
  readonly email: string;
  readonly before: Kept | undefined;
  readonly found: Kept;
  readonly months: { readonly before: number; readonly after: number };
  readonly invoices: readonly PlanInvoice[];
};

/**
 * Queues the letters that a change calls for, in the database transaction of `db`, so that each step is told once,
 * however often it is looked at.
 */
export async function tellOfChange(
  { config, jobs, now }: Pick<Parts, "config" | "jobs" | "now">,
  db: Db,
  change: SubscriptionChange,
): Promise<void> {
  for (const letter of lettersFor(change, config.publicUrl)) {
    await queueLetter(db, { to: change.email, letter }, { jobs, secret: config.secret, now });
  }
}

function lettersFor(change: SubscriptionChange, publicUrl: string): Letter[] {
  const { before, found, months, invoices } = change;
  const plan = found.plan ?? before?.plan ?? null;
  if (plan === null) return [];
  const renewsAt = found.currentPeriodEndsAt.toISOString();
  const settingsUrl = `${publicUrl}/dashboard/settings`;
  const letters: Letter[] = [];
  if (found.grantsPlan && months.after > months.before) {
    const dashboardUrl = `${publicUrl}/dashboard`;
    if (months.before === 0) letters.push({ name: "plan-started", plan, renewsAt, dashboardUrl });
    else {
      const amountCents = invoices.findLast(({ beginsPeriod }) => beginsPeriod)?.amountCents ?? 0;
      const { packageQuota } = planByName(plan);
      letters.push({
        name: "plan-renewed",
        plan,
        amountCents,
        packageQuota,
        renewsAt,
        dashboardUrl,
      });
    }
  }
  if (before === undefined) return letters;
  if (isUnsettled(found.providerStatus) && before.providerStatus !== found.providerStatus) {
    letters.push({ name: "payment-failed", plan, keepsPlan: found.grantsPlan, settingsUrl });
  }
  if (before.isLive && !found.isLive && before.plan !== null) {
    const isUnpaid = isUnsettled(before.providerStatus) && !before.cancelsAtPeriodEnd;
    letters.push({
      name: "plan-ended",
      plan,
      isUnpaid,
      upgradeUrl: `${publicUrl}/dashboard/upgrade`,
    });
  } else if (found.isLive && found.cancelsAtPeriodEnd !== before.cancelsAtPeriodEnd) {
    letters.push(
      found.cancelsAtPeriodEnd
        ? { name: "plan-canceled", plan, endsAt: renewsAt, settingsUrl }
        : { name: "plan-resumed", plan, renewsAt, settingsUrl },
    );
  }
  return letters;
}
