// The emails about plans, deposits and payouts.
import * as z from "zod";
import { planByName } from "#catalogue/rules/plan.ts";
import { amountCents, time, planName } from "#platform/contract/fields.ts";
import { emailKinds, type EmailsOf, type EmailTexts } from "#platform/server/emails/email.ts";

const link = z.url({ protocol: /^https?$/ });

const paymentEmails = [
  z.strictObject({
    name: z.literal("plan-started"),
    plan: planName,
    rereportedAt: time,
    dashboardUrl: link,
    /** Of the page with the customer's address in Hong Kong; absent without a warehouse. */
    addressUrl: link.optional(),
  }),
  z.strictObject({
    name: z.literal("deposit-received"),
    amountCents,
    balanceCents: amountCents,
    walletUrl: link,
  }),
  z.strictObject({
    name: z.literal("payout-settled"),
    amountCents,
    isPaid: z.boolean(),
    reason: z.string(),
    reference: z.string().optional(),
    walletUrl: link,
  }),
  z.strictObject({
    name: z.literal("plan-renewed"),
    plan: planName,
    /** 0 when credit covered it, or for a complimentary plan. */
    amountCents,
    packageQuota: z.int(),
    rereportedAt: time,
    dashboardUrl: link,
  }),
  z.strictObject({
    name: z.literal("payment-failed"),
    plan: planName,
    /** Whether the plan stays active while the provider retries the payment. */
    keepsPlan: z.boolean(),
    settingsUrl: link,
  }),
  z.strictObject({
    name: z.literal("plan-canceled"),
    plan: planName,
    endsAt: time,
    settingsUrl: link,
  }),
  z.strictObject({
    name: z.literal("plan-resumed"),
    plan: planName,
    rereportedAt: time,
    settingsUrl: link,
  }),
  z.strictObject({
    name: z.literal("plan-ended"),
    plan: planName,
    /** Whether it ended because it was not paid. */
    isUnpaid: z.boolean(),
    upgradeUrl: link,
  }),
  z.strictObject({
    name: z.literal("plan-refunded"),
    plan: planName,
    amountCents,
    settingsUrl: link,
  }),
  z.strictObject({
    name: z.literal("deposit-refunded"),
    amountCents,
    balanceCents: amountCents,
    walletUrl: link,
  }),
  z.strictObject({
    name: z.literal("deposit-disputed"),
    amountCents,
    balanceCents: amountCents,
    /** Whether the amount was returned to the wallet. */
    isReleased: z.boolean(),
    walletUrl: link,
  }),
  z.strictObject({ name: z.literal("payout-requested"), amountCents, walletUrl: link }),
] as const;

const paymentEmailTexts: EmailTexts<typeof paymentEmails> = {
  "plan-started": ({ plan, rereportedAt, dashboardUrl, addressUrl }, { t, usd, weight, day }) => {
    const { priceCents, packageQuota, maxWeightGrams } = planByName(plan);
    const maxWeight = weight(maxWeightGrams);
    return {
      subject: t("emails.planStarted.subject", { plan }),
      preview: t("emails.planStarted.preview", { packageQuota, maxWeight }),
      heading: t("emails.planStarted.subject", { plan }),
      paragraphs: [
        t(addressUrl === undefined ? "emails.planStarted.thanks" : "emails.planStarted.address"),
      ],
      facts: [
        { label: t("emails.label.plan"), value: plan },
        { label: t("emails.label.price"), value: usd(priceCents) },
        { label: t("emails.label.packagesPerMonth"), value: String(packageQuota) },
        { label: t("emails.label.maxWeight"), value: maxWeight },
        { label: t("emails.label.renewsOn"), value: day(rereportedAt) },
      ],
      button:
        addressUrl === undefined
          ? { label: t("emails.button.dashboard"), url: dashboardUrl }
          : { label: t("emails.button.address"), url: addressUrl },
      notes: [t("emails.planStarted.coverage")],
    };
  },

  "deposit-received": (email, { t, usd }) => {
    const amount = usd(email.amountCents);
    const balance = usd(email.balanceCents);
    return {
      subject: t("emails.depositReceived.subject", { amount }),
      preview: t("emails.balanceIsNow", { balance }),
      heading: t("emails.depositReceived.subject", { amount }),
      paragraphs: [t("emails.depositReceived.available")],
      facts: [
        { label: t("emails.label.deposit"), value: amount },
        { label: t("emails.label.newBalance"), value: balance },
      ],
      button: { label: t("emails.button.wallet"), url: email.walletUrl },
    };
  },

  "payout-settled": (email, { t, usd }) => {
    const { isPaid, reason, reference = "", walletUrl } = email;
    const values = { amount: usd(email.amountCents) };
    const noteLabel = isPaid ? t("emails.label.note") : t("emails.label.reason");
    const subject = isPaid
      ? t("emails.payoutPaid.subject", values)
      : t("emails.payoutDeclined.subject", values);
    const facts = [
      { label: t("emails.label.reference"), value: reference },
      { label: noteLabel, value: reason },
    ];
    return {
      subject,
      preview: isPaid ? t("emails.payoutPaid.preview") : t("emails.payoutDeclined.preview"),
      heading: subject,
      paragraphs: [
        isPaid ? t("emails.payoutPaid.explanation") : t("emails.payoutDeclined.explanation"),
      ],
      facts: facts.filter(({ value }) => value !== ""),
      button: { label: t("emails.button.wallet"), url: walletUrl },
    };
  },

  "plan-renewed": ({ plan, packageQuota, dashboardUrl, ...email }, { t, usd, day }) => ({
    subject: t("emails.planRenewed.subject", { plan }),
    preview: t("emails.planRenewed.preview", { packageQuota }),
    heading: t("emails.planRenewed.subject", { plan }),
    paragraphs: [t("emails.planRenewed.newMonth")],
    facts: [
      { label: t("emails.label.plan"), value: plan },
      { label: t("emails.label.paid"), value: usd(email.amountCents) },
      { label: t("emails.label.packagesThisMonth"), value: String(packageQuota) },
      { label: t("emails.label.renewsOn"), value: day(email.rereportedAt) },
    ],
    button: { label: t("emails.button.dashboard"), url: dashboardUrl },
  }),

  "payout-requested": (email, { t, usd }) => {
    const amount = usd(email.amountCents);
    return {
      subject: t("emails.payoutRequested.subject", { amount }),
      preview: t("emails.payoutRequested.preview"),
      heading: t("emails.payoutRequested.subject", { amount }),
      paragraphs: [t("emails.payoutRequested.explanation")],
      facts: [{ label: t("emails.label.amount"), value: amount }],
      button: { label: t("emails.button.wallet"), url: email.walletUrl },
      notes: [t("emails.payoutRequested.ifNotYou")],
    };
  },

  "payment-failed": ({ plan, keepsPlan, settingsUrl }, { t }) => ({
    subject: t("emails.paymentFailed.subject", { plan }),
    preview: keepsPlan
      ? t("emails.paymentFailed.previewActive")
      : t("emails.paymentFailed.previewPaused"),
    heading: t("emails.paymentFailed.subject", { plan }),
    paragraphs: [
      keepsPlan ? t("emails.paymentFailed.declined") : t("emails.paymentFailed.declinedRepeatedly"),
      t("emails.paymentFailed.whatToDo"),
    ],
    button: { label: t("emails.button.makePayment"), url: settingsUrl },
  }),

  "plan-canceled": ({ plan, settingsUrl, ...email }, { t, day }) => {
    const values = { plan, day: day(email.endsAt) };
    return {
      subject: t("emails.planCanceled.subject", values),
      preview: t("emails.planCanceled.preview"),
      heading: t("emails.planCanceled.subject", values),
      paragraphs: [
        t("emails.planCanceled.explanation", values),
        t("emails.planCanceled.howToKeep"),
      ],
      button: { label: t("emails.button.settings"), url: settingsUrl },
    };
  },

  "plan-resumed": ({ plan, settingsUrl, ...email }, { t, day }) => ({
    subject: t("emails.planResumed.subject", { plan }),
    preview: t("emails.planResumed.preview", { day: day(email.rereportedAt) }),
    heading: t("emails.planResumed.subject", { plan }),
    paragraphs: [t("emails.planResumed.explanation", { day: day(email.rereportedAt) })],
    button: { label: t("emails.button.settings"), url: settingsUrl },
  }),

  "plan-ended": ({ plan, isUnpaid, upgradeUrl }, { t }) => ({
    subject: t("emails.planEnded.subject", { plan }),
    preview: t("emails.planEnded.preview"),
    heading: t("emails.planEnded.subject", { plan }),
    paragraphs: [
      isUnpaid ? t("emails.planEnded.unpaid") : t("emails.planEnded.requested"),
      t("emails.planEnded.whatNow"),
    ],
    button: { label: t("emails.button.choosePlan"), url: upgradeUrl },
  }),

  "plan-refunded": ({ plan, settingsUrl, ...email }, { t, usd }) => {
    const amount = usd(email.amountCents);
    return {
      subject: t("emails.planRefunded.subject", { amount }),
      preview: t("emails.planRefunded.explanation", { plan }),
      heading: t("emails.planRefunded.subject", { amount }),
      paragraphs: [t("emails.planRefunded.explanation", { plan })],
      facts: [
        { label: t("emails.label.plan"), value: plan },
        { label: t("emails.label.refund"), value: amount },
      ],
      button: { label: t("emails.button.settings"), url: settingsUrl },
    };
  },

  "deposit-refunded": (email, { t, usd }) => {
    const amount = usd(email.amountCents);
    const balance = usd(email.balanceCents);
    return {
      subject: t("emails.depositRefunded.subject", { amount }),
      preview: t("emails.balanceIsNow", { balance }),
      heading: t("emails.depositRefunded.subject", { amount }),
      paragraphs: [t("emails.depositRefunded.explanation")],
      facts: [
        { label: t("emails.label.refund"), value: amount },
        { label: t("emails.label.newBalance"), value: balance },
      ],
      button: { label: t("emails.button.wallet"), url: email.walletUrl },
    };
  },

  "deposit-disputed": ({ isReleased, walletUrl, ...email }, { t, usd }) => {
    const amount = usd(email.amountCents);
    const balance = usd(email.balanceCents);
    return {
      subject: isReleased
        ? t("emails.disputeEnded.subject", { amount })
        : t("emails.depositDisputed.subject", { amount }),
      preview: t("emails.balanceIsNow", { balance }),
      heading: isReleased ? t("emails.disputeEnded.heading") : t("emails.depositDisputed.heading"),
      paragraphs: [
        isReleased ? t("emails.disputeEnded.explanation") : t("emails.depositDisputed.explanation"),
      ],
      facts: [
        { label: t("emails.label.amount"), value: amount },
        { label: t("emails.label.newBalance"), value: balance },
      ],
      button: { label: t("emails.button.wallet"), url: walletUrl },
    };
  },
};

export const paymentEmailKinds = emailKinds(
  paymentEmails,
  {
    "plan-started": { switchName: "emailNotifications", unsubscribes: "emailNotifications" },
    "deposit-received": { switchName: "emailNotifications", unsubscribes: "emailNotifications" },
    "payout-settled": { switchName: "always" },
    "plan-renewed": { switchName: "emailNotifications", unsubscribes: "emailNotifications" },
    "payment-failed": { switchName: "always" },
    "plan-canceled": { switchName: "always" },
    "plan-resumed": { switchName: "always" },
    "plan-ended": { switchName: "always" },
    "plan-refunded": { switchName: "always" },
    "deposit-refunded": { switchName: "always" },
    "deposit-disputed": { switchName: "always" },
    "payout-requested": { switchName: "always" },
  },
  paymentEmailTexts,
);

declare module "#platform/server/emails/email.ts" {
  interface Emails extends EmailsOf<typeof paymentEmails> {}
}
