import * as z from "zod";
import { amountCents, time } from "#platform/contract/fields.ts";
import { placeName } from "#catalogue/rules/country-name.ts";
import type { NotificationKind } from "#notices/rules/notification.ts";
import type { PackageStatus } from "#tracking/rules/package-status.ts";
import { arrivalText } from "#catalogue/server/lanes/times/read-lane-of-leg.ts";
import type { EmailFact, EmailItem } from "#platform/server/adapters/mail/email-content.ts";
import {
  emailKinds,
  type EmailLocale,
  type EmailsOf,
  type EmailTexts,
} from "#platform/server/emails/email.ts";

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
  "customs_information_required",
  "out_for_delivery",
  "attempt_failed",
  "ready_for_collection",
  "late",
] as const;

export const emailedLeg = z.strictObject({
  legNumber: z.int(),
  legCount: z.int(),
  origin: z.string(),
  destination: z.string(),
});

export const emailedArrival = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("depends_on_service") }),
  z.strictObject({ kind: z.literal("window"), earliestAt: time.nullable(), latestAt: time }),
]);

const packageEmails = [
  z.strictObject({
    name: z.literal("package-reported"),
    report: z.enum(emailedReports),
    /** As its customer calls it. */
    packageName: z.string(),
    trackingNumber: z.string(),
    origin: z.string(),
    destination: z.string(),
    packagesUrl: link,
  }),
  z.strictObject({
    name: z.literal("package-moved"),
    status: z.enum(notifiedStatuses),
    /** As its customer calls it. */
    packageName: z.string(),
    trackingNumber: z.string(),
    origin: z.string(),
    destination: z.string(),
    /** The leg in transit, if any. */
    leg: emailedLeg.nullable(),
    arrival: emailedArrival.nullable(),
    /** That it was handed over just now, and what that cost; null for any other departure. */
    handOver: z
      .strictObject({ chargedCents: amountCents, carrierNumber: z.string().nullable() })
      .nullable(),
    /** The page of the customer's packages with this one open. */
    packagesUrl: link,
  }),
] as const;

type NamedPackage = { packageName: string; trackingNumber: string };
type TravellingPackage = NamedPackage & { origin: string; destination: string };

/** Without a warehouse its customer knows it by its tracking number alone. */
function hasOwnName({ packageName, trackingNumber }: NamedPackage): boolean {
  return packageName !== trackingNumber;
}

/** A package by the name that its customer knows. */
export function packageFact(pkg: NamedPackage, t: EmailLocale["t"]): EmailFact {
  return hasOwnName(pkg)
    ? { label: t("emails.label.package"), value: pkg.packageName }
    : { label: t("emails.label.trackingNumber"), value: pkg.trackingNumber };
}

/** Which package it is and where it goes; what lay in a warehouse no longer begins where its first seller sent it from. */
function packageFacts(
  pkg: TravellingPackage,
  { t, language }: Pick<EmailLocale, "t" | "language">,
): EmailFact[] {
  const destination = placeName(pkg.destination, language);
  const origin = placeName(pkg.origin, language);
  return [
    packageFact(pkg, t),
    hasOwnName(pkg)
      ? { label: t("emails.label.destination"), value: destination }
      : {
          label: t("emails.label.route"),
          value: t("emails.packageMoved.route", { origin, destination }),
        },
  ];
}

function handOverFacts(
  { chargedCents, carrierNumber }: { chargedCents: number; carrierNumber: string | null },
  { t, usd }: Pick<EmailLocale, "t" | "usd">,
) {
  return [
    ...(carrierNumber === null
      ? []
      : [{ label: t("emails.label.carrierNumber"), value: carrierNumber }]),
    { label: t("emails.label.charged"), value: usd(chargedCents) },
  ];
}

/** What a customer says of a package that was delivered, on its page. */
function answers(packagesUrl: string, t: EmailLocale["t"]): EmailItem[] {
  const form = new URL(packagesUrl);
  form.searchParams.set("case", "new");
  return [
    {
      title: t("emails.packageMoved.allFine"),
      details: [t("emails.packageMoved.allFineHint")],
      url: packagesUrl,
      photoKey: null,
    },
    {
      title: t("emails.packageMoved.somethingWrong"),
      details: [t("emails.packageMoved.somethingWrongHint")],
      url: form.href,
      photoKey: null,
    },
  ];
}

const packageEmailTexts: EmailTexts<typeof packageEmails> = {
  "package-reported": ({ report, packagesUrl, ...pkg }, { t, language }) => {
    const { packageName } = pkg;
    const subject = t(`emails.packageReported.subject.${report}`, { packageName });
    const explanation = t(`emails.packageReported.explanation.${report}`);
    return {
      subject,
      preview: explanation,
      heading: subject,
      paragraphs: [explanation],
      facts: packageFacts(pkg, { t, language }),
      button: { label: t("emails.button.viewPackage"), url: packagesUrl },
      notes: [t("emails.packageMoved.howToTurnOff")],
    };
  },

  "package-moved": (
    { status, leg, arrival, handOver, packagesUrl, ...pkg },
    { t, usd, language },
  ) => {
    const { packageName } = pkg;
    const now =
      leg &&
      t("emails.packageMoved.leg", {
        ...leg,
        origin: placeName(leg.origin, language),
        destination: placeName(leg.destination, language),
      });
    const said = handOver === null ? status : "handed_over";
    const explanation = t(`emails.packageMoved.explanation.${said}`);
    return {
      subject:
        said === "in_transit" && leg !== null
          ? t("emails.packageMoved.subjectOfLeg", { packageName, ...leg })
          : t(`emails.packageMoved.subject.${said}`, { packageName }),
      preview: now ?? explanation,
      heading: t(`emails.packageMoved.heading.${said}`),
      paragraphs: [explanation],
      facts: [
        ...packageFacts(pkg, { t, language }),
        ...(now === null ? [] : [{ label: t("emails.label.now"), value: now }]),
        ...(arrival === null
          ? []
          : [{ label: t("labels.arrival.expected"), value: arrivalText(arrival, language) }]),
        ...(handOver === null ? [] : handOverFacts(handOver, { t, usd })),
      ],
      ...(said === "delivered" && { items: answers(packagesUrl, t) }),
      button: { label: t("emails.button.viewPackage"), url: packagesUrl },
      notes: [t("emails.packageMoved.howToTurnOff")],
    };
  },
};

const reportKinds: Readonly<Partial<Record<string, NotificationKind>>> = {
  ready_for_collection: "package_ready_for_collection",
  late: "package_late",
};

export const packageEmailKinds = emailKinds(
  packageEmails,
  {
    "package-reported": {
      switchName: "shipmentUpdates",
      unsubscribes: ["package_moved", "package_ready_for_collection", "package_late"],
      kindOf: ({ report }) => reportKinds[report] ?? "package_moved",
    },
    "package-moved": {
      switchName: "shipmentUpdates",
      unsubscribes: ["package_moved"],
      kindOf: () => "package_moved",
    },
  },
  packageEmailTexts,
);

declare module "#platform/server/emails/email.ts" {
  interface Emails extends EmailsOf<typeof packageEmails> {}
}
