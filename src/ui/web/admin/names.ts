// What staff name in each language, as the texts of a form.
import { languages, type Language, type NamesByLanguage } from "#platform/rules/language.ts";
import { documentLanguage, t } from "#ui/web/i18n/messages.tsx";
import { requiredText } from "#ui/web/field-rules.ts";

export const nameMissing = (): string => t("admin.name.missing");

const nameText = requiredText(nameMissing);

/** The rules of the fields. */
export const nameRules = { nameEn: nameText, nameZhHant: nameText, nameZhHans: nameText };

export type NameTexts = Readonly<Record<keyof typeof nameRules, string>>;

/** The field of the name in a language. */
export const nameFields = {
  en: "nameEn",
  "zh-Hant-HK": "nameZhHant",
  "zh-Hans": "nameZhHans",
} as const satisfies Readonly<Record<Language, keyof NameTexts>>;

/** Names as texts of the form; empty ones for something new. */
export function nameTexts(names: NamesByLanguage | undefined): NameTexts {
  return {
    nameEn: names?.en ?? "",
    nameZhHant: names?.["zh-Hant-HK"] ?? "",
    nameZhHans: names?.["zh-Hans"] ?? "",
  };
}

/** What something is called in the language of the page. */
export function nameInLanguage({ names }: { readonly names: NamesByLanguage }): string {
  return names[documentLanguage()];
}

/** The name in every language, as those read it who translate. */
export function namesText(names: NamesByLanguage): string {
  return languages.map((language) => names[language]).join(" / ");
}

export function namesOf({ nameEn, nameZhHant, nameZhHans }: NameTexts) {
  return { en: nameEn, "zh-Hant-HK": nameZhHant, "zh-Hans": nameZhHans };
}
