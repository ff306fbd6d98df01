// The emails about freight: what was charged, and a balance that may not pay the next shipment.
import * as z from "zod";
import { amountCents } from "#contract/fields.ts";
import { formatUsd } from "#core/money.ts";
import type { EmailContent } from "#server/adapters/mail/email-content.ts";

const link = z.url({ protocol: /^https?$/ });

export const chargeEmails = [
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

function differenceText(chargedCents: number, heldCents: number): string {
  if (chargedCents < heldCents) {
    return ` ${formatUsd(heldCents)} was on hold for it; the other ${formatUsd(heldCents - chargedCents)} can be spent again.`;
  }
  if (chargedCents > heldCents) {
    return ` ${formatUsd(heldCents)} was on hold for it; the final fee is ${formatUsd(chargedCents - heldCents)} higher.`;
  }
  return " The amount was on hold for it.";
}

export const chargeEmailTexts: {
  [Name in ChargeEmail["name"]]: (email: Extract<ChargeEmail, { name: Name }>) => EmailContent;
} = {
  "wallet-charged": (email) => {
    const { heldCents, trackingNumber, legNumber, packageUrl } = email;
    const charged = formatUsd(email.amountCents);
    return {
      subject: `${charged} was charged to your wallet`,
      preview: `${email.reason}. Your balance is now ${formatUsd(email.balanceCents)}.`,
      heading: `${charged} was charged to your wallet`,
      paragraphs: [
        `A shipping fee was charged to your wallet, at courier cost.${heldCents === null ? "" : differenceText(email.amountCents, heldCents)}`,
      ],
      facts: [
        ...(trackingNumber === null ? [] : [{ label: "Package", value: trackingNumber }]),
        ...(legNumber === null ? [] : [{ label: "Leg", value: String(legNumber) }]),
        { label: "Reason", value: email.reason },
        ...(heldCents === null ? [] : [{ label: "On hold before", value: formatUsd(heldCents) }]),
        { label: "Charged", value: charged },
        { label: "New balance", value: formatUsd(email.balanceCents) },
      ],
      button:
        packageUrl === null
          ? { label: "View your history", url: `${email.walletUrl}?tab=history` }
          : { label: "View the package", url: packageUrl },
    };
  },

  "low-balance": ({ balanceCents, lastFreightCents, walletUrl }) => ({
    subject: `Your wallet balance is low: ${formatUsd(balanceCents)}`,
    preview: "Add funds so that your next shipment is not delayed.",
    heading: `Your wallet balance is low: ${formatUsd(balanceCents)}`,
    paragraphs: [
      lastFreightCents === null
        ? "Your balance may not be enough for the freight of a package. Add funds so that your next shipment is not delayed."
        : `Your balance is below your last shipping fee of ${formatUsd(lastFreightCents)}. Add funds so that your next shipment is not delayed.`,
    ],
    button: { label: "Add funds", url: walletUrl },
  }),
};
