// The emails about parcels that arrived in a warehouse.
import * as z from "zod";
import { localeOf } from "#platform/rules/language.ts";
import { formatDimensions } from "#catalogue/rules/dimensions.ts";
import { parcelConditions } from "#goods/rules/receiving.ts";
import type { EmailItem, EmailText } from "#platform/server/adapters/mail/email-content.ts";
import {
  emailKinds,
  type EmailsOf,
  type EmailTexts,
  type EmailLocale,
} from "#platform/server/emails/email.ts";
import { notificationMatrix } from "#notices/rules/notification.ts";
import { notificationDetail } from "#notices/server/notifications/inbox.ts";
import { batteryKinds, goodsFlags } from "#catalogue/rules/shipping-service.ts";

const link = z.url({ protocol: /^https?$/ });

export const emailedParcel = z.strictObject({
  number: z.string(),
  /** What the customer declared about it; may be empty. */
  contents: z.string(),
  isUndeclared: z.boolean(),
  weightGrams: z.int().nullable(),
  sidesMm: z.array(z.int()).length(3).nullable(),
  condition: z.enum(parcelConditions).nullable(),
  /** Of a thumbnail in the file store. */
  photoKey: z.string().nullable(),
  url: link,
});
export type EmailedParcel = z.infer<typeof emailedParcel>;

const storedParcel = emailedParcel.extend({
  /** A day of the calendar. */
  freeUntil: z.iso.date(),
  daysLeft: z.int(),
  accruedCents: z.int(),
  dayCents: z.int(),
  capCents: z.int(),
});
type EmailedStoredParcel = z.infer<typeof storedParcel>;

const parcelEmails = [
  z.strictObject({
    name: z.literal("parcels-received"),
    parcels: z.array(emailedParcel),
    /** How many further parcels arrived. */
    moreCount: z.int().min(0),
    /** The numbers of packages whose parcels are all here. */
    completePackages: z.array(z.string()),
    parcelsUrl: link,
  }),
  z.strictObject({
    name: z.literal("parcel-attention"),
    parcel: emailedParcel,
    /** Whether its condition is a reason for this email. */
    hasDamage: z.boolean(),
    battery: z.enum(batteryKinds),
    goodsFlags: z.array(z.enum(goodsFlags)),
    /** The names of the services that do not take what is in it, wherever it goes. */
    closedServices: z.exactOptional(
      z.array(z.strictObject({ en: z.string(), "zh-Hant-HK": z.string(), "zh-Hans": z.string() })),
    ),
    /** Whether every service refuses it, wherever it goes. */
    isRefused: z.exactOptional(z.boolean()),
  }),
  z.strictObject({
    name: z.literal("storage-reminder"),
    /** Those that have the fewest free days left first. */
    parcels: z.array(storedParcel).min(1),
    /** How many further parcels have few free days left. */
    moreCount: z.int().min(0),
    parcelsUrl: link,
  }),
] as const;

type ParcelEmail = z.infer<(typeof parcelEmails)[number]>;
type Named<Name extends ParcelEmail["name"]> = Extract<ParcelEmail, { name: Name }>;

function toDetails(
  { contents, isUndeclared, weightGrams, sidesMm, condition }: EmailedParcel,
  { t, weight, line, language }: EmailLocale,
): string[] {
  const figures = [
    ...(weightGrams === null ? [] : [weight(weightGrams)]),
    ...(sidesMm === null ? [] : [formatDimensions(sidesMm, localeOf(language))]),
    ...(condition === null ? [] : [t(`parcel-measurements.condition.${condition}`)]),
  ];
  const lines = [line(figures), contents, isUndeclared ? t("emails.parcel.undeclared") : ""];
  return lines.filter((text) => text !== "");
}

export function toParcelItem(emailed: EmailedParcel, locale: EmailLocale): EmailItem {
  const { number: title, url, photoKey } = emailed;
  return { title, url, photoKey, details: toDetails(emailed, locale) };
}

function receivedSubject(
  { parcels, moreCount, completePackages }: Named<"parcels-received">,
  { t }: EmailLocale,
): string {
  const [first] = parcels;
  const count = parcels.length + moreCount;
  if (first === undefined)
    return t("emails.parcelsReceived.subjectOfPackage", { number: completePackages[0] ?? "" });
  if (count > 1) return t("emails.parcelsReceived.subjectOfMany", { count });
  const { number } = first;
  return first.isUndeclared
    ? t("emails.parcelsReceived.subjectOfUndeclared", { number })
    : t("emails.parcelsReceived.subject", { number });
}

function receivedText(email: Named<"parcels-received">, locale: EmailLocale): EmailText {
  const { t, line } = locale;
  const { parcels, moreCount, completePackages } = email;
  const count = parcels.length + moreCount;
  const items = parcels.map((one) => toParcelItem(one, locale));
  const complete = completePackages.map((number) =>
    t("emails.parcelsReceived.complete", { number }),
  );
  const subject = receivedSubject(email, locale);
  return {
    subject,
    preview: line([...(items[0]?.details ?? []), ...complete]),
    heading: subject,
    paragraphs: [
      ...(count === 0 ? [] : [t("emails.parcelsReceived.explanation", { count })]),
      ...complete,
      ...(parcels.some(({ isUndeclared }) => isUndeclared)
        ? [t("emails.parcelsReceived.undeclared")]
        : []),
    ],
    items,
    button: { label: t("emails.button.viewParcels"), url: email.parcelsUrl },
    notes: [
      ...(moreCount === 0 ? [] : [t("emails.parcelsReceived.more", { count: moreCount })]),
      t("emails.parcelsReceived.howToTurnOff"),
    ],
  };
}

function attentionText(email: Named<"parcel-attention">, locale: EmailLocale): EmailText {
  const { t, line, language } = locale;
  const { hasDamage, battery, goodsFlags: flags, closedServices = [], isRefused } = email;
  const { number, url, condition } = email.parcel;
  const kind = isRefused ? "refused" : "goods";
  const goods = [
    ...(battery === "none" || battery === "unknown"
      ? []
      : [t(`parcel-measurements.battery.${battery}`)]),
    ...flags.map((flag) => t(`parcel-measurements.goods.${flag}`)),
  ];
  const subject =
    hasDamage && condition !== null && condition !== "perfect"
      ? t(`emails.parcelAttention.subject.${condition}`, { number })
      : t(`emails.parcelAttention.subjectOf.${kind}`, { number });
  const item = toParcelItem(email.parcel, locale);
  return {
    subject,
    preview: line([...item.details, ...goods]),
    heading: subject,
    paragraphs: [
      ...(hasDamage ? [t("emails.parcelAttention.conditionText")] : []),
      ...(goods.length === 0 ? [] : [t(`emails.parcelAttention.textOf.${kind}`)]),
    ],
    facts: [
      ...(goods.length === 0 ? [] : [{ label: t("emails.label.goods"), value: line(goods) }]),
      ...(closedServices.length === 0
        ? []
        : [
            {
              label: t("emails.label.closedServices"),
              value: line(closedServices.map((names) => names[language])),
            },
          ]),
    ],
    items: [item],
    button: { label: t("emails.button.viewParcel"), url },
    notes: [t("emails.parcelAttention.always")],
  };
}

function storageLine(
  { freeUntil, daysLeft, accruedCents, dayCents, capCents }: EmailedStoredParcel,
  { t, usd, day }: EmailLocale,
): string {
  const [amount, dayAmount, mostAmount] = [usd(accruedCents), usd(dayCents), usd(capCents)];
  if (daysLeft >= 0) {
    const lastDay = day(freeUntil);
    return t("emails.storageReminder.freeUntil", { lastDay, daysLeft, dayAmount, mostAmount });
  }
  return accruedCents >= capCents
    ? t("emails.storageReminder.costsMost", { amount })
    : t("emails.storageReminder.costs", { amount, dayAmount, mostAmount });
}

function reminderSubject(
  { parcels, moreCount }: Named<"storage-reminder">,
  { t, usd, day }: EmailLocale,
): string {
  const [first] = parcels;
  const count = parcels.length + moreCount;
  const isOver = first !== undefined && first.daysLeft < 0;
  if (first === undefined || count > 1) {
    return isOver
      ? t("emails.storageReminder.subjectOfManyOver", { count })
      : t("emails.storageReminder.subjectOfMany", { count });
  }
  const { number, freeUntil, accruedCents } = first;
  return isOver
    ? t("emails.storageReminder.subjectOver", { number, amount: usd(accruedCents) })
    : t("emails.storageReminder.subject", { number, lastDay: day(freeUntil) });
}

function reminderText(email: Named<"storage-reminder">, locale: EmailLocale): EmailText {
  const { t, line } = locale;
  const { parcels, moreCount } = email;
  const subject = reminderSubject(email, locale);
  const items = parcels.map((one) => {
    const item = toParcelItem(one, locale);
    return { ...item, details: [storageLine(one, locale), ...item.details] };
  });
  return {
    subject,
    preview: line(items[0]?.details.slice(0, 1) ?? []),
    heading: subject,
    paragraphs: [t("emails.storageReminder.explanation")],
    items,
    button: { label: t("emails.button.viewParcels"), url: email.parcelsUrl },
    notes: [
      ...(moreCount === 0 ? [] : [t("emails.parcelsReceived.more", { count: moreCount })]),
      t("emails.storageReminder.always"),
    ],
  };
}

const parcelEmailTexts: EmailTexts<typeof parcelEmails> = {
  "parcels-received": receivedText,
  "parcel-attention": attentionText,
  "storage-reminder": reminderText,
};

export const parcelEmailKinds = emailKinds(
  parcelEmails,
  {
    "parcels-received": {
      switchName: "shipmentUpdates",
      unsubscribes: ["parcel_received", "parcel_undeclared", "package_complete"],
    },
    "parcel-attention": { switchName: "always" },
    "storage-reminder": { switchName: "always" },
  },
  parcelEmailTexts,
);

declare module "#platform/server/emails/email.ts" {
  interface Emails extends EmailsOf<typeof parcelEmails> {}
}

const removedEmails = [
  z.strictObject({
    name: z.literal("parcel-removed"),
    number: z.string(),
    why: z.enum(notificationMatrix.parcel_removed.variants),
    /** The package that it left, and whether it left a ship request of it too. */
    packageName: z.exactOptional(z.string()),
    wasRequested: z.exactOptional(z.boolean()),
    /** Of the parcels. */
    url: z.url({ protocol: /^https?$/ }),
  }),
  z.strictObject({
    name: z.literal("parcel-removal"),
    number: z.string(),
    what: z.enum(notificationMatrix.parcel_removal.variants),
    /** What staff stated. */
    reason: z.string(),
    /** The last day on which its owner can object, where it is only asked for. */
    until: z.iso.date().nullable(),
    /** Of the parcel. */
    url: z.url({ protocol: /^https?$/ }),
  }),
] as const;

type RemovedEmail = Extract<z.infer<(typeof removedEmails)[number]>, { name: "parcel-removed" }>;
type RemovalEmail = Extract<z.infer<(typeof removedEmails)[number]>, { name: "parcel-removal" }>;

function removalText(email: RemovalEmail, { t, day }: EmailLocale): EmailText {
  const { number, what, reason, until, url } = email;
  const lastDay = until === null ? "" : day(until);
  const subject = t(`notifications.text.parcel_removal_${what}`, { number, day: lastDay });
  const text = t(`emails.parcelRemoval.${what}`);
  return {
    subject,
    preview: text,
    heading: subject,
    paragraphs: [
      text,
      until === null
        ? t("emails.parcelRemoved.free")
        : t("emails.parcelRemoval.object", { day: lastDay }),
    ],
    facts: [
      { label: t("emails.label.trackingNumber"), value: number },
      { label: t("common.reason"), value: reason },
    ],
    button: { label: t("emails.button.viewParcel"), url },
  };
}

const removedEmailTexts: EmailTexts<typeof removedEmails> = {
  "parcel-removed": (
    { number, why, url, ...left }: RemovedEmail,
    { t, language }: EmailLocale,
  ): EmailText => {
    const subject = t(`notifications.text.parcel_removed_${why}`, { number });
    const detail = notificationDetail(left, language);
    return {
      subject,
      preview: t(`emails.parcelRemoved.${why}`),
      heading: subject,
      paragraphs: [t(`emails.parcelRemoved.${why}`), t("emails.parcelRemoved.free")],
      items: [{ title: number, url, details: detail === null ? [] : [detail], photoKey: null }],
      button: { label: t("emails.button.viewParcels"), url },
    };
  },
  "parcel-removal": removalText,
};

export const removedEmailKinds = emailKinds(
  removedEmails,
  {
    "parcel-removed": { switchName: "always" },
    "parcel-removal": { switchName: "always" },
  },
  removedEmailTexts,
);

declare module "#platform/server/emails/email.ts" {
  interface Emails extends EmailsOf<typeof removedEmails> {}
}

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
