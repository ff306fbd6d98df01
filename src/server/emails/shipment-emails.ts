import * as z from "zod";
import { time } from "#contract/fields.ts";
import type { PackageStatus } from "#core/package-status.ts";
import type { EmailText } from "#server/adapters/mail/email-content.ts";
import type { EmailLocale } from "./email-locale.ts";

const link = z.url({ protocol: /^https?$/ });

/** The package statuses that are announced by email: all but `pending`. */
export const notifiedStatuses = [
  "processing",
  "in_transit",
  "delivered",
  "cancelled",
  "voided",
] as const satisfies readonly PackageStatus[];

/** What carriers report, and lateness, as far as there is an email of it. */
export const emailedReports = [
  "customs",
  "customs_information_required",
  "out_for_delivery",
  "attempt_failed",
  "ready_for_collection",
  "late",
] as const;

export const shipmentEmails = [
  z.strictObject({
    name: z.literal("package-reported"),
    report: z.enum(emailedReports),
    trackingNumber: z.string(),
    origin: z.string(),
    destination: z.string(),
    packagesUrl: link,
  }),
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
    arrival: z
      .discriminatedUnion("kind", [
        z.strictObject({ kind: z.literal("depends_on_service") }),
        z.strictObject({
          kind: z.literal("window"),
          earliestAt: time.nullable(),
          latestAt: time,
        }),
      ])
      .nullable()
      .default(null),
    /** The page of the customer's packages with this one open. */
    packagesUrl: link,
  }),
] as const;

type ShipmentEmail = z.infer<(typeof shipmentEmails)[number]>;

export const shipmentEmailTexts: {
  [Name in ShipmentEmail["name"]]: (
    email: Extract<ShipmentEmail, { name: Name }>,
    locale: EmailLocale,
  ) => EmailText;
} = {
  "package-reported": (
    { report, trackingNumber, origin, destination, packagesUrl },
    { t, country },
  ) => {
    const subject = t(`emails.packageReported.subject.${report}`, { trackingNumber });
    const explanation = t(`emails.packageReported.explanation.${report}`);
    const route = { origin: country(origin), destination: country(destination) };
    return {
      subject,
      preview: explanation,
      heading: subject,
      paragraphs: [explanation],
      facts: [
        { label: t("emails.label.trackingNumber"), value: trackingNumber },
        { label: t("emails.label.route"), value: t("emails.packageMoved.route", route) },
      ],
      button: { label: t("emails.button.viewPackage"), url: packagesUrl },
      notes: [t("emails.packageMoved.howToTurnOff")],
    };
  },

  "package-moved": (
    { status, trackingNumber, leg, arrival, ...email },
    { t, arrivalText, country },
  ) => {
    const places = (route: { origin: string; destination: string }) => ({
      origin: country(route.origin),
      destination: country(route.destination),
    });
    const whole = t("emails.packageMoved.route", places(email));
    const now = leg && t("emails.packageMoved.leg", { ...leg, ...places(leg) });
    return {
      subject:
        status === "in_transit" && leg !== null
          ? t("emails.packageMoved.subjectOfLeg", { trackingNumber, ...leg })
          : t(`emails.packageMoved.subject.${status}`, { trackingNumber }),
      preview: now ?? whole,
      heading: t(`emails.packageMoved.heading.${status}`),
      paragraphs: [t(`emails.packageMoved.explanation.${status}`)],
      facts: [
        { label: t("emails.label.trackingNumber"), value: trackingNumber },
        { label: t("emails.label.route"), value: whole },
        ...(now === null ? [] : [{ label: t("emails.label.now"), value: now }]),
        ...(arrival === null
          ? []
          : [{ label: t("labels.arrival.expected"), value: arrivalText(arrival) }]),
      ],
      button: { label: t("emails.button.viewPackage"), url: email.packagesUrl },
      notes: [t("emails.packageMoved.howToTurnOff")],
    };
  },
};
