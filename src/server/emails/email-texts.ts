import { brandName } from "#core/brand.ts";
import type { Language } from "#core/language.ts";
import { formatUsd } from "#core/money.ts";
import { planByName } from "#core/plan.ts";
import { formatKilograms } from "#core/weight.ts";
import type { EmailContent } from "#server/adapters/mail/email-content.ts";
import type { Email } from "./email.ts";
import { day } from "./day.ts";
import { chargeEmailTexts } from "./charge-emails.ts";
import { paymentEmailTexts } from "./payment-emails.ts";
import { accountEmailTexts } from "./account-emails.ts";
import { shipmentEmailTexts } from "./shipment-emails.ts";
import { digestEmailTexts } from "./admin-digest-emails.ts";

type EmailNamed<Name extends Email["name"]> = Extract<Email, { name: Name }>;

const texts: {
  [Name in Email["name"]]: (email: EmailNamed<Name>, language: Language) => EmailContent;
} = {
  // Repeats nothing that was typed on the form: the address may be somebody else's.
  "verify-email": ({ url, worksForMinutes }) => ({
    subject: "Verify your email address",
    preview: `Confirm your address to open your ${brandName} account.`,
    heading: "Verify your email address",
    paragraphs: [
      `Thank you for registering with ${brandName}. Please confirm that this address is yours, and your account is ready.`,
    ],
    button: { label: "Verify email address", url },
    notes: [
      `The link works once, for ${duration(worksForMinutes)}.`,
      "It opens the account with the password that was entered when this email was requested. If you registered more than once, use the newest email.",
      "If you did not register, do not use the link: without it there is no account.",
    ],
  }),

  "account-exists": ({ signInUrl }) => ({
    subject: "You already have an account",
    preview: "Somebody tried to register with your address.",
    heading: "You already have an account",
    paragraphs: [
      `Somebody, probably you, tried to register with ${brandName} using this address. It already has an account, so nothing was changed.`,
      "You can log in with your password, or choose a new one with 'Forgot your password?' on the login page.",
    ],
    button: { label: "Log in", url: signInUrl },
    notes: ["If it was not you, you need not do anything: your account was not changed."],
  }),

  "sign-up-unfinished": ({ signInUrl }) => ({
    subject: "Finish signing up",
    preview: "Your address is not verified yet.",
    heading: "Finish signing up",
    paragraphs: [
      `Somebody, probably you, asked for an email from ${brandName} to this address. Someone started to sign up with it, but the address was never verified.`,
      "Log in with the password you chose, and you can request the verification link there. If you no longer know the password, sign up again.",
    ],
    button: { label: "Log in", url: signInUrl },
    notes: ["If it was not you, you need not do anything: there is no account."],
  }),

  "reset-password": ({ url, worksForMinutes }) => ({
    subject: "Reset your password",
    preview: "Choose a new password for your account.",
    heading: "Reset your password",
    paragraphs: [
      `Somebody, probably you, asked to reset the password of your ${brandName} account. Choose a new one with this button; all your devices are then logged out.`,
    ],
    button: { label: "Choose a new password", url },
    notes: [
      `The link works once, for ${duration(worksForMinutes)}.`,
      "If you did not ask for it, you need not do anything: your password stays the same.",
    ],
  }),

  "password-changed": ({ signInUrl }) => ({
    subject: "Your password was changed",
    preview: "All your devices were logged out.",
    heading: "Your password was changed",
    paragraphs: [
      `The password of your ${brandName} account was changed with a link that we sent to this address. All your devices were logged out; log in with the new password.`,
    ],
    button: { label: "Log in", url: signInUrl },
    notes: [
      "If it was not you, somebody else can read your email. Change the password of your mailbox first, and then choose a new one with 'Forgot your password?' on the login page.",
    ],
  }),

  "two-factor-changed": ({ isEnabled, settingsUrl }) => {
    const subject = `Two-factor authentication is now ${isEnabled ? "on" : "off"}`;
    return {
      subject,
      preview: isEnabled
        ? "Logging in now asks for a code from your authenticator app."
        : "Logging in no longer asks for a code.",
      heading: subject,
      paragraphs: [
        isEnabled
          ? `Logging in to ${brandName} now asks for a code from your authenticator app. Keep your backup codes where you can find them without your phone.`
          : `Logging in to ${brandName} no longer asks for a code from your authenticator app. Your backup codes no longer work.`,
      ],
      button: { label: "Open your settings", url: settingsUrl },
      notes: [
        "If it was not you, choose a new password immediately with 'Forgot your password?' on the login page.",
      ],
    };
  },

  "account-closed": () => ({
    subject: "Your account is closed",
    preview: `Your ${brandName} account was closed as you requested.`,
    heading: "Your account is closed",
    paragraphs: [
      `Your ${brandName} account was closed as you requested, and your name, your address and what your packages contained were removed. The history of payments and packages is kept without your name, as the law requires.`,
    ],
    notes: ["You are welcome to register again at any time."],
  }),

  "plan-started": ({ plan, renewsAt, dashboardUrl }) => {
    const { priceCents, packageQuota, maxWeightGrams } = planByName(plan);
    return {
      subject: `Your ${plan} plan is active`,
      preview: `${packageQuota} packages a month, up to ${formatKilograms(maxWeightGrams)} each.`,
      heading: `Your ${plan} plan is active`,
      paragraphs: ["Thank you for subscribing. You can add your first package right away."],
      facts: [
        { label: "Plan", value: plan },
        { label: "Price per month", value: formatUsd(priceCents) },
        { label: "Packages per month", value: String(packageQuota) },
        { label: "Max weight per package", value: formatKilograms(maxWeightGrams) },
        { label: "Renews on", value: day(renewsAt) },
      ],
      button: { label: "Go to your dashboard", url: dashboardUrl },
      notes: [
        "The plan covers service and handling only, with no insurance. Freight is charged from your wallet at courier cost.",
      ],
    };
  },

  "deposit-received": ({ amountCents, balanceCents, walletUrl }) => ({
    subject: `${formatUsd(amountCents)} has been added to your wallet`,
    preview: `Your balance is now ${formatUsd(balanceCents)}.`,
    heading: `${formatUsd(amountCents)} has been added to your wallet`,
    paragraphs: ["Your deposit has arrived and is available immediately."],
    facts: [
      { label: "Deposit", value: formatUsd(amountCents) },
      { label: "New balance", value: formatUsd(balanceCents) },
    ],
    button: { label: "Open your wallet", url: walletUrl },
  }),

  ...paymentEmailTexts,
  ...chargeEmailTexts,
  ...accountEmailTexts,
  ...shipmentEmailTexts,
  ...digestEmailTexts,
};

/** What the email says, in `language`. */
export function emailContent(email: Email, language: Language): EmailContent {
  // TypeScript cannot see that the name selects the function for this very email.
  const write = texts[email.name] as (email: Email, language: Language) => EmailContent;
  return write(email, language);
}

/** Minutes in words: 60 is "1 hour", 90 is "90 minutes", 1440 is "24 hours". */
function duration(minutes: number): string {
  const isHours = minutes % 60 === 0;
  const count = isHours ? minutes / 60 : minutes;
  const unit = isHours ? "hour" : "minute";
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
