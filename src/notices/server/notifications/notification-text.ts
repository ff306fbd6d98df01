import { brandName } from "#platform/rules/brand.ts";
import { placeName } from "#catalogue/rules/country-name.ts";
import { localeOf, type Language } from "#platform/rules/language.ts";
import type { NotificationKind, NotificationPayload } from "#notices/rules/notification.ts";
import { formatUsd } from "#platform/rules/money.ts";
import { arrivalText } from "#catalogue/server/arrival-text.ts";
import { translate, type MessageId } from "#platform/server/translate.ts";

function wordingId(kind: NotificationKind, variant: string | undefined): MessageId {
  const name = variant === undefined ? kind : `${kind}_${variant}`;
  // A test compares the sentences with the kinds and their variants.
  return `notifications.text.${name}` as MessageId;
}

function dayText(at: string, locale: string): string {
  return new Date(at).toLocaleDateString(locale, { dateStyle: "long", timeZone: "UTC" });
}

/** The sentence of a notification in the reader's language. */
export function notificationText(
  { kind, payload }: { readonly kind: NotificationKind; readonly payload: NotificationPayload },
  language: Language,
): string {
  const { number = "", variant, amountCents = 0, balanceCents = 0, plan = "", at } = payload;
  const locale = localeOf(language);
  return translate(language, wordingId(kind, variant), {
    brand: brandName,
    number,
    plan,
    amount: formatUsd(amountCents, locale),
    balance: formatUsd(balanceCents, locale),
    day: at === undefined ? "" : dayText(at, locale),
  });
}

/** The leg that it is about and when the package arrives, in one line; null where neither is known. */
export function notificationDetail(
  { leg, arrival }: Pick<NotificationPayload, "leg" | "arrival">,
  language: Language,
): string | null {
  const facts: string[] = [];
  if (leg !== undefined) {
    const origin = placeName(leg.origin, language);
    const destination = placeName(leg.destination, language);
    facts.push(translate(language, "notifications.leg", { ...leg, origin, destination }));
  }
  if (arrival !== undefined) {
    facts.push(
      translate(language, "labels.arrival.line", { when: arrivalText(arrival, language) }),
    );
  }
  return facts.length === 0 ? null : facts.join(" · ");
}
