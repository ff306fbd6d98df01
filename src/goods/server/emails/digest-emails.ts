// The daily digest: what happened and needs nobody, in one email.
import * as z from "zod";
import { dailyDigest, notificationKinds } from "#notices/rules/notification.ts";
import { notificationDetail, notificationText } from "#notices/server/notifications/inbox.ts";
import { amountCents } from "#platform/contract/fields.ts";
import type { EmailItem } from "#platform/server/adapters/mail/email-content.ts";
import {
  emailKinds,
  type EmailLocale,
  type EmailsOf,
  type EmailTexts,
} from "#platform/server/emails/email.ts";
import { emailedArrival, emailedLeg } from "./package-emails.ts";
import { emailedParcel, toParcelItem } from "./parcel-emails.ts";

const link = z.url({ protocol: /^https?$/ });

const news = z.strictObject({
  kind: z.enum(notificationKinds),
  payload: z.strictObject({
    number: z.exactOptional(z.string()),
    variant: z.exactOptional(z.string()),
    count: z.exactOptional(z.int()),
    amountCents: z.exactOptional(amountCents),
    leg: z.exactOptional(emailedLeg),
    arrival: z.exactOptional(emailedArrival),
  }),
  url: link,
});

const newsDigestEmails = [
  z.strictObject({
    name: z.literal("news-digest"),
    parcels: z.array(emailedParcel),
    news: z.array(news),
    /** How much more happened. */
    moreCount: z.int().min(0),
    dashboardUrl: link,
  }),
] as const;

function toItem(
  { kind, payload, url }: z.infer<typeof news>,
  { language }: EmailLocale,
): EmailItem {
  const detail = notificationDetail(payload, language);
  return {
    title: notificationText({ kind, payload }, language),
    url,
    details: detail === null ? [] : [detail],
    photoKey: null,
  };
}

const newsDigestTexts: EmailTexts<typeof newsDigestEmails> = {
  "news-digest": ({ parcels, news: told, moreCount, dashboardUrl }, locale) => {
    const { t, line } = locale;
    const items = [
      ...parcels.map((parcel) => ({
        ...toParcelItem(parcel, locale),
        title: t("emails.parcelsReceived.subject", { number: parcel.number }),
      })),
      ...told.map((one) => toItem(one, locale)),
    ];
    const [first] = items;
    const count = items.length + moreCount;
    const subject =
      first !== undefined && count === 1 ? first.title : t("emails.newsDigest.subject", { count });
    return {
      subject,
      preview: line(count === 1 ? (first?.details ?? []) : items.map(({ title }) => title)),
      heading: subject,
      paragraphs: [t("emails.newsDigest.explanation")],
      items,
      button: { label: t("emails.button.dashboard"), url: dashboardUrl },
      notes: [
        ...(moreCount === 0 ? [] : [t("emails.newsDigest.more", { count: moreCount })]),
        t("emails.newsDigest.howToTurnOff"),
      ],
    };
  },
};

export const newsDigestEmailKinds = emailKinds(
  newsDigestEmails,
  {
    "news-digest": {
      switchName: "shipmentUpdates",
      unsubscribes: [dailyDigest],
      kindOf: () => dailyDigest,
    },
  },
  newsDigestTexts,
);

declare module "#platform/server/emails/email.ts" {
  interface Emails extends EmailsOf<typeof newsDigestEmails> {}
}
