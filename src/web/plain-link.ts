// Sends the calls of the API whose input and answer are plain JSON; the library's own link comes for all others.
import { createORPCErrorFromJson, isORPCErrorJson, ORPCError } from "@orpc/client";
import type { ClientLink, ClientOptions } from "@orpc/client";

type Calling = ClientOptions<Record<never, never>>;
type Fetch = (request: Request) => Promise<Response>;

/** What the library sends for `input`, where every value of it is one of JSON's. */
type Envelope = { readonly json: unknown; readonly meta?: readonly unknown[] };

function holdsFile(value: unknown): boolean {
  if (value instanceof Blob) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsFile);
}

/** Lets the library's link make the call with `fetch`: files, streams and values that JSON does not know. */
async function callWholly(
  options: { headers: () => Record<string, string>; fetch: Fetch },
  call: readonly [path: readonly string[], input: unknown, calling: Calling],
): Promise<unknown> {
  const { RPCLink } = await import("@orpc/client/fetch");
  const link = new RPCLink({
    url: `${window.location.origin}/api/rpc`,
    headers: options.headers,
    fetch: options.fetch,
  });
  const [path, input, calling] = call;
  return await link.call(path, input, calling);
}

/** The envelope in `text`, or null where it holds something that JSON does not know, or is no envelope. */
function readPlain(text: string): Envelope | null {
  try {
    const envelope = JSON.parse(text) as Envelope;
    return (envelope.meta?.length ?? 0) > 0 ? null : envelope;
  } catch {
    return null;
  }
}

/** What the answer holds. Throws ORPCError for a refusal, with the code and the sentence of the server. */
function open(status: number, { json }: Envelope): unknown {
  if (status < 400) return json;
  if (isORPCErrorJson(json)) throw createORPCErrorFromJson(json);
  throw new ORPCError("MALFORMED_ORPC_ERROR_RESPONSE", { status, data: json });
}

/**
 * The way to the server for the client of the API: `POST /api/rpc/<area>/<operation>`. The library's own link is
 * several times as heavy, and nearly no call needs what it knows, so that it is loaded by the first that does.
 * @param headers are sent with every call.
 */
export function plainLink(options: {
  headers: () => Record<string, string>;
  fetch?: Fetch;
}): ClientLink<Record<never, never>> {
  const send: Fetch = options.fetch ?? ((request) => fetch(request));
  return {
    async call(path, input, calling) {
      const call = [path, input, calling] as const;
      if (calling.lastEventId !== undefined || holdsFile(input)) {
        return await callWholly({ headers: options.headers, fetch: send }, call);
      }
      const address = path.map(encodeURIComponent).join("/");
      const request = new Request(`${window.location.origin}/api/rpc/${address}`, {
        method: "POST",
        headers: { ...options.headers(), "content-type": "application/json" },
        body: JSON.stringify({ json: input }),
        redirect: "manual",
        signal: calling.signal ?? null,
      });
      const response = await send(request);
      const isText = response.headers.get("content-type")?.startsWith("application/json") ?? false;
      const text = isText ? await response.text() : "";
      const envelope = readPlain(text);
      if (envelope !== null) return open(response.status, envelope);
      // Asked once already: the library only reads the answer that is here.
      const answer = isText ? new Response(text, response) : response;
      const again = { headers: options.headers, fetch: () => Promise.resolve(answer) };
      return await callWholly(again, call);
    },
  };
}
