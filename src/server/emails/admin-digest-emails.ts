// The digests that admins get of new events and open work.
import * as z from "zod";
import { amountCents } from "#contract/fields.ts";
import { formatUsd } from "#core/money.ts";
import { waitingLimits } from "#core/reporting-periods.ts";
import type { EmailText } from "#server/adapters/mail/email-content.ts";

const adminUrl = z.url({ protocol: /^https?$/ });
const count = z.int().min(0);
const total = z.strictObject({ count, amountCents });

/** First what happened since the last digest, then the open work. */
export const digestEmails = [
  z.strictObject({
    name: z.literal("shipments-digest"),
    added: count,
    pending: count,
    stalledLegs: count,
    adminUrl,
  }),
  z.strictObject({
    name: z.literal("payments-digest"),
    deposits: total,
    plans: total,
    refunds: total,
    disputes: total,
    payouts: count,
    shortfalls: count,
    differences: count,
    failedEvents: count,
    adminUrl,
  }),
] as const;

type DigestEmail = z.infer<(typeof digestEmails)[number]>;

type Fact = { readonly label: string; readonly value: string };

function countFacts(facts: readonly (readonly [string, number])[]): Fact[] {
  return facts
    .filter(([, value]) => value > 0)
    .map(([label, value]) => ({ label, value: String(value) }));
}

function totalFacts(facts: readonly (readonly [string, z.infer<typeof total>])[]): Fact[] {
  return facts
    .filter(([, { count: times }]) => times > 0)
    .map(([label, { count: times, amountCents: cents }]) => ({
      label,
      value: `${times}, ${formatUsd(cents)}`,
    }));
}

function digest(parts: {
  readonly subject: string;
  readonly events: readonly Fact[];
  readonly openWork: readonly Fact[];
  readonly button: { readonly label: string; readonly url: string };
  readonly howToTurnOff: string;
}): EmailText {
  const { subject, events, openWork, button, howToTurnOff } = parts;
  return {
    subject,
    preview: [...events, ...openWork].map(({ label, value }) => `${label}: ${value}`).join(" · "),
    heading: subject,
    paragraphs: [
      openWork.length === 0
        ? "This happened since the last email. There is no open work."
        : events.length === 0
          ? "This is open at the moment."
          : "This happened since the last email, and there is open work.",
    ],
    facts: [...events, ...openWork],
    button,
    notes: [`You get such emails at most once an hour. ${howToTurnOff}`],
  };
}

function counted(times: number, one: string, many: string): string {
  return times === 1 ? `1 ${one}` : `${times} ${many}`;
}

export const digestEmailTexts: {
  [Name in DigestEmail["name"]]: (email: Extract<DigestEmail, { name: Name }>) => EmailText;
} = {
  "shipments-digest": ({ added, pending, stalledLegs, adminUrl: url }) =>
    digest({
      subject:
        added > 0 ? counted(added, "new package", "new packages") : "Shipments that need attention",
      events: countFacts([["New packages", added]]),
      openWork: countFacts([
        [`Pending for more than ${waitingLimits.pendingDays} days`, pending],
        [`Legs stalled for more than ${waitingLimits.silentLegDays} days`, stalledLegs],
      ]),
      button: { label: "Open shipments", url },
      howToTurnOff:
        "Turn them off for yourself with Shipment Updates in your account, or for everyone with Shipment Notifications in the settings.",
    }),

  "payments-digest": ({ deposits, plans, refunds, disputes, adminUrl: url, ...open }) => {
    const received = deposits.count + plans.count;
    return digest({
      subject:
        received > 0
          ? counted(received, "payment received", "payments received")
          : "Payments that need attention",
      events: totalFacts([
        ["Deposits", deposits],
        ["Plans paid", plans],
        ["Deposits refunded", refunds],
        ["Deposits disputed", disputes],
      ]),
      openWork: countFacts([
        ["Payouts requested", open.payouts],
        ["Refunds not covered", open.shortfalls],
        ["Differences in the last reconciliation", open.differences],
        ["Webhooks failed", open.failedEvents],
      ]),
      button: { label: "Open the admin area", url },
      howToTurnOff:
        "Turn them off for yourself with Email Notifications in your account, or for everyone with Payment Notifications in the settings.",
    });
  },
};
