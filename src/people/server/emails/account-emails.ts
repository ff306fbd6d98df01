// The emails about an account: signing in, and what staff did to it.
import * as z from "zod";
import { staffRole } from "#platform/contract/session.ts";
import { mustSetUpTwoFactor } from "#platform/rules/staff-role.ts";
import { emailKinds, type EmailsOf, type EmailTexts } from "#platform/server/emails/email.ts";

const link = z.url({ protocol: /^https?$/ });

/** `reason` is shown as the admin wrote it. */
const accountEmails = [
  z.strictObject({
    name: z.literal("verify-email"),
    url: link,
    worksForMinutes: z.int().positive(),
  }),
  z.strictObject({ name: z.literal("account-exists"), signInUrl: link }),
  z.strictObject({ name: z.literal("sign-up-unfinished"), signInUrl: link }),
  z.strictObject({
    name: z.literal("reset-password"),
    url: link,
    worksForMinutes: z.int().positive(),
  }),
  z.strictObject({ name: z.literal("password-changed"), signInUrl: link }),
  z.strictObject({
    name: z.literal("two-factor-changed"),
    isEnabled: z.boolean(),
    settingsUrl: link,
  }),
  z.strictObject({ name: z.literal("account-closed") }),
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
    name: z.literal("staff-invited"),
    role: staffRole,
    /** The name of the admin, or the email. */
    invitedBy: z.string(),
    url: link,
    worksForDays: z.int().positive(),
  }),
] as const;

const accountEmailTexts: EmailTexts<typeof accountEmails> = {
  // Repeats nothing that was typed on the form: the address may be somebody else's.
  "verify-email": ({ url, worksForMinutes }, { t, duration }) => ({
    subject: t("emails.verifyEmail.subject"),
    preview: t("emails.verifyEmail.preview"),
    heading: t("emails.verifyEmail.subject"),
    paragraphs: [t("emails.verifyEmail.thanks")],
    button: { label: t("emails.button.verifyEmail"), url },
    notes: [
      t("emails.linkWorksFor", { duration: duration(worksForMinutes) }),
      t("emails.verifyEmail.whichPassword"),
      t("emails.verifyEmail.ifNotYou"),
    ],
  }),

  "account-exists": ({ signInUrl }, { t }) => ({
    subject: t("emails.accountExists.subject"),
    preview: t("emails.accountExists.preview"),
    heading: t("emails.accountExists.subject"),
    paragraphs: [t("emails.accountExists.explanation"), t("emails.accountExists.howToLogIn")],
    button: { label: t("emails.button.logIn"), url: signInUrl },
    notes: [t("emails.accountExists.ifNotYou")],
  }),

  "sign-up-unfinished": ({ signInUrl }, { t }) => ({
    subject: t("emails.signUpUnfinished.subject"),
    preview: t("emails.signUpUnfinished.preview"),
    heading: t("emails.signUpUnfinished.subject"),
    paragraphs: [t("emails.signUpUnfinished.explanation"), t("emails.signUpUnfinished.howToLogIn")],
    button: { label: t("emails.button.logIn"), url: signInUrl },
    notes: [t("emails.signUpUnfinished.ifNotYou")],
  }),

  "reset-password": ({ url, worksForMinutes }, { t, duration }) => ({
    subject: t("emails.resetPassword.subject"),
    preview: t("emails.resetPassword.preview"),
    heading: t("emails.resetPassword.subject"),
    paragraphs: [t("emails.resetPassword.explanation")],
    button: { label: t("emails.button.newPassword"), url },
    notes: [
      t("emails.linkWorksFor", { duration: duration(worksForMinutes) }),
      t("emails.resetPassword.ifNotYou"),
    ],
  }),

  "password-changed": ({ signInUrl }, { t }) => ({
    subject: t("emails.passwordChanged.subject"),
    preview: t("emails.passwordChanged.preview"),
    heading: t("emails.passwordChanged.subject"),
    paragraphs: [t("emails.passwordChanged.explanation")],
    button: { label: t("emails.button.logIn"), url: signInUrl },
    notes: [t("emails.passwordChanged.ifNotYou")],
  }),

  "two-factor-changed": ({ isEnabled, settingsUrl }, { t }) => {
    const subject = isEnabled ? t("emails.twoFactorOn.subject") : t("emails.twoFactorOff.subject");
    return {
      subject,
      preview: isEnabled ? t("emails.twoFactorOn.preview") : t("emails.twoFactorOff.preview"),
      heading: subject,
      paragraphs: [
        isEnabled ? t("emails.twoFactorOn.explanation") : t("emails.twoFactorOff.explanation"),
      ],
      button: { label: t("emails.button.settings"), url: settingsUrl },
      notes: [t("emails.twoFactorChanged.ifNotYou")],
    };
  },

  "account-closed": (_email, { t }) => ({
    subject: t("emails.accountClosed.subject"),
    preview: t("emails.accountClosed.preview"),
    heading: t("emails.accountClosed.subject"),
    paragraphs: [t("emails.accountClosed.explanation")],
    notes: [t("emails.accountClosed.welcomeBack")],
  }),

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

  "staff-invited": ({ role, invitedBy, url, worksForDays }, { t }) => ({
    subject: t("emails.staffInvited.subject"),
    preview: t("emails.staffInvited.preview", { role: t(`roles.${role}`) }),
    heading: t("emails.staffInvited.subject"),
    paragraphs: [t("emails.staffInvited.explanation", { invitedBy, role: t(`roles.${role}`) })],
    button: { label: t("emails.button.acceptInvitation"), url },
    notes: [
      t("emails.staffInvited.linkWorksFor", { days: worksForDays }),
      ...(mustSetUpTwoFactor({ isAdmin: false, roles: [role], hasTwoFactor: false })
        ? [t("emails.staffInvited.twoFactor")]
        : []),
      t("emails.staffInvited.ifNotExpected"),
    ],
  }),
};

export const accountEmailKinds = emailKinds(
  accountEmails,
  {
    "verify-email": { switchName: "always" },
    "account-exists": { switchName: "always" },
    "sign-up-unfinished": { switchName: "always" },
    "reset-password": { switchName: "always" },
    "password-changed": { switchName: "always" },
    "two-factor-changed": { switchName: "always" },
    "account-closed": { switchName: "always" },
    "email-confirmation": { switchName: "always" },
    "email-changed": { switchName: "always" },
    "account-suspended": { switchName: "always" },
    "account-restored": { switchName: "always" },
    "role-granted": { switchName: "always" },
    "role-ended": { switchName: "always" },
    "staff-invited": { switchName: "always" },
  },
  accountEmailTexts,
);

declare module "#platform/server/emails/email.ts" {
  interface Emails extends EmailsOf<typeof accountEmails> {}
}
