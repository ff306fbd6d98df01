// Every word of every letter, in one place.
import { brandName } from "#core/brand.ts";
import { formatUsd } from "#core/money.ts";
import { planByName } from "#core/plan.ts";
import { formatKilograms } from "#core/weight.ts";
import type { EmailContent } from "#server/adapters/mail/email-content.ts";
import type { Email } from "./email.ts";
import { moneyEmailTexts } from "./payment-emails.ts";
import { adminEmailTexts } from "./account-emails.ts";
import { shipmentEmailTexts } from "./shipment-emails.ts";
import { staffEmailTexts } from "./admin-digest-emails.ts";

type EmailNamed<Name extends Email["name"]> = Extract<Email, { name: Name }>;

const texts: { [Name in Email["name"]]: (message: EmailNamed<Name>) => EmailContent } = {
  // Nothing that the registrant typed is repeated here: the address may be somebody else's.
  "verify-email": ({ url, worksForMinutes }) => ({
    subject: "Verify your email address",
    preview: `One click, and your ${brandName} account is ready.`,
    heading: "Verify your email address",
    paragraphs: [
      `Thank you for registering with ${brandName}. Please confirm that this address is yours, and your account is ready.`,
    ],
    button: { label: "Verify email address", url },
    notes: [
      `The link works once, for ${duration(worksForMinutes)}.`,
      "It opens the account with the password that was typed when this email was asked for. If you registered more than once, use the newest email.",
      "You did not register? Then do not use the link: without it there is no account.",
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
    notes: ["It was not you? Then you need not do anything: your account is as it was."],
  }),

  "sign-up-unfinished": ({ signInUrl }) => ({
    subject: "Finish signing up",
    preview: "Your address is not verified yet.",
    heading: "Finish signing up",
    paragraphs: [
      `Somebody, probably you, asked for an email from ${brandName} to this address. An account was begun with it, but the address was never verified.`,
      "Log in with the password you chose, and we offer to send you the link that belongs to it. If you no longer know the password, sign up again.",
    ],
    button: { label: "Log in", url: signInUrl },
    notes: ["It was not you? Then you need not do anything: there is no account."],
  }),

  "reset-password": ({ url, worksForMinutes }) => ({
    subject: "Reset your password",
    preview: "Choose a new password for your account.",
    heading: "Reset your password",
    paragraphs: [
      `Somebody, probably you, asked for a new password for your ${brandName} account. Choose it with this button; all your devices are then logged out.`,
    ],
    button: { label: "Choose a new password", url },
    notes: [
      `The link works once, for ${duration(worksForMinutes)}.`,
      "You did not ask for it? Then you need not do anything: your password stays as it is.",
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
      "It was not you? Then somebody else can read your mail. Change the password of your mailbox first, and then choose a new one with 'Forgot your password?' on the login page.",
    ],
  }),

  "two-factor-changed": ({ isEnabled, settingsUrl }) => {
    const what = `Two-factor authentication is now ${isEnabled ? "on" : "off"}`;
    return {
      subject: what,
      preview: isEnabled
        ? "Logging in now asks for a code from your authenticator app."
        : "Logging in no longer asks for a code.",
      heading: what,
      paragraphs: [
        isEnabled
          ? `Logging in to ${brandName} now asks for a code from your authenticator app. Keep your backup codes where you can find them without your phone.`
          : `Logging in to ${brandName} no longer asks for a code from your authenticator app. Your backup codes are void.`,
      ],
      button: { label: "Open your settings", url: settingsUrl },
      notes: [
        "It was not you? Then choose a new password at once with 'Forgot your password?' on the login page.",
      ],
    };
  },

  "account-closed": () => ({
    subject: "Your account is closed",
    preview: `Your ${brandName} account was closed as you asked.`,
    heading: "Your account is closed",
    paragraphs: [
      `Your ${brandName} account was closed as you asked, and your name, your address and what your packages contained were removed. The history of payments and packages is kept without your name, as the law asks of us.`,
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

  ...moneyEmailTexts,
  ...adminEmailTexts,
  ...shipmentEmailTexts,
  ...staffEmailTexts,
};

/** The words of `letter`, filled in. */
export function emailContent(message: Email): EmailContent {
  // Each text is given the letter of its own name; the compiler cannot follow that through the table.
  const write = texts[message.name] as (message: Email) => EmailContent;
  return write(message);
}

/** Minutes in words: 60 is "1 hour", 90 is "90 minutes", 1440 is "24 hours". */
function duration(minutes: number): string {
  const isHours = minutes % 60 === 0;
  const count = isHours ? minutes / 60 : minutes;
  const unit = isHours ? "hour" : "minute";
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function day(time: string): string {
  return new Date(time).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
}
