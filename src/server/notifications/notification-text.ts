import { brandName } from "#core/brand.ts";
import { localeOf, type Language } from "#core/language.ts";
import type { NotificationKind, NotificationPayload } from "#core/notification.ts";
import { formatUsd } from "#core/money.ts";
import { translate, type MessageId } from "#server/translate.ts";

function wordingId(kind: NotificationKind, variant: string | undefined): MessageId {
  const name = variant === undefined ? kind : `${kind}_${variant}`;
  // A test compares the sentences with the kinds and their variants.
  return `notifications.text.${name}` as MessageId;
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
    day:
      at === undefined
        ? ""
        : new Date(at).toLocaleDateString(locale, { dateStyle: "long", timeZone: "UTC" }),
  });
}
