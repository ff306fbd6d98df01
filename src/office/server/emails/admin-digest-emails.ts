// The digests that admins get of new events and open work.
import * as z from "zod";
import { amountCents } from "#platform/contract/fields.ts";
import { waitingLimits } from "#goods/rules/inbound-parcel.ts";
import type { EmailText } from "#platform/server/adapters/mail/email-content.ts";
import {
  emailKinds,
  type EmailsOf,
  type EmailTexts,
  type EmailLocale,
} from "#platform/server/emails/email.ts";

const adminUrl = z.url({ protocol: /^https?$/ });
const count = z.int().min(0);
const total = z.strictObject({ count, amountCents });

/** First what happened since the last digest, then the open work. */
const digestEmails = [
  z.strictObject({
    name: z.literal("shipments-digest"),
    added: count,
    pending: count,
    stalledLegs: count,
    silentLegs: count,
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

type Fact = { readonly label: string; readonly value: string };
type Total = z.infer<typeof total>;

function countFacts(facts: readonly (readonly [string, number])[]): Fact[] {
  return facts
    .filter(([, value]) => value > 0)
    .map(([label, value]) => ({ label, value: String(value) }));
}

function totalFacts(facts: readonly (readonly [string, Total])[], { t, usd }: EmailLocale): Fact[] {
  return facts
    .filter(([, { count: times }]) => times > 0)
    .map(([label, { count: times, amountCents: cents }]) => ({
      label,
      value: t("emails.digest.total", { count: times, amount: usd(cents) }),
    }));
}

function digest(
  parts: Pick<EmailText, "subject" | "button" | "notes"> & {
    readonly events: readonly Fact[];
    readonly openWork: readonly Fact[];
  },
  { t }: EmailLocale,
): EmailText {
  const { events, openWork, ...texts } = parts;
  const facts = [...events, ...openWork];
  const introduction =
    openWork.length === 0
      ? t("emails.digest.eventsOnly")
      : events.length === 0
        ? t("emails.digest.workOnly")
        : t("emails.digest.eventsAndWork");
  return {
    ...texts,
    preview: facts.map((fact) => t("emails.layout.fact", fact)).join(" · "),
    heading: texts.subject,
    paragraphs: [introduction],
    facts,
  };
}

const digestEmailTexts: EmailTexts<typeof digestEmails> = {
  "shipments-digest": ({ added, pending, stalledLegs, silentLegs, adminUrl: url }, locale) => {
    const { t } = locale;
    const { pendingDays, silentLegDays } = waitingLimits;
    const parts = {
      subject:
        added > 0
          ? t("emails.shipmentsDigest.subject", { count: added })
          : t("emails.shipmentsDigest.subjectOfWork"),
      events: countFacts([[t("emails.shipmentsDigest.added"), added]]),
      openWork: countFacts([
        [t("emails.shipmentsDigest.pending", { days: pendingDays }), pending],
        [t("emails.shipmentsDigest.stalledLegs", { days: silentLegDays }), stalledLegs],
        [t("emails.shipmentsDigest.silentLegs"), silentLegs],
      ]),
      button: { label: t("emails.button.shipments"), url },
      notes: [t("emails.shipmentsDigest.howToTurnOff")],
    };
    return digest(parts, locale);
  },

  "payments-digest": ({ deposits, plans, refunds, disputes, adminUrl: url, ...open }, locale) => {
    const { t } = locale;
    const received = deposits.count + plans.count;
    const parts = {
      subject:
        received > 0
          ? t("emails.paymentsDigest.subject", { count: received })
          : t("emails.paymentsDigest.subjectOfWork"),
      events: totalFacts(
        [
          [t("emails.paymentsDigest.label.deposits"), deposits],
          [t("emails.paymentsDigest.label.plans"), plans],
          [t("emails.paymentsDigest.label.refunds"), refunds],
          [t("emails.paymentsDigest.label.disputes"), disputes],
        ],
        locale,
      ),
      openWork: countFacts([
        [t("emails.paymentsDigest.payouts"), open.payouts],
        [t("emails.paymentsDigest.shortfalls"), open.shortfalls],
        [t("emails.paymentsDigest.differences"), open.differences],
        [t("emails.paymentsDigest.failedEvents"), open.failedEvents],
      ]),
      button: { label: t("emails.button.adminArea"), url },
      notes: [t("emails.paymentsDigest.howToTurnOff")],
    };
    return digest(parts, locale);
  },
};

export const digestEmailKinds = emailKinds(
  digestEmails,
  {
    "shipments-digest": { switchName: "shipmentUpdates", unsubscribes: "shipmentUpdates" },
    "payments-digest": { switchName: "emailNotifications", unsubscribes: "emailNotifications" },
  },
  digestEmailTexts,
);

declare module "#platform/server/emails/email.ts" {
  interface Emails extends EmailsOf<typeof digestEmails> {}
}
