import * as z from "zod";
import type { PackageStatus } from "#core/package-status.ts";
import type { EmailContent } from "#server/adapters/mail/email-content.ts";

const link = z.url({ protocol: /^https?$/ });

/** The package statuses that are announced by email: all but `pending`. */
export const notifiedStatuses = [
  "processing",
  "in_transit",
  "delivered",
  "cancelled",
  "voided",
] as const satisfies readonly PackageStatus[];

type NotifiedStatus = (typeof notifiedStatuses)[number];

export const shipmentEmails = [
  z.strictObject({
    name: z.literal("package-moved"),
    status: z.enum(notifiedStatuses),
    trackingNumber: z.string(),
    origin: z.string(),
    destination: z.string(),
    /** Such as "Hong Kong → Singapore"; null when no leg is in transit. */
    legOnTheWay: z.string().nullable(),
    packagesUrl: link,
  }),
] as const;

type ShipmentEmail = z.infer<(typeof shipmentEmails)[number]>;

const texts: Readonly<
  Record<NotifiedStatus, { readonly predicate: string; readonly sentence: string }>
> = {
  processing: {
    predicate: "is being processed",
    sentence: "We have received your package and are preparing it for shipping.",
  },
  in_transit: {
    predicate: "is on its way",
    sentence: "Your package is on its way, and you can track each leg.",
  },
  delivered: {
    predicate: "was delivered",
    sentence: "Your package has arrived. We hope everything is as you expected.",
  },
  cancelled: {
    predicate: "was cancelled",
    sentence:
      "Your package will not be shipped any further. Please contact us if you did not expect this.",
  },
  voided: {
    predicate: "was voided",
    sentence:
      "Your package will not be shipped any further. Please contact us if you did not expect this.",
  },
};

export const shipmentEmailTexts: {
  [Name in ShipmentEmail["name"]]: (email: Extract<ShipmentEmail, { name: Name }>) => EmailContent;
} = {
  "package-moved": ({ status, trackingNumber, origin, destination, legOnTheWay, packagesUrl }) => {
    const { predicate, sentence } = texts[status];
    return {
      subject: `Your package ${trackingNumber} ${predicate}`,
      preview: `${origin} → ${destination}`,
      heading: `Your package ${predicate}`,
      paragraphs: [sentence],
      facts: [
        { label: "Tracking number", value: trackingNumber },
        { label: "Route", value: `${origin} → ${destination}` },
        ...(legOnTheWay === null ? [] : [{ label: "Now", value: legOnTheWay }]),
      ],
      button: { label: "View your packages", url: packagesUrl },
      notes: ["You can turn these emails off in your settings, under Notifications."],
    };
  },
};
