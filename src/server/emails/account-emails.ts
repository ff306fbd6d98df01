// The emails about what an admin did to an account or a payout.
import * as z from "zod";
import { amountCents } from "#contract/fields.ts";
import { brandName } from "#core/brand.ts";
import { formatUsd } from "#core/money.ts";
import type { EmailContent } from "#server/adapters/mail/email-content.ts";

const link = z.url({ protocol: /^https?$/ });

/** `reason` is shown as the admin wrote it. */
export const accountEmails = [
  z.strictObject({
    name: z.literal("email-confirmation"),
    url: link,
    worksForMinutes: z.int().positive(),
  }),
  z.strictObject({ name: z.literal("email-changed") }),
  z.strictObject({ name: z.literal("account-suspended"), reason: z.string() }),
  z.strictObject({ name: z.literal("account-restored"), signInUrl: link }),
  z.strictObject({
    name: z.literal("payout-settled"),
    amountCents,
    isPaid: z.boolean(),
    reason: z.string(),
    reference: z.string().optional(),
    walletUrl: link,
  }),
] as const;

type AccountEmail = z.infer<(typeof accountEmails)[number]>;

export const accountEmailTexts: {
  [Name in AccountEmail["name"]]: (email: Extract<AccountEmail, { name: Name }>) => EmailContent;
} = {
  "email-confirmation": ({ url, worksForMinutes }) => ({
    subject: "Confirm your new email address",
    preview: `Confirm this address to log in to ${brandName} with it.`,
    heading: "Confirm your new email address",
    paragraphs: [
      `Our staff changed the email address of your ${brandName} account to this one. Please confirm that it is yours; from then on you log in with it, and your password stays the same.`,
    ],
    button: { label: "Confirm email address", url },
    notes: [
      `The link works once, for ${Math.round(worksForMinutes / 60)} hours. After that you can request a new one on the login page.`,
      "If you have no account with us, please do not use the link: someone mistyped an address, and without your confirmation nobody can log in with it.",
    ],
  }),

  "email-changed": () => ({
    subject: "The email address of your account was changed",
    preview: "You can no longer log in with this address.",
    heading: "The email address of your account was changed",
    paragraphs: [
      `Our staff changed the email address of your ${brandName} account. You can no longer log in with this one, all devices were logged out, and a confirmation link was sent to the new address.`,
    ],
    notes: ["If you did not ask for this, please contact us immediately."],
  }),

  "account-suspended": ({ reason }) => ({
    subject: "Your account is suspended",
    preview: "You cannot log in until this is resolved.",
    heading: "Your account is suspended",
    paragraphs: [
      `Our staff suspended your ${brandName} account, and all devices were logged out. Your wallet and your packages stay as they are.`,
    ],
    facts: [{ label: "Reason", value: reason }],
    notes: ["If you think that this is a mistake, please contact us."],
  }),

  "account-restored": ({ signInUrl }) => ({
    subject: "Your account is open again",
    preview: "You can log in as before.",
    heading: "Your account is open again",
    paragraphs: [
      `The suspension of your ${brandName} account was lifted. Nothing was changed, and you can log in as before.`,
    ],
    button: { label: "Log in", url: signInUrl },
  }),

  "payout-settled": ({ amountCents: paidCents, isPaid, reason, reference, walletUrl }) => {
    const subject = isPaid
      ? `Your payout of ${formatUsd(paidCents)} is on its way`
      : `Your payout of ${formatUsd(paidCents)} was declined`;
    const facts = [
      { label: "Reference", value: reference ?? "" },
      { label: isPaid ? "Note" : "Reason", value: reason },
    ];
    return {
      subject,
      preview: isPaid
        ? "We have sent the money to the account you named."
        : "The money is back in your wallet.",
      heading: subject,
      paragraphs: [
        isPaid
          ? "We have sent the money you requested; your bank may take a few days. The bank details you gave us are deleted."
          : "We did not pay out the money you requested. It is back in your wallet, where you can spend it or request a payout again. The bank details you gave us are deleted.",
      ],
      facts: facts.filter(({ value }) => value !== ""),
      button: { label: "Open your wallet", url: walletUrl },
    };
  },
};
