// The letters about money that comes, goes and comes back: what each is filled in with, and its words.
import * as z from "zod";
import { amountCents, planName, time } from "#contract/fields.ts";
import { brandName } from "#core/brand.ts";
import { formatUsd } from "#core/money.ts";
import type { EmailContent } from "#server/adapters/mail/email-content.ts";

const link = z.url({ protocol: /^https?$/ });

/** The letters' fields; links are absolute. */
export const moneyEmails = [
  z.strictObject({
    name: z.literal("plan-renewed"),
    plan: planName,
    /** What was paid for it; 0 when credit covered it, or staff gave it. */
    amountCents,
    packageQuota: z.int(),
    renewsAt: time,
    dashboardUrl: link,
  }),
  z.strictObject({
    name: z.literal("payment-failed"),
    plan: planName,
    /** Whether the plan stays while the provider tries again. */
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
    /** Whether the amount came back to the wallet. */
    isReleased: z.boolean(),
    walletUrl: link,
  }),
  z.strictObject({ name: z.literal("payout-requested"), amountCents, walletUrl: link }),
] as const;

type MoneyEmail = z.infer<(typeof moneyEmails)[number]>;

/** The words of each letter about money. */
export const moneyEmailTexts: {
  [Name in MoneyEmail["name"]]: (message: Extract<MoneyEmail, { name: Name }>) => EmailContent;
} = {
  "plan-renewed": ({ plan, amountCents: paidCents, packageQuota, renewsAt, dashboardUrl }) => ({
    subject: `Your ${plan} plan has been renewed`,
    preview: `${packageQuota} packages are ready for the new month.`,
    heading: `Your ${plan} plan has been renewed`,
    paragraphs: ["A new month has begun, and your package quota is full again."],
    facts: [
      { label: "Plan", value: plan },
      { label: "Paid", value: formatUsd(paidCents) },
      { label: "Packages this month", value: String(packageQuota) },
      { label: "Renews on", value: day(renewsAt) },
    ],
    button: { label: "Go to your dashboard", url: dashboardUrl },
  }),

  "payout-requested": ({ amountCents: askedCents, walletUrl }) => ({
    subject: `You requested a payout of ${formatUsd(askedCents)}`,
    preview: "The amount is set aside until we have sent it.",
    heading: `You requested a payout of ${formatUsd(askedCents)}`,
    paragraphs: [
      "The amount is set aside in your wallet until we have sent it to the account you named. We will write to you then. Until we begin, you can withdraw the request in your wallet.",
    ],
    facts: [{ label: "Amount", value: formatUsd(askedCents) }],
    button: { label: "Open your wallet", url: walletUrl },
    notes: [
      "This was not you? Then withdraw the request in your wallet, change your password, and contact us at once.",
    ],
  }),

  "payment-failed": ({ plan, keepsPlan, settingsUrl }) => ({
    subject: `The payment for your ${plan} plan failed`,
    preview: keepsPlan
      ? "Your plan stays for now, and the payment is tried again."
      : "Your plan is paused until the payment is settled.",
    heading: `The payment for your ${plan} plan failed`,
    paragraphs: [
      keepsPlan
        ? "Your bank refused the payment for the new month. It will be tried again over the next days, and you keep your plan meanwhile."
        : "Your bank kept refusing the payment for the new month. Your plan is paused until it is settled; packages on their way go on.",
      "Give another card, or settle the payment yourself, and everything goes on as before.",
    ],
    button: { label: "Settle the payment", url: settingsUrl },
  }),

  "plan-canceled": ({ plan, endsAt, settingsUrl }) => ({
    subject: `Your ${plan} plan ends on ${day(endsAt)}`,
    preview: "You can use it until then, and keep it if you change your mind.",
    heading: `Your ${plan} plan ends on ${day(endsAt)}`,
    paragraphs: [
      `You canceled your ${plan} plan. It is paid for until ${day(endsAt)}, and stays yours until then; nothing more is charged.`,
      "You changed your mind? Until that day one click keeps it.",
    ],
    button: { label: "Open your settings", url: settingsUrl },
  }),

  "plan-resumed": ({ plan, renewsAt, settingsUrl }) => ({
    subject: `You keep your ${plan} plan`,
    preview: `It renews on ${day(renewsAt)}.`,
    heading: `You keep your ${plan} plan`,
    paragraphs: [`Your cancellation is undone. The plan renews on ${day(renewsAt)}, as before.`],
    button: { label: "Open your settings", url: settingsUrl },
  }),

  "plan-ended": ({ plan, isUnpaid, upgradeUrl }) => ({
    subject: `Your ${plan} plan has ended`,
    preview: "Packages on their way go on; new ones need a plan.",
    heading: `Your ${plan} plan has ended`,
    paragraphs: [
      isUnpaid
        ? "The payment for the new month could not be made, so your plan has ended."
        : "As you asked, your plan has ended.",
      `Packages on their way go on, and you see them as before. To add new ones, choose a plan at any time. Thank you for shipping with ${brandName}.`,
    ],
    button: { label: "Choose a plan", url: upgradeUrl },
  }),

  "deposit-refunded": ({ amountCents: refundedCents, balanceCents, walletUrl }) => ({
    subject: `${formatUsd(refundedCents)} was given back to your card`,
    preview: `Your balance is now ${formatUsd(balanceCents)}.`,
    heading: `${formatUsd(refundedCents)} was given back to your card`,
    paragraphs: ["A deposit was refunded, and its amount was taken off your wallet."],
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
        ? "The bank has decided about a disputed deposit, and its amount is back in your wallet."
        : "The bank behind a card disputes a deposit, and holds its amount until it has decided. Until then it is not in your wallet.",
    ],
    facts: [
      { label: "Amount", value: formatUsd(disputedCents) },
      { label: "New balance", value: formatUsd(balanceCents) },
    ],
    button: { label: "Open your wallet", url: walletUrl },
  }),
};

function day(moment: string): string {
  return new Date(moment).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
}
