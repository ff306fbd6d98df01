import type { Language } from "#core/language.ts";
import { planByName } from "#core/plan.ts";
import type { EmailContent, EmailText } from "#server/adapters/mail/email-content.ts";
import type { Email } from "./email.ts";
import { emailLocale, type EmailLocale } from "./email-locale.ts";
import { chargeEmailTexts } from "./charge-emails.ts";
import { paymentEmailTexts } from "./payment-emails.ts";
import { accountEmailTexts } from "./account-emails.ts";
import { claimEmailTexts } from "./claim-emails.ts";
import { parcelEmailTexts } from "./parcel-emails.ts";
import { shipRequestEmailTexts } from "./ship-request-emails.ts";
import { shipmentEmailTexts } from "./shipment-emails.ts";
import { digestEmailTexts } from "./admin-digest-emails.ts";

type EmailNamed<Name extends Email["name"]> = Extract<Email, { name: Name }>;

const texts: {
  [Name in Email["name"]]: (email: EmailNamed<Name>, locale: EmailLocale) => EmailText;
} = {
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

  "plan-started": ({ plan, rereportedAt, dashboardUrl }, { t, usd, weight, day }) => {
    const { priceCents, packageQuota, maxWeightGrams } = planByName(plan);
    const maxWeight = weight(maxWeightGrams);
    return {
      subject: t("emails.planStarted.subject", { plan }),
      preview: t("emails.planStarted.preview", { packageQuota, maxWeight }),
      heading: t("emails.planStarted.subject", { plan }),
      paragraphs: [t("emails.planStarted.thanks")],
      facts: [
        { label: t("emails.label.plan"), value: plan },
        { label: t("emails.label.price"), value: usd(priceCents) },
        { label: t("emails.label.packagesPerMonth"), value: String(packageQuota) },
        { label: t("emails.label.maxWeight"), value: maxWeight },
        { label: t("emails.label.renewsOn"), value: day(rereportedAt) },
      ],
      button: { label: t("emails.button.dashboard"), url: dashboardUrl },
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

  ...paymentEmailTexts,
  ...chargeEmailTexts,
  ...accountEmailTexts,
  ...shipmentEmailTexts,
  ...shipRequestEmailTexts,
  ...parcelEmailTexts,
  ...claimEmailTexts,
  ...digestEmailTexts,
};

/** What the email says in `language`. */
export function emailContent(email: Email, language: Language): EmailContent {
  // TypeScript cannot see that the name selects the function for this very email.
  const write = texts[email.name] as (email: Email, locale: EmailLocale) => EmailText;
  return { ...write(email, emailLocale(language)), language };
}
