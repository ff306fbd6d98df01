import { languageCookieText, type Language } from "#platform/rules/language.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { updateLanguageColumn } from "./profile-queries.ts";

/** Stores the language of the signed-in user and sets the cookie by which this browser gets its pages. */
export async function chooseLanguage(
  { db, config, session, now, responseHeaders }: SignedInContext,
  { language }: { readonly language: Language },
): Promise<{ language: Language }> {
  await updateLanguageColumn(db, session.person.id, language, now());
  responseHeaders.append("set-cookie", languageCookieText(language, config.isHttps));
  return { language };
}
