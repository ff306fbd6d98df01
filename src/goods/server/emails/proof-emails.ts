// The email of how a proof of goods was judged.
import * as z from "zod";
import { notificationMatrix } from "#notices/rules/notification.ts";
import type { EmailText } from "#platform/server/adapters/mail/email-content.ts";
import {
  emailKinds,
  type EmailLocale,
  type EmailsOf,
  type EmailTexts,
} from "#platform/server/emails/email.ts";

const proofEmails = [
  z.strictObject({
    name: z.literal("parcel-proof"),
    number: z.string(),
    state: z.enum(notificationMatrix.parcel_proof.variants),
    /** Why it is not enough. */
    reason: z.string(),
    /** Of the parcel. */
    url: z.url({ protocol: /^https?$/ }),
  }),
] as const;

type ProofEmail = z.infer<(typeof proofEmails)[number]>;

const proofEmailTexts: EmailTexts<typeof proofEmails> = {
  "parcel-proof": ({ number, state, reason, url }: ProofEmail, { t }: EmailLocale): EmailText => {
    const subject = t(`notifications.text.parcel_proof_${state}`, { number });
    const text = t(`emails.parcelProof.${state}`);
    return {
      subject,
      preview: text,
      heading: subject,
      paragraphs: [text],
      facts: [
        { label: t("emails.label.trackingNumber"), value: number },
        ...(reason === "" ? [] : [{ label: t("common.reason"), value: reason }]),
      ],
      button: { label: t("emails.button.viewParcel"), url },
    };
  },
};

export const proofEmailKinds = emailKinds(
  proofEmails,
  { "parcel-proof": { switchName: "always" } },
  proofEmailTexts,
);

declare module "#platform/server/emails/email.ts" {
  interface Emails extends EmailsOf<typeof proofEmails> {}
}
