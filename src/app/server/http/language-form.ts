import { addressIn } from "#platform/rules/page-addresses.ts";
import { defaultLanguage, isLanguage, languageCookieText } from "#platform/rules/language.ts";
import type { Context } from "#platform/server/context.ts";
import { chooseLanguage } from "#people/server/users/profile.ts";

/** The path and query of the page that sent the form; the home page where the browser does not say. */
function pageOf({ requestHeaders, config }: Context): URL {
  const page = URL.parse(requestHeaders.get("referer") ?? "");
  return page?.origin === config.publicUrl ? page : new URL("/", config.publicUrl);
}

/**
 * Answers the language menu of pages without the application: stores the choice and leads to the same page in that
 * language. An unknown language means the default.
 */
export async function answerLanguageForm(context: Context, body: string): Promise<Response> {
  const chosen = new URLSearchParams(body).get("language");
  const language = isLanguage(chosen) ? chosen : defaultLanguage;
  const { config, session, responseHeaders } = context;
  if (session === null)
    responseHeaders.append("set-cookie", languageCookieText(language, config.isHttps));
  else await chooseLanguage({ ...context, session }, { language });
  const { pathname, search } = pageOf(context);
  return new Response(null, {
    status: 303,
    headers: {
      location: config.publicUrl + addressIn(language, pathname) + search,
      "cache-control": "no-store",
    },
  });
}
