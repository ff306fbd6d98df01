/** A language of the screens and emails, as a BCP 47 tag. The first is the default. */
export const languages = ["en", "zh-Hant-HK", "zh-Hans"] as const;
export type Language = (typeof languages)[number];

/** What something is called in each language, in at most `nameCharacters` each. */
export type NamesByLanguage = Readonly<Record<Language, string>>;

export const nameCharacters = 100;

export const defaultLanguage: Language = "en";

/** The locale of numbers and dates in a language. */
export function localeOf(language: Language): string {
  return language === "en" ? "en-US" : language;
}

/** What each language is called in itself, as menus of languages show it. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: "English",
  "zh-Hant-HK": "繁體中文",
  "zh-Hans": "简体中文",
};

/** What offers a public page in each language, in that language. */
export const languageOffers: Readonly<Record<Language, string>> = {
  en: "Read this page in English",
  "zh-Hant-HK": "以繁體中文閱讀本頁",
  "zh-Hans": "用简体中文阅读本页",
};

/** The first part of a public page's address; the default language has none. */
export const languagePrefixes: Readonly<Record<Language, string>> = {
  en: "",
  "zh-Hant-HK": "/zh-hk",
  "zh-Hans": "/zh-cn",
};

/** The cookie that holds the language which a visitor has chosen. */
export const languageCookie = "language";

/** The cookie with `language` as in Set-Cookie and `document.cookie`, kept for a year. */
export function languageCookieText(language: Language, isHttps: boolean): string {
  const attributes = "Max-Age=31536000; Path=/; SameSite=Lax";
  return `${languageCookie}=${language}; ${attributes}${isHttps ? "; Secure" : ""}`;
}

export function isLanguage(text: unknown): text is Language {
  return languages.some((language) => language === text);
}

/** The supported language for a BCP 47 tag, or null; Chinese without a region or script is simplified. */
function languageOfTag(tag: string): Language | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    if (language === "en") return "en";
    if (language === "zh" || language === "yue")
      return script === "Hant" ? "zh-Hant-HK" : "zh-Hans";
    return null;
  } catch {
    return null;
  }
}

/** The tags of an `Accept-Language` header (RFC 9110, section 12.5.4), the preferred first. */
export function acceptedTags(acceptLanguage: string | null): readonly string[] {
  return (acceptLanguage ?? "")
    .slice(0, 500)
    .split(",")
    .map((range) => {
      const [tag = "", ...parameters] = range.trim().split(/\s*;\s*/);
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return { tag, quality: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ quality }) => quality > 0 && quality <= 1)
    .toSorted((left, right) => right.quality - left.quality)
    .map(({ tag }) => tag);
}

/**
 * The supported language that an `Accept-Language` header prefers. null for a header that is missing, malformed or names
 * none of them.
 */
export function acceptedLanguage(acceptLanguage: string | null): Language | null {
  for (const tag of acceptedTags(acceptLanguage)) {
    const language = languageOfTag(tag);
    if (language !== null) return language;
  }
  return null;
}

/** The same, or the default. */
export function preferredLanguage(acceptLanguage: string | null): Language {
  return acceptedLanguage(acceptLanguage) ?? defaultLanguage;
}

function withoutLastSlash(path: string): string {
  return path.replace(/\/+$/, "") || "/";
}

/**
 * The language and the path in the default language of a public page's `pathname`, such as `/zh-hk/pricing`, without a slash
 * at its end.
 */
export function splitLanguagePath(pathname: string): { language: Language; path: string } {
  const prefixed = languages.find((language) => {
    const prefix = languagePrefixes[language];
    const isBelow = pathname === prefix || pathname.startsWith(`${prefix}/`);
    return prefix !== "" && isBelow;
  });
  if (prefixed === undefined)
    return { language: defaultLanguage, path: withoutLastSlash(pathname) };
  return {
    language: prefixed,
    path: withoutLastSlash(pathname.slice(languagePrefixes[prefixed].length)),
  };
}

/** The address of a public page, such as `/pricing`, in `language`. */
export function localizedPath(language: Language, path: string): string {
  const prefix = languagePrefixes[language];
  return path === "/" && prefix !== "" ? `${prefix}/` : `${prefix}${path}`;
}
