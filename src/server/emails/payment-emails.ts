// The emails about plans, deposits and payouts.
import * as z from "zod";
import { amountCents, planName, time } from "#contract/fields.ts";
import { brandName } from "#core/brand.ts";
import { formatUsd } from "#core/money.ts";
import type { EmailContent } from "#server/adapters/mail/email-content.ts";
import { day } from "./day.ts";

const link = z.url({ protocol: /^https?$/ });

export const paymentEmails = [
  z.strictObject({
    name: z.literal("plan-renewed"),
    plan: planName,
    /** 0 when credit covered it, or for a complimentary plan. */
    amountCents,
    packageQuota: z.int(),
    renewsAt: time,
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
    renewsAt: time,
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

type PaymentEmail = z.infer<(typeof paymentEmails)[number]>;

export const paymentEmailTexts: {
  [Name in PaymentEmail["name"]]: (email: Extract<PaymentEmail, { name: Name }>) => EmailContent;
} = {
  "plan-renewed": ({ plan, amountCents: paidCents, packageQuota, renewsAt, dashboardUrl }) => ({
    subject: `Your ${plan} plan has been renewed`,
    preview: `${packageQuota} packages are ready for the new month.`,
    heading: `Your ${plan} plan has been renewed`,
    paragraphs: ["A new month has started, and your full package quota is available again."],
    facts: [
      { label: "Plan", value: plan },
      { label: "Paid", value: formatUsd(paidCents) },
      { label: "Packages this month", value: String(packageQuota) },
      { label: "Renews on", value: day(renewsAt) },
    ],
    button: { label: "Go to your dashboard", url: dashboardUrl },
  }),

  "payout-requested": ({ amountCents: requestedCents, walletUrl }) => ({
    subject: `You requested a payout of ${formatUsd(requestedCents)}`,
    preview: "The amount is set aside until we have sent it.",
    heading: `You requested a payout of ${formatUsd(requestedCents)}`,
    paragraphs: [
      "The amount is set aside in your wallet until we have sent it to the account you named. We will email you then. Until we start, you can withdraw the request in your wallet.",
    ],
    facts: [{ label: "Amount", value: formatUsd(requestedCents) }],
    button: { label: "Open your wallet", url: walletUrl },
    notes: [
      "If this was not you, withdraw the request in your wallet, change your password, and contact us immediately.",
    ],
  }),

  "payment-failed": ({ plan, keepsPlan, settingsUrl }) => ({
    subject: `The payment for your ${plan} plan failed`,
    preview: keepsPlan
      ? "Your plan stays active for now, and we will retry the payment."
      : "Your plan is paused until the payment is made.",
    heading: `The payment for your ${plan} plan failed`,
    paragraphs: [
      keepsPlan
        ? "Your bank declined the payment for the new month. We will retry it over the next days, and you keep your plan meanwhile."
        : "Your bank declined the payment for the new month repeatedly. Your plan is paused until it is paid; packages on their way continue.",
      "Add another card, or make the payment yourself, and everything continues as before.",
    ],
    button: { label: "Make the payment", url: settingsUrl },
  }),

  "plan-canceled": ({ plan, endsAt, settingsUrl }) => ({
    subject: `Your ${plan} plan ends on ${day(endsAt)}`,
    preview: "You can use it until then, and keep it if you change your mind.",
    heading: `Your ${plan} plan ends on ${day(endsAt)}`,
    paragraphs: [
      `You canceled your ${plan} plan. It is paid for until ${day(endsAt)} and stays active until then. You will not be charged again.`,
      "If you change your mind, you can keep it with one click until that day.",
    ],
    button: { label: "Open your settings", url: settingsUrl },
  }),

  "plan-resumed": ({ plan, renewsAt, settingsUrl }) => ({
    subject: `You keep your ${plan} plan`,
    preview: `It renews on ${day(renewsAt)}.`,
    heading: `You keep your ${plan} plan`,
    paragraphs: [
      `Your cancellation was withdrawn. The plan renews on ${day(renewsAt)}, as before.`,
    ],
    button: { label: "Open your settings", url: settingsUrl },
  }),

  "plan-ended": ({ plan, isUnpaid, upgradeUrl }) => ({
    subject: `Your ${plan} plan has ended`,
    preview: "Packages on their way continue; new ones need a plan.",
    heading: `Your ${plan} plan has ended`,
    paragraphs: [
      isUnpaid
        ? "The payment for the new month could not be made, so your plan has ended."
        : "Your plan has ended, as you requested.",
      `Packages on their way continue, and you can still see them. To add new ones, choose a plan at any time. Thank you for shipping with ${brandName}.`,
    ],
    button: { label: "Choose a plan", url: upgradeUrl },
  }),

  "deposit-refunded": ({ amountCents: refundedCents, balanceCents, walletUrl }) => ({
    subject: `${formatUsd(refundedCents)} was refunded to your card`,
    preview: `Your balance is now ${formatUsd(balanceCents)}.`,
    heading: `${formatUsd(refundedCents)} was refunded to your card`,
    paragraphs: ["A deposit was refunded, and its amount was deducted from your wallet."],
    facts: [
      { label: "Refund", value: formatUsd(refundedCents) },
      { label: "New balance", value: formatUsd(balanceCents) },
    ],
    button: { label: "Open your wallet", url: walletUrl },
  }),

  "deposit-disputed": ({ amountCents: disputedCents, balanceCents, isReleased, walletUrl }) => ({
    subject: isReleased
      ? `${formatUsd(disputedCents)} is back in your wallet`
      : `${formatUsd(disputedCents)} of your wallet is disputed`,
    preview: `Your balance is now ${formatUsd(balanceCents)}.`,
    heading: isReleased ? "A dispute has ended" : "A deposit is disputed",
    paragraphs: [
      isReleased
        ? "The dispute about a deposit has ended, and its amount is back in your wallet."
        : "A deposit was disputed with the bank that issued the card. Its amount is removed from your wallet until the bank has decided.",
    ],
    facts: [
      { label: "Amount", value: formatUsd(disputedCents) },
      { label: "New balance", value: formatUsd(balanceCents) },
    ],
    button: { label: "Open your wallet", url: walletUrl },
  }),
};
