import { renderToReadableStream } from "react-dom/server";
import { ServerRouter, type EntryContext } from "react-router";
import { preferredLanguage, splitLanguagePath, type Language } from "#platform/rules/language.ts";
import { isPublicPage } from "#platform/rules/page-addresses.ts";
import { prerenderIn } from "#ui/web/i18n/messages.tsx";

/** Public pages have an address for each language; all others are drawn in the language that is asked for. */
function languageOfPage({ url, headers }: Request): Language {
  const { language, path } = splitLanguagePath(new URL(url).pathname);
  return isPublicPage(path) ? language : preferredLanguage(headers.get("accept-language"));
}

/** Prerenders the public pages and the empty application page at build time. */
export default async function renderPage(
  request: Request,
  statusCode: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  prerenderIn(languageOfPage(request));
  const stream = await renderToReadableStream(<ServerRouter context={context} url={request.url} />);
  await stream.allReady;
  headers.set("Content-Type", "text/html");
  return new Response(stream, { status: statusCode, headers });
}
