// The emails about freight: what was charged, and a balance that may not pay the next shipment.
import * as z from "zod";
import { amountCents } from "#platform/contract/fields.ts";
import {
  emailKinds,
  type EmailsOf,
  type EmailTexts,
  type EmailLocale,
} from "#platform/server/emails/email.ts";

const link = z.url({ protocol: /^https?$/ });

const chargeEmails = [
  z.strictObject({
    name: z.literal("wallet-charged"),
    amountCents,
    /** What had been held for it; null without a hold. */
    heldCents: amountCents.nullable(),
    reason: z.string(),
    legNumber: z.int().nullable(),
    trackingNumber: z.string().nullable(),
    packageUrl: link.nullable(),
    balanceCents: amountCents,
    walletUrl: link,
  }),
  z.strictObject({
    name: z.literal("low-balance"),
    balanceCents: amountCents,
    /** null before any freight was charged. */
    lastFreightCents: amountCents.nullable(),
    walletUrl: link,
  }),
] as const;

type ChargeEmail = z.infer<(typeof chargeEmails)[number]>;

function explanation(
  { amountCents: chargedCents, heldCents }: Extract<ChargeEmail, { name: "wallet-charged" }>,
  { t, usd }: EmailLocale,
): string {
  if (heldCents === null) return t("emails.walletCharged.withoutHold");
  const values = { held: usd(heldCents), difference: usd(Math.abs(heldCents - chargedCents)) };
  if (chargedCents < heldCents) return t("emails.walletCharged.belowHold", values);
  if (chargedCents > heldCents) return t("emails.walletCharged.aboveHold", values);
  return t("emails.walletCharged.sameAsHold");
}

const chargeEmailTexts: EmailTexts<typeof chargeEmails> = {
  "wallet-charged": (email, locale) => {
    const { t, usd } = locale;
    const { heldCents, trackingNumber, legNumber, packageUrl, reason } = email;
    const amount = usd(email.amountCents);
    const balance = usd(email.balanceCents);
    return {
      subject: t("emails.walletCharged.subject", { amount }),
      preview: t("emails.walletCharged.preview", { reason, balance }),
      heading: t("emails.walletCharged.subject", { amount }),
      paragraphs: [explanation(email, locale)],
      facts: [
        ...(trackingNumber === null
          ? []
          : [{ label: t("emails.label.package"), value: trackingNumber }]),
        ...(legNumber === null ? [] : [{ label: t("emails.label.leg"), value: String(legNumber) }]),
        { label: t("emails.label.reason"), value: reason },
        ...(heldCents === null ? [] : [{ label: t("emails.label.held"), value: usd(heldCents) }]),
        { label: t("emails.label.charged"), value: amount },
        { label: t("emails.label.newBalance"), value: balance },
      ],
      button:
        packageUrl === null
          ? { label: t("emails.button.history"), url: `${email.walletUrl}?tab=history` }
          : { label: t("emails.button.viewPackage"), url: packageUrl },
    };
  },

  "low-balance": ({ balanceCents, lastFreightCents, walletUrl }, { t, usd }) => ({
    subject: t("emails.lowBalance.subject", { balance: usd(balanceCents) }),
    preview: t("emails.lowBalance.preview"),
    heading: t("emails.lowBalance.subject", { balance: usd(balanceCents) }),
    paragraphs: [
      lastFreightCents === null
        ? t("emails.lowBalance.explanation")
        : t("emails.lowBalance.belowLastFee", { lastFee: usd(lastFreightCents) }),
    ],
    button: { label: t("emails.button.addFunds"), url: walletUrl },
  }),
};

export const chargeEmailKinds = emailKinds(
  chargeEmails,
  {
    "wallet-charged": { switchName: "emailNotifications", unsubscribes: "emailNotifications" },
    "low-balance": { switchName: "emailNotifications", unsubscribes: "emailNotifications" },
  },
  chargeEmailTexts,
);

declare module "#platform/server/emails/email.ts" {
  interface Emails extends EmailsOf<typeof chargeEmails> {}
}
