import { createORPCErrorFromJson, isORPCErrorJson, ORPCError } from "@orpc/client";
import type { ClientLink, ClientOptions } from "@orpc/client";

type CallOptions = ClientOptions<Record<never, never>>;
type Fetch = (request: Request) => Promise<Response>;

/** The library's wire format for values that are plain JSON. */
type Envelope = { readonly json: unknown; readonly meta?: readonly unknown[] };

function holdsFile(value: unknown): boolean {
  if (value instanceof Blob) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsFile);
}

/** Makes the call with the library's own link, which supports files, streams and values that JSON does not. */
async function callWithLibrary(
  options: { headers: () => Record<string, string>; fetch: Fetch },
  call: readonly [path: readonly string[], input: unknown, callOptions: CallOptions],
): Promise<unknown> {
  const { RPCLink } = await import("@orpc/client/fetch");
  const link = new RPCLink({
    url: `${window.location.origin}/api/rpc`,
    headers: options.headers,
    fetch: options.fetch,
  });
  const [path, input, callOptions] = call;
  return await link.call(path, input, callOptions);
}

/** The envelope in `text`, or null where it is none or contains values other than plain JSON. */
function parseEnvelope(text: string): Envelope | null {
  try {
    const envelope = JSON.parse(text) as Envelope;
    return (envelope.meta?.length ?? 0) > 0 ? null : envelope;
  } catch {
    return null;
  }
}

/** The output of the operation. Throws ORPCError with the server's code and message for an error. */
function readOutput(status: number, { json }: Envelope): unknown {
  if (status < 400) return json;
  if (isORPCErrorJson(json)) throw createORPCErrorFromJson(json);
  throw new ORPCError("MALFORMED_ORPC_ERROR_RESPONSE", { status, data: json });
}

/**
 * A client link that calls `POST /api/rpc/<area>/<operation>` with plain JSON. The library's own link is several times
 * as large and hardly ever needed, so it is loaded by the first call that does.
 * @param options.headers are sent with every call.
 */
export function plainLink(options: {
  headers: () => Record<string, string>;
  fetch?: Fetch;
}): ClientLink<Record<never, never>> {
  const send: Fetch = options.fetch ?? ((request) => fetch(request));
  return {
    async call(path, input, callOptions) {
      const call = [path, input, callOptions] as const;
      if (callOptions.lastEventId !== undefined || holdsFile(input)) {
        return await callWithLibrary({ headers: options.headers, fetch: send }, call);
      }
      const address = path.map(encodeURIComponent).join("/");
      const request = new Request(`${window.location.origin}/api/rpc/${address}`, {
        method: "POST",
        headers: { ...options.headers(), "content-type": "application/json" },
        body: JSON.stringify({ json: input }),
        redirect: "manual",
        signal: callOptions.signal ?? null,
      });
      const response = await send(request);
      const isText = response.headers.get("content-type")?.startsWith("application/json") ?? false;
      const text = isText ? await response.text() : "";
      const envelope = parseEnvelope(text);
      if (envelope !== null) return readOutput(response.status, envelope);
      // The request is not sent again: the library only parses the response that has arrived.
      const received = isText ? new Response(text, response) : response;
      const replay = { headers: options.headers, fetch: () => Promise.resolve(received) };
      return await callWithLibrary(replay, call);
    },
  };
}
