// Forwards requests to the API server in development, and waits while it restarts.
import { once } from "node:events";
import {
  request,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { ApiServer } from "./api-server.ts";

/** The API server is not running; `message` says why. */
export class ApiUnavailable extends Error {
  override readonly name = "ApiUnavailable";
}

const retryMilliseconds = 100;
/** More than a restart takes. */
const maxRetries = 20;

function isReading({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}

function headersFor(incoming: IncomingMessage, changed: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const { connection: _, ...headers } = incoming.headers;
  const forwarded = [headers["x-forwarded-for"], incoming.socket.remoteAddress].filter(Boolean);
  const all = { ...headers, "x-forwarded-for": forwarded.join(", "), ...changed };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Nothing of the request was sent. */
class NotConnected extends Error {
  override readonly name = "NotConnected";
}

/** Sends `incoming` to `port`, the body once connected. */
async function send(
  incoming: IncomingMessage,
  port: number,
  options: { headers: OutgoingHttpHeaders; signal: AbortSignal },
): Promise<IncomingMessage> {
  const { url: path = "/", method = "GET" } = incoming;
  const outgoing = request({ host: "127.0.0.1", port, path, method, agent: false, ...options });
  let isConnected = false;
  outgoing.once("socket", (socket) =>
    socket.once("connect", () => {
      isConnected = true;
      if (isReading(incoming)) outgoing.end();
      else incoming.pipe(outgoing);
    }),
  );
  try {
    const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
    return answer;
  } catch (error) {
    if (isConnected || options.signal.aborted) throw error;
    throw new NotConnected("The server accepts no connection.", { cause: error });
  }
}

/**
 * The API server's response to `incoming`. Retries when its process has just ended, but not a write that may have reached it.
 * Throws ApiUnavailable.
 */
export async function forwardToApi(
  api: ApiServer,
  incoming: IncomingMessage,
  { changed = {}, signal }: { changed?: OutgoingHttpHeaders; signal: AbortSignal },
): Promise<IncomingMessage> {
  const headers = headersFor(incoming, changed);
  for (let attempt = 0; ; attempt++) {
    const state = await api.state();
    if ("failure" in state) throw new ApiUnavailable(state.failure);
    try {
      return await send(incoming, state.port, { headers, signal });
    } catch (error) {
      if (signal.aborted) throw error;
      const isRetryable = isReading(incoming) || error instanceof NotConnected;
      const reason = error instanceof Error ? error.message : String(error);
      if (!isRetryable || attempt === maxRetries)
        throw new ApiUnavailable(reason, { cause: error });
    }
    await sleep(retryMilliseconds);
  }
}

/** Aborted when the client disconnects before the response is complete. */
export function disconnectSignal(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController();
  outgoing.once("close", () => controller.abort());
  return controller.signal;
}

/** Streams `answer` to the client. */
export function sendResponse(answer: IncomingMessage, outgoing: ServerResponse): void {
  const {
    connection: _,
    "keep-alive": _keepAlive,
    "transfer-encoding": _encoding,
    ...headers
  } = answer.headers;
  outgoing.writeHead(answer.statusCode ?? 502, headers);
  // Otherwise the headers of a stream would wait for its first event.
  outgoing.flushHeaders();
  answer.on("error", () => outgoing.destroy());
  answer.pipe(outgoing);
}
