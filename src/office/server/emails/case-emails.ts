// The email with the outcome of a case.
import * as z from "zod";
import type { EmailText } from "#platform/server/adapters/mail/email-content.ts";
import {
  emailKinds,
  type EmailLocale,
  type EmailsOf,
  type EmailTexts,
} from "#platform/server/emails/email.ts";

const caseEmails = [
  z.strictObject({
    name: z.literal("case-finished"),
    caseNumber: z.string(),
    /** Empty of an account. */
    subjectName: z.string(),
    /** What staff wrote. */
    outcome: z.string(),
    url: z.url({ protocol: /^https?$/ }),
  }),
] as const;

const caseEmailTexts: EmailTexts<typeof caseEmails> = {
  "case-finished": (email, { t }: EmailLocale): EmailText => {
    const { caseNumber, subjectName, outcome, url } = email;
    const subject =
      subjectName === ""
        ? t("emails.caseFinished.subjectOfAccount", { caseNumber })
        : t("emails.caseFinished.subject", { caseNumber, subjectName });
    return {
      subject,
      preview: outcome.slice(0, 120),
      heading: subject,
      paragraphs: [t("emails.caseFinished.explanation"), ...outcome.split(/\n+/)],
      facts: [{ label: t("emails.label.caseNumber"), value: caseNumber }],
      button: { label: t("emails.button.viewCase"), url },
    };
  },
};

export const caseEmailKinds = emailKinds(
  caseEmails,
  { "case-finished": { switchName: "always" } },
  caseEmailTexts,
);

declare module "#platform/server/emails/email.ts" {
  interface Emails extends EmailsOf<typeof caseEmails> {}
}
