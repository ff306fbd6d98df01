import * as z from "zod";
import { time } from "#contract/fields.ts";
import type { PackageStatus } from "#core/package-status.ts";
import type { EmailContent } from "#server/adapters/mail/email-content.ts";
import { day } from "./day.ts";

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
  // Not strict, since an earlier version may have queued other fields; the defaults stand for those that it lacks.
  z.object({
    name: z.literal("package-moved"),
    status: z.enum(notifiedStatuses),
    trackingNumber: z.string(),
    origin: z.string(),
    destination: z.string(),
    /** The leg in transit, if any. */
    leg: z
      .strictObject({
        legNumber: z.int(),
        legCount: z.int(),
        origin: z.string(),
        destination: z.string(),
      })
      .nullable()
      .default(null),
    nextDate: z
      .strictObject({ kind: z.enum(["departure", "arrival"]), at: time })
      .nullable()
      .default(null),
    /** The page of the customer's packages with this one open. */
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
    sentence: "Your package has arrived. Please contact us if anything is missing or damaged.",
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

const dateLabels = { departure: "Next departure", arrival: "Estimated arrival" } as const;

export const shipmentEmailTexts: {
  [Name in ShipmentEmail["name"]]: (email: Extract<ShipmentEmail, { name: Name }>) => EmailContent;
} = {
  "package-moved": ({ status, trackingNumber, leg, nextDate, packagesUrl, ...route }) => {
    const { predicate, sentence } = texts[status];
    const whole = `${route.origin} → ${route.destination}`;
    const place = leg === null ? "" : `leg ${leg.legNumber} of ${leg.legCount}`;
    const now =
      leg === null
        ? null
        : `Leg ${leg.legNumber} of ${leg.legCount}: ${leg.origin} → ${leg.destination}`;
    return {
      subject: `Your package ${trackingNumber} ${predicate}${leg === null ? "" : `: ${place}`}`,
      preview: now ?? whole,
      heading: `Your package ${predicate}`,
      paragraphs: [sentence],
      facts: [
        { label: "Tracking number", value: trackingNumber },
        { label: "Route", value: whole },
        ...(now === null ? [] : [{ label: "Now", value: now }]),
        ...(nextDate === null
          ? []
          : [{ label: dateLabels[nextDate.kind], value: day(nextDate.at) }]),
      ],
      button: { label: "View the package", url: packagesUrl },
      notes: ["You can turn these emails off in your settings, under Notifications."],
    };
  },
};
