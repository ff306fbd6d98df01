/** Draws the public pages and the application's empty frame when the product is built. */
import { renderToReadableStream } from "react-dom/server";
import { ServerRouter, type EntryContext } from "react-router";

export default async function drawPage(
  request: Request,
  statusCode: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const stream = await renderToReadableStream(<ServerRouter context={context} url={request.url} />);
  await stream.allReady;
  headers.set("Content-Type", "text/html");
  return new Response(stream, { status: statusCode, headers });
}
