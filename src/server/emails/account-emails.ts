// The emails about what an admin did to an account or a payout.
import * as z from "zod";
import { staffRole } from "#contract/person.ts";
import { amountCents } from "#contract/fields.ts";
import { mustSetUpTwoFactor } from "#core/staff-role.ts";
import type { EmailText } from "#server/adapters/mail/email-content.ts";
import type { EmailLocale } from "./email-locale.ts";

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
  z.strictObject({ name: z.literal("role-granted"), role: staffRole, signInUrl: link }),
  z.strictObject({ name: z.literal("role-ended"), role: staffRole }),
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
  [Name in AccountEmail["name"]]: (
    email: Extract<AccountEmail, { name: Name }>,
    locale: EmailLocale,
  ) => EmailText;
} = {
  "email-confirmation": ({ url, worksForMinutes }, { t, duration }) => ({
    subject: t("emails.emailConfirmation.subject"),
    preview: t("emails.emailConfirmation.preview"),
    heading: t("emails.emailConfirmation.subject"),
    paragraphs: [t("emails.emailConfirmation.explanation")],
    button: { label: t("emails.button.confirmEmail"), url },
    notes: [
      t("emails.emailConfirmation.linkWorksFor", { duration: duration(worksForMinutes) }),
      t("emails.emailConfirmation.ifNotYou"),
    ],
  }),

  "email-changed": (_email, { t }) => ({
    subject: t("emails.emailChanged.subject"),
    preview: t("emails.emailChanged.preview"),
    heading: t("emails.emailChanged.subject"),
    paragraphs: [t("emails.emailChanged.explanation")],
    notes: [t("emails.emailChanged.ifNotYou")],
  }),

  "account-suspended": ({ reason }, { t }) => ({
    subject: t("emails.accountSuspended.subject"),
    preview: t("emails.accountSuspended.preview"),
    heading: t("emails.accountSuspended.subject"),
    paragraphs: [t("emails.accountSuspended.explanation")],
    facts: [{ label: t("emails.label.reason"), value: reason }],
    notes: [t("emails.accountSuspended.ifMistake")],
  }),

  "account-restored": ({ signInUrl }, { t }) => ({
    subject: t("emails.accountRestored.subject"),
    preview: t("emails.accountRestored.preview"),
    heading: t("emails.accountRestored.subject"),
    paragraphs: [t("emails.accountRestored.explanation")],
    button: { label: t("emails.button.logIn"), url: signInUrl },
  }),

  "role-granted": ({ role, signInUrl }, { t }) => ({
    subject: t("emails.roleGranted.subject"),
    preview: t("emails.roleGranted.preview", { role: t(`roles.${role}`) }),
    heading: t("emails.roleGranted.subject"),
    paragraphs: [t("emails.roleGranted.explanation", { role: t(`roles.${role}`) })],
    button: { label: t("emails.button.logIn"), url: signInUrl },
    notes: mustSetUpTwoFactor({ isAdmin: false, roles: [role], hasTwoFactor: false })
      ? [t("emails.roleGranted.twoFactor")]
      : [],
  }),

  "role-ended": ({ role }, { t }) => ({
    subject: t("emails.roleEnded.subject"),
    preview: t("emails.roleEnded.preview", { role: t(`roles.${role}`) }),
    heading: t("emails.roleEnded.subject"),
    paragraphs: [t("emails.roleEnded.explanation", { role: t(`roles.${role}`) })],
    notes: [t("emails.roleEnded.ifMistake")],
  }),

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
};
