import { renderToReadableStream } from "react-dom/server";
import { ServerRouter, type EntryContext } from "react-router";
import { splitLanguagePath } from "#core/language.ts";
import { prerenderIn } from "./i18n/messages.tsx";

/** Prerenders the public pages and the empty application page at build time. */
export default async function renderPage(
  request: Request,
  statusCode: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  prerenderIn(splitLanguagePath(new URL(request.url).pathname).language);
  const stream = await renderToReadableStream(<ServerRouter context={context} url={request.url} />);
  await stream.allReady;
  headers.set("Content-Type", "text/html");
  return new Response(stream, { status: statusCode, headers });
}
