// The letters that tell staff what has happened in the shop: what each is filled in with, and its words.
import * as z from "zod";
import { amountCents } from "#contract/fields.ts";
import { formatUsd } from "#core/money.ts";
import { waitingLimits } from "#core/reporting-periods.ts";
import type { EmailContent } from "#server/adapters/mail/email-content.ts";

const adminUrl = z.url({ protocol: /^https?$/ });
const count = z.int().min(0);
const move = z.strictObject({ count, amountCents });

/** The letters' fields: what came since the last one, then what waits at the moment; links are absolute. */
export const staffEmails = [
  z.strictObject({
    name: z.literal("staff-shipments"),
    added: count,
    pending: count,
    silentLegs: count,
    adminUrl,
  }),
  z.strictObject({
    name: z.literal("staff-payments"),
    deposits: move,
    plans: move,
    refunds: move,
    disputes: move,
    payouts: count,
    shortfalls: count,
    differences: count,
    eventsGivenUp: count,
    adminUrl,
  }),
] as const;

type StaffEmail = z.infer<(typeof staffEmails)[number]>;

type Fact = { readonly label: string; readonly value: string };

const rhythm = "Such letters come at most once an hour.";

function numbers(facts: readonly (readonly [string, number])[]): Fact[] {
  return facts
    .filter(([, value]) => value > 0)
    .map(([label, value]) => ({ label, value: String(value) }));
}

function moves(facts: readonly (readonly [string, z.infer<typeof move>])[]): Fact[] {
  return facts
    .filter(([, { count: times }]) => times > 0)
    .map(([label, { count: times, amountCents: cents }]) => ({
      label,
      value: `${times}, ${formatUsd(cents)}`,
    }));
}

function digest(words: {
  readonly subject: string;
  readonly happened: readonly Fact[];
  readonly waiting: readonly Fact[];
  readonly button: { readonly label: string; readonly url: string };
  readonly off: string;
}): EmailContent {
  const { subject, happened, waiting, button, off } = words;
  return {
    subject,
    preview: [...happened, ...waiting].map(({ label, value }) => `${label}: ${value}`).join(" · "),
    heading: subject,
    paragraphs: [
      waiting.length === 0
        ? "This is what came in since the last letter. Nothing waits for you."
        : happened.length === 0
          ? "This waits for you at the moment."
          : "This came in since the last letter, and some of it waits for you.",
    ],
    facts: [...happened, ...waiting],
    button,
    notes: [`${rhythm} ${off}`],
  };
}

function counted(times: number, one: string, many: string): string {
  return times === 1 ? `1 ${one}` : `${times} ${many}`;
}

/** The words of each letter to staff. */
export const staffEmailTexts: {
  [Name in StaffEmail["name"]]: (message: Extract<StaffEmail, { name: Name }>) => EmailContent;
} = {
  "staff-shipments": ({ added, pending, silentLegs, adminUrl: url }) =>
    digest({
      subject:
        added > 0 ? counted(added, "new package", "new packages") : "Shipments that wait for you",
      happened: numbers([["New packages", added]]),
      waiting: numbers([
        [`Pending for more than ${waitingLimits.pendingDays} days`, pending],
        [`Legs silent for more than ${waitingLimits.silentLegDays} days`, silentLegs],
      ]),
      button: { label: "Open the shipments", url },
      off: "Turn them off for yourself with Shipment Updates in your account, or for everybody with Shipment Notifications in the settings.",
    }),

  "staff-payments": ({ deposits, plans, refunds, disputes, adminUrl: url, ...waits }) => {
    const received = deposits.count + plans.count;
    return digest({
      subject:
        received > 0
          ? counted(received, "payment received", "payments received")
          : "Payments that need a look",
      happened: moves([
        ["Deposits", deposits],
        ["Plans paid", plans],
        ["Deposits given back", refunds],
        ["Deposits disputed", disputes],
      ]),
      waiting: numbers([
        ["Payouts asked for", waits.payouts],
        ["Refunds already spent", waits.shortfalls],
        ["Differences in the last comparison", waits.differences],
        ["Webhooks given up", waits.eventsGivenUp],
      ]),
      button: { label: "Open the office", url },
      off: "Turn them off for yourself with Email Notifications in your account, or for everybody with Payment Notifications in the settings.",
    });
  },
};
