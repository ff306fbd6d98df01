// The emails about cases.
import * as z from "zod";
import type { EmailText } from "#platform/server/adapters/mail/email-content.ts";
import {
  emailKinds,
  type EmailLocale,
  type EmailsOf,
  type EmailTexts,
} from "#platform/server/emails/email.ts";

const ofCase = {
  caseNumber: z.string(),
  /** Empty of an account or transaction. */
  subjectName: z.string(),
  /** The conversation. */
  url: z.url({ protocol: /^https?$/ }),
};

const caseEmails = [
  // With what staff wrote.
  z.strictObject({ name: z.literal("case-answered"), ...ofCase, text: z.string() }),
  z.strictObject({ name: z.literal("case-finished"), ...ofCase, outcome: z.string() }),
  z.strictObject({
    name: z.literal("case-decided"),
    ...ofCase,
    amountCents: z.int(),
    outcome: z.string(),
  }),
  // Without a text where a carrier reported it.
  z.strictObject({ name: z.literal("case-customs"), ...ofCase, text: z.string() }),
  z.strictObject({ name: z.literal("case-reminder"), ...ofCase }),
] as const;

type CaseFacts = {
  readonly caseNumber: string;
  readonly subjectName: string;
  readonly url: string;
};

/** The email with what staff wrote between an explanation and the way to the conversation. */
function staffWrote(
  { caseNumber, subjectName, url }: CaseFacts,
  { t }: EmailLocale,
  said: { readonly explanation: string; readonly text: string; readonly button: string },
): EmailText {
  const { explanation, text, button } = said;
  const subject =
    subjectName === ""
      ? t("emails.caseFinished.subjectOfAccount", { caseNumber })
      : t("emails.caseFinished.subject", { caseNumber, subjectName });
  return {
    subject,
    preview: (text === "" ? explanation : text).slice(0, 120),
    heading: subject,
    paragraphs: [explanation, ...(text === "" ? [] : text.split(/\n+/))],
    facts: [{ label: t("emails.label.caseNumber"), value: caseNumber }],
    button: { label: button, url },
  };
}

const caseEmailTexts: EmailTexts<typeof caseEmails> = {
  "case-answered": (email, locale): EmailText =>
    staffWrote(email, locale, {
      explanation: locale.t("emails.caseAnswered.explanation"),
      text: email.text,
      button: locale.t("emails.button.answerCase"),
    }),
  "case-finished": (email, locale): EmailText =>
    staffWrote(email, locale, {
      explanation: locale.t("emails.caseFinished.explanation"),
      text: email.outcome,
      button: locale.t("emails.button.viewCase"),
    }),
  "case-decided": (email, locale): EmailText =>
    staffWrote(email, locale, {
      explanation: locale.t("emails.caseDecided.explanation", {
        amount: locale.usd(email.amountCents),
      }),
      text: email.outcome,
      button: locale.t("emails.button.viewCase"),
    }),
  "case-customs": (email, locale): EmailText =>
    staffWrote(email, locale, {
      explanation: locale.t("emails.caseCustoms.explanation"),
      text: email.text,
      button: locale.t("emails.button.answerCase"),
    }),
  "case-reminder": ({ caseNumber, subjectName, url }, { t }: EmailLocale): EmailText => {
    const subject =
      subjectName === ""
        ? t("emails.caseReminder.subjectOfAccount", { caseNumber })
        : t("emails.caseReminder.subject", { caseNumber, subjectName });
    return {
      subject,
      preview: t("emails.caseReminder.explanation"),
      heading: subject,
      paragraphs: [t("emails.caseReminder.explanation")],
      facts: [{ label: t("emails.label.caseNumber"), value: caseNumber }],
      button: { label: t("emails.button.answerCase"), url },
    };
  },
};

export const caseEmailKinds = emailKinds(
  caseEmails,
  {
    "case-answered": { switchName: "always" },
    "case-finished": { switchName: "always" },
    "case-decided": { switchName: "always" },
    "case-customs": { switchName: "always" },
    "case-reminder": { switchName: "always" },
  },
  caseEmailTexts,
);

declare module "#platform/server/emails/email.ts" {
  interface Emails extends EmailsOf<typeof caseEmails> {}
}
