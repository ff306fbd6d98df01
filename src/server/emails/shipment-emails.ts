// The letter about a package that moves on: what it is filled in with, and its words.
import * as z from "zod";
import type { PackageStatus } from "#core/package-status.ts";
import type { EmailContent } from "#server/adapters/mail/email-content.ts";

const link = z.url({ protocol: /^https?$/ });

/** The states of a package of which its customer is told: all but the one it waits in. */
export const notifiedStatuses = [
  "processing",
  "in_transit",
  "delivered",
  "cancelled",
  "voided",
] as const satisfies readonly PackageStatus[];

type NotifiedStatus = (typeof notifiedStatuses)[number];

/** The letters' fields; links are absolute. */
export const shipmentEmails = [
  z.strictObject({
    name: z.literal("package-moved"),
    status: z.enum(notifiedStatuses),
    trackingNumber: z.string(),
    origin: z.string(),
    destination: z.string(),
    /** The leg it travels on, such as "Hong Kong → Singapore"; null when it is on none. */
    legOnTheWay: z.string().nullable(),
    packagesUrl: link,
  }),
] as const;

type ShipmentEmail = z.infer<(typeof shipmentEmails)[number]>;

const words: Readonly<
  Record<NotifiedStatus, { readonly what: string; readonly sentence: string }>
> = {
  processing: {
    what: "is being processed",
    sentence: "Your package is with us and is being prepared for its journey.",
  },
  in_transit: {
    what: "is on its way",
    sentence: "Your package is travelling, and you can follow each leg of it.",
  },
  delivered: {
    what: "was delivered",
    sentence: "Your package has arrived. We hope that everything in it is as you wished.",
  },
  cancelled: {
    what: "was cancelled",
    sentence: "Your package does not travel on. Please contact us if you did not expect this.",
  },
  voided: {
    what: "was voided",
    sentence: "Your package does not travel on. Please contact us if you did not expect this.",
  },
};

/** The words of each letter about packages. */
export const shipmentEmailTexts: {
  [Name in ShipmentEmail["name"]]: (
    message: Extract<ShipmentEmail, { name: Name }>,
  ) => EmailContent;
} = {
  "package-moved": ({ status, trackingNumber, origin, destination, legOnTheWay, packagesUrl }) => {
    const { what, sentence } = words[status];
    return {
      subject: `Your package ${trackingNumber} ${what}`,
      preview: `${origin} → ${destination}`,
      heading: `Your package ${what}`,
      paragraphs: [sentence],
      facts: [
        { label: "Tracking number", value: trackingNumber },
        { label: "Route", value: `${origin} → ${destination}` },
        ...(legOnTheWay === null ? [] : [{ label: "Now", value: legOnTheWay }]),
      ],
      button: { label: "View your packages", url: packagesUrl },
      notes: ["You can turn these letters off in your settings, under Notifications."],
    };
  },
};
