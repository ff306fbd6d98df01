// The emails about ship requests: what was packed, what waits, and what ended.
import * as z from "zod";
import { amountCents } from "#platform/contract/fields.ts";
import { placeName } from "#catalogue/rules/country-name.ts";
import { packageFact } from "#goods/server/emails/package-emails.ts";
import { languages, localeOf, type Language } from "#platform/rules/language.ts";
import { waitingNews } from "#shipping/rules/ship-request.ts";
import type { EmailText } from "#platform/server/adapters/mail/email-content.ts";
import {
  emailKinds,
  type EmailsOf,
  type EmailTexts,
  type EmailLocale,
} from "#platform/server/emails/email.ts";

function listText(names: readonly string[], language: Language): string {
  return new Intl.ListFormat(localeOf(language), { type: "conjunction" }).format(names);
}

/** What an email about a ship request says. */
const shipRequestNews = [
  "packed",
  "topped_up",
  ...waitingNews.map((reason) => `waiting_${reason}` as const),
  ...waitingNews.map((reason) => `reminder_${reason}` as const),
  "shelved",
  "cancelled",
  "extra_done",
  "extra_refused",
  "extra_cancelled",
] as const;
export type ShipRequestNews = (typeof shipRequestNews)[number];

const shipRequestEmails = [
  z.strictObject({
    name: z.literal("ship-request"),
    news: z.enum(shipRequestNews),
    /** As its customer calls the package. */
    packageName: z.string(),
    trackingNumber: z.string(),
    destination: z.string(),
    /** The exact price, that of the cheapest service while one is to be chosen, or what is missing. */
    amountCents: amountCents.nullable(),
    /** The deposit with which it goes on. */
    depositCents: amountCents.nullable(),
    /** The names of the extra services that are done. */
    doneServices: z.array(z.record(z.enum(languages), z.string())),
    /** The country in which duty is prepaid, and not in the price; null: the recipient pays it. */
    dutyPrepaidIn: z.string().nullable(),
    /** What stops it where goods do, and what follows from that. */
    stopped: z.exactOptional(
      z.strictObject({
        /** The names of the carriers whose rules they are; none where they are not a carrier's. */
        carriers: z.array(z.record(z.enum(languages), z.string())),
        needsProof: z.boolean(),
        /** The names of the services that take it once a proof was seen. */
        proofServices: z.array(z.record(z.enum(languages), z.string())),
        hasOther: z.boolean(),
        canTakeOut: z.boolean(),
        wasFreightCharged: z.boolean(),
        hasHold: z.boolean(),
      }),
    ),
    /** As staff typed it. */
    reason: z.string(),
    /** Whose page `url` is. */
    leadsTo: z.enum(["ship_request", "parcel", "package", "parcels"]),
    url: z.url({ protocol: /^https?$/ }),
  }),
] as const;

type ShipRequestEmail = z.infer<(typeof shipRequestEmails)[number]>;

/** What the amount of an email is; the price of the package otherwise. */
const amountNames: Readonly<Partial<Record<ShipRequestNews, "missing" | "cheapestService">>> = {
  waiting_top_up: "missing",
  reminder_top_up: "missing",
  waiting_price: "cheapestService",
  reminder_price: "cheapestService",
};

/** The label of the button that leads to a page. */
function buttonLabel(leadsTo: ShipRequestEmail["leadsTo"], t: EmailLocale["t"]): string {
  switch (leadsTo) {
    case "ship_request":
      return t("emails.button.viewShipRequest");
    case "parcel":
      return t("emails.button.viewParcel");
    case "package":
      return t("emails.button.viewPackage");
    case "parcels":
      return t("emails.button.viewParcels");
  }
}

/** What is said of a box that was stopped for what is in it, and what can be done. */
function stoppedTexts(
  { news, stopped }: ShipRequestEmail,
  { t, language }: EmailLocale,
): string[] | null {
  if (stopped === undefined) return null;
  const { needsProof, wasFreightCharged, hasHold } = stopped;
  const listOf = (names: typeof stopped.carriers) =>
    listText(
      names.map((name) => name[language] ?? ""),
      language,
    );
  const [carriers, services] = [listOf(stopped.carriers), listOf(stopped.proofServices)];
  const byProof = needsProof ? "yes" : "no";
  const canTakeOut = stopped.canTakeOut ? "yes" : "no";
  const hasOther = stopped.hasOther ? "yes" : "no";
  return [
    carriers === ""
      ? t(`emails.shipRequest.text.${news}`)
      : t("ship-requests.waiting.goods", { carriers, byProof }),
    ...(wasFreightCharged ? [] : [t("ship-requests.waiting.goodsFreight")]),
    ...(hasHold ? [t("emails.shipRequest.holdStays")] : []),
    t("ship-requests.waiting.goodsChoice", { canTakeOut, hasOther }),
    ...(services === "" ? [] : [t("ship-requests.waiting.goodsProof", { services })]),
  ];
}

const shipRequestEmailTexts: EmailTexts<typeof shipRequestEmails> = {
  "ship-request": (email: ShipRequestEmail, locale: EmailLocale): EmailText => {
    const { t, usd, language } = locale;
    const { news, packageName, destination, reason, leadsTo, url } = email;
    const texts = stoppedTexts(email, locale) ?? [t(`emails.shipRequest.text.${news}`)];
    const subject = t(`emails.shipRequest.subject.${news}`, { packageName });
    const isReminder = news.startsWith("reminder_");
    const done = email.doneServices.map((names) => names[language] ?? "");
    return {
      subject,
      preview: texts[0] ?? "",
      heading: subject,
      paragraphs: [
        ...texts,
        ...(isReminder ? [t("emails.shipRequest.shelvedLater")] : []),
        ...(email.amountCents === null || email.dutyPrepaidIn === null
          ? []
          : [
              t("labels.dutyPrepaid", {
                country: email.dutyPrepaidIn,
                name: placeName(destination, language),
              }),
            ]),
      ],
      facts: [
        packageFact(email, t),
        ...(destination === ""
          ? []
          : [{ label: t("emails.label.destination"), value: placeName(destination, language) }]),
        ...(email.amountCents === null
          ? []
          : [
              {
                label: t(`emails.shipRequest.amount.${amountNames[news] ?? "price"}`),
                value: usd(email.amountCents),
              },
            ]),
        ...(email.depositCents === null
          ? []
          : [{ label: t("emails.label.deposit"), value: usd(email.depositCents) }]),
        ...(done.length === 0
          ? []
          : [{ label: t("emails.label.doneServices"), value: listText(done, language) }]),
        ...(reason === "" ? [] : [{ label: t("emails.label.reason"), value: reason }]),
      ],
      button: { label: buttonLabel(leadsTo, t), url },
    };
  },
};

export const shipRequestEmailKinds = emailKinds(
  shipRequestEmails,
  {
    "ship-request": { switchName: "always" },
  },
  shipRequestEmailTexts,
);

declare module "#platform/server/emails/email.ts" {
  interface Emails extends EmailsOf<typeof shipRequestEmails> {}
}
