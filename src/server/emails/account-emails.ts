// The letters about what staff did: what each is filled in with, and its words.
import * as z from "zod";
import { amountCents } from "#contract/fields.ts";
import { brandName } from "#core/brand.ts";
import { formatUsd } from "#core/money.ts";
import type { EmailContent } from "#server/adapters/mail/email-content.ts";

const link = z.url({ protocol: /^https?$/ });

/** The letters' fields; links are absolute, `reason` is in the words of whoever did it. */
export const adminEmails = [
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

type AdminEmail = z.infer<(typeof adminEmails)[number]>;

/** The words of each letter about what staff did. */
export const adminEmailTexts: {
  [Name in AdminEmail["name"]]: (message: Extract<AdminEmail, { name: Name }>) => EmailContent;
} = {
  "email-confirmation": ({ url, worksForMinutes }) => ({
    subject: "Confirm your new email address",
    preview: `One click, and you log in to ${brandName} with this address.`,
    heading: "Confirm your new email address",
    paragraphs: [
      `Our staff set this address as the one of your ${brandName} account. Please confirm that it is yours; from then on you log in with it, and your password stays as it was.`,
    ],
    button: { label: "Confirm email address", url },
    notes: [
      `The link works once, for ${Math.round(worksForMinutes / 60)} hours. After that the login page sends you another.`,
      "You have no account with us? Then please do not use the link: somebody mistyped an address. Without the click nobody gets in with it.",
    ],
  }),

  "email-changed": () => ({
    subject: "The email address of your account was changed",
    preview: "This address no longer opens your account.",
    heading: "The email address of your account was changed",
    paragraphs: [
      `Our staff gave your ${brandName} account another email address. This one no longer opens it, all devices were logged out, and a link to confirm went to the new address.`,
    ],
    notes: ["You did not ask for this? Then please tell us at once."],
  }),

  "account-suspended": ({ reason }) => ({
    subject: "Your account is suspended",
    preview: "You cannot log in until this is settled.",
    heading: "Your account is suspended",
    paragraphs: [
      `Our staff suspended your ${brandName} account, and all devices were logged out. Your wallet and your packages stay as they are.`,
    ],
    facts: [{ label: "Reason", value: reason }],
    notes: ["You think that this is a mistake? Please contact us."],
  }),

  "account-restored": ({ signInUrl }) => ({
    subject: "Your account is open again",
    preview: "You can log in as before.",
    heading: "Your account is open again",
    paragraphs: [
      `The suspension of your ${brandName} account is lifted. Everything is as it was, and you can log in as before.`,
    ],
    button: { label: "Log in", url: signInUrl },
  }),

  "payout-settled": ({ amountCents: paidCents, isPaid, reason, reference, walletUrl }) => {
    const what = isPaid
      ? `Your payout of ${formatUsd(paidCents)} is on its way`
      : `Your payout of ${formatUsd(paidCents)} was declined`;
    const facts = [
      { label: "Reference", value: reference ?? "" },
      { label: isPaid ? "Note" : "Reason", value: reason },
    ];
    return {
      subject: what,
      preview: isPaid
        ? "We have sent the money where you asked."
        : "The money is back in your wallet.",
      heading: what,
      paragraphs: [
        isPaid
          ? "We have sent the money you asked for; your bank may take some days. The bank details you gave us are deleted."
          : "We did not pay out the money you asked for. It is back in your wallet, where you can spend it or ask for a payout again. The bank details you gave us are deleted.",
      ],
      facts: facts.filter(({ value }) => value !== ""),
      button: { label: "Open your wallet", url: walletUrl },
    };
  },
};
