import { parse } from "hono/utils/cookie";
import {
  acceptedLanguage,
  defaultLanguage,
  isLanguage,
  languageCookie,
  preferredLanguage,
  type Language,
} from "#platform/rules/language.ts";

/** The language that the reader has chosen, or that the browser asks for; null when neither names one of ours. */
export function findLanguage(headers: Headers): Language | null {
  const chosen = parse(headers.get("cookie") ?? "", languageCookie)[languageCookie];
  return isLanguage(chosen) ? chosen : acceptedLanguage(headers.get("accept-language"));
}

/** The language of the answer. Screens ask for that of their document, which may be older than the choice. */
export function requestLanguage({ url, headers }: Request): Language {
  return new URL(url).pathname.startsWith("/api/rpc/")
    ? preferredLanguage(headers.get("accept-language"))
    : (findLanguage(headers) ?? defaultLanguage);
}
