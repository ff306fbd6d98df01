// The email about a claim that was decided.
import * as z from "zod";
import type { EmailText } from "#platform/server/adapters/mail/email-content.ts";
import { emailKinds, type EmailsOf, type EmailTexts } from "#platform/server/emails/email.ts";
import type { EmailLocale } from "#platform/server/emails/email-locale.ts";

const claimEmails = [
  z.strictObject({
    name: z.literal("claim-decided"),
    trackingNumber: z.string(),
    isGranted: z.boolean(),
    /** Of the parcel that was granted, otherwise of the parcels. */
    url: z.url({ protocol: /^https?$/ }),
  }),
] as const;

type ClaimEmail = z.infer<(typeof claimEmails)[number]>;

function grantedText({ trackingNumber, url }: ClaimEmail, { t }: EmailLocale): EmailText {
  const subject = t("emails.claimGranted.subject", { trackingNumber });
  return {
    subject,
    preview: t("emails.claimGranted.explanation"),
    heading: subject,
    paragraphs: [t("emails.claimGranted.explanation")],
    facts: [{ label: t("emails.label.trackingNumber"), value: trackingNumber }],
    button: { label: t("emails.button.viewParcel"), url },
  };
}

/** Says the same whether there is such a parcel or not. */
function refusedText({ trackingNumber, url }: ClaimEmail, { t }: EmailLocale): EmailText {
  const subject = t("emails.claimRefused.subject", { trackingNumber });
  return {
    subject,
    preview: t("emails.claimRefused.explanation"),
    heading: subject,
    paragraphs: [t("emails.claimRefused.explanation"), t("emails.claimRefused.again")],
    facts: [{ label: t("emails.label.trackingNumber"), value: trackingNumber }],
    button: { label: t("emails.button.viewParcels"), url },
  };
}

const claimEmailTexts: EmailTexts<typeof claimEmails> = {
  "claim-decided": (email: ClaimEmail, locale: EmailLocale): EmailText =>
    email.isGranted ? grantedText(email, locale) : refusedText(email, locale),
};

export const claimEmailKinds = emailKinds(
  claimEmails,
  {
    "claim-decided": {
      switchName: "always",
      unsubscribes: ["claim_decided"],
      kindOf: () => "claim_decided",
    },
  },
  claimEmailTexts,
);

declare module "#platform/server/emails/email.ts" {
  interface Emails extends EmailsOf<typeof claimEmails> {}
}
