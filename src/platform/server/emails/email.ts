import * as z from "zod";
import { type Language, localeOf } from "#platform/rules/language.ts";
import type { EmailContent, EmailText } from "#platform/server/adapters/mail/email-content.ts";
import { brandName } from "#platform/rules/brand.ts";
import { formatUsd } from "#platform/rules/money.ts";
import { formatKilograms } from "#platform/rules/weight.ts";
import type { MessageId } from "#platform/rules/messages.ts";
import { translate, type MessageValues } from "#platform/server/translate.ts";
import { readSignedId, signId } from "#platform/server/encryption.ts";

/** Every email by its name, with its fields: each module adds its own. */
export interface Emails {}

export type EmailName = keyof Emails;
export type Email = Emails[EmailName];

/** The switches of an account that turn off emails. */
export type EmailSwitch = "emailNotifications" | "shipmentUpdates" | "marketingEmails";

/** What the account of an address wants, and its language. */
export type EmailAccount = Readonly<Record<EmailSwitch, boolean>> & {
  readonly email: string;
  readonly closedAt: Date | null;
  readonly language: Language;
  /** The kinds of notifications of which it wants no emails. */
  readonly turnedOff: readonly string[];
};

/** When an email is not sent. */
export type EmailRules<Fields> = {
  /** The switch that turns it off; `always`: nobody can turn it off. */
  readonly switchName: EmailSwitch | "always";
  /**
   * What a link in it turns off: kinds of notifications, or the switch where there is no choice by kind. Emails without it
   * have no such link.
   */
  readonly unsubscribes?: EmailSwitch | readonly string[];
  /** The kind of notification that it is about; none where customers cannot turn that off, or it is about several. */
  readonly kindOf?: (email: Fields) => string;
};

type EmailKind<Fields> = EmailRules<Fields> & {
  readonly fields: z.ZodType<Fields>;
  readonly write: (email: Fields, locale: EmailLocale) => EmailText;
};

/** How each email is checked, written and turned off. */
export type EmailKinds = { readonly [Name in EmailName]: EmailKind<Emails[Name]> };

type NamedFields = z.ZodObject<{ name: z.ZodLiteral<string> }>;

/** The emails that have these fields, by name. */
export type EmailsOf<Schemas extends readonly NamedFields[]> = {
  [Schema in Schemas[number] as z.infer<Schema>["name"]]: z.infer<Schema>;
};

/** What each of them says. */
export type EmailTexts<Schemas extends readonly NamedFields[]> = {
  readonly [Name in keyof EmailsOf<Schemas>]: (
    email: EmailsOf<Schemas>[Name],
    locale: EmailLocale,
  ) => EmailText;
};

/** Puts together what a module says of its emails. */
export function emailKinds<const Schemas extends readonly NamedFields[]>(
  schemas: Schemas,
  rules: { readonly [Name in keyof EmailsOf<Schemas>]: EmailRules<EmailsOf<Schemas>[Name]> },
  texts: EmailTexts<Schemas>,
): { readonly [Name in keyof EmailsOf<Schemas>]: EmailKind<EmailsOf<Schemas>[Name]> } {
  const kinds = schemas.map((fields) => {
    const name = fields.shape.name.value as keyof EmailsOf<Schemas>;
    return [name, { ...rules[name], fields, write: texts[name] }];
  });
  // TypeScript cannot see that each name has the fields of its schema.
  return Object.fromEntries(kinds) as ReturnType<typeof emailKinds<Schemas>>;
}

/** What is known of the kind of an email. */
export function kindOfEmail(kinds: EmailKinds, name: EmailName): EmailKind<Email> {
  // TypeScript cannot see that the name selects the functions for this very email.
  return kinds[name] as EmailKind<Email>;
}

/** The email that a name and its fields give. Throws a ZodError where they are not valid. */
export function parseEmail(kinds: EmailKinds, stored: unknown): Email {
  const { name } = z.object({ name: z.string() }).parse(stored);
  if (!Object.hasOwn(kinds, name)) throw new Error(`There is no email named ${name}.`);
  return kindOfEmail(kinds, name as EmailName).fields.parse(stored);
}

/** What the email says in `language`. */
export function emailContent(kinds: EmailKinds, email: Email, language: Language): EmailContent {
  return { ...kindOfEmail(kinds, email.name).write(email, emailLocale(language)), language };
}

/** How emails in `language` write sentences and figures. */
export function emailLocale(language: Language) {
  const locale = localeOf(language);
  return {
    language,
    /** The sentence `id`; `{brand}` is known to all of them. */
    t: (id: MessageId, values: MessageValues = {}) =>
      translate(language, id, { brand: brandName, ...values }),
    usd: (amountCents: number) => formatUsd(amountCents, locale),
    weight: (weightGrams: number) => formatKilograms(weightGrams, locale),
    /** Facts in one line, such as "1.25 kg · Intact". */
    line: (facts: readonly string[]) => facts.join(" · "),
    /** A day in UTC, such as "March 31, 2026". */
    day: (moment: string) =>
      new Date(moment).toLocaleDateString(locale, { dateStyle: "long", timeZone: "UTC" }),
    /** Minutes in words: 60 is "1 hour", 90 is "90 minutes", 1440 is "24 hours". */
    duration: (minutes: number) => {
      const isHours = minutes % 60 === 0;
      return new Intl.NumberFormat(locale, {
        style: "unit",
        unit: isHours ? "hour" : "minute",
        unitDisplay: "long",
      }).format(isHours ? minutes / 60 : minutes);
    },
  };
}

export type EmailLocale = ReturnType<typeof emailLocale>;

type Unsubscribed = { readonly userId: string; readonly name: EmailName };

/** The email's name, a dot, then the signed id of the account: 64 characters of `A-Z a-z 0-9 - _`. */
export function unsubscribeToken(secret: string, { userId, name }: Unsubscribed): string {
  return `${name}.${signId(secret, "unsubscribing", userId, name)}`;
}

const tokenShape = /^([a-z-]{1,40})\.(.+)$/;

function isOptionalEmail(kinds: EmailKinds, name: string): name is EmailName {
  return Object.hasOwn(kinds, name) && kinds[name as EmailName].unsubscribes !== undefined;
}

/** Whose emails a token turns off, and which; null when it was not made with this server's secret. */
export function readUnsubscribeToken(
  { secret, emailKinds }: { readonly secret: string; readonly emailKinds: EmailKinds },
  token: string,
): Unsubscribed | null {
  const [, name = "", signed = ""] = tokenShape.exec(token) ?? [];
  if (!isOptionalEmail(emailKinds, name)) return null;
  const userId = readSignedId(secret, "unsubscribing", signed, name);
  return userId === null ? null : { userId, name };
}
