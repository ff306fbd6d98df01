// Hands requests on to the API server in development, and waits where it is just being started again.
import { once } from "node:events";
import {
  request,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { ApiServer } from "./api-server.ts";

/** The API server does not run; `message` says why. */
export class ApiUnavailable extends Error {
  override readonly name = "ApiUnavailable";
}

const retryMilliseconds = 100;
/** From the sight of a change to the start of the new process, and its ports, takes less than this. */
const mostRetries = 20;

function isReading({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}

function headersFor(incoming: IncomingMessage, changed: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const { connection: _, ...headers } = incoming.headers;
  const forwarded = [headers["x-forwarded-for"], incoming.socket.remoteAddress].filter(Boolean);
  const all = { ...headers, "x-forwarded-for": forwarded.join(", "), ...changed };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** The connection to the API server could not be made, so that nothing of the request was sent. */
class NotConnected extends Error {
  override readonly name = "NotConnected";
}

/** Sends `incoming` to `port`, its body once there is a connection; `signal` cuts it. */
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
    throw new NotConnected("The server takes no connection.", { cause: error });
  }
}

/**
 * The API server's answer to `incoming`, sent again where its process just ended. A write that had reached the process
 * is not, since it may have been done. Throws ApiUnavailable.
 */
export async function askApi(
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
      const mayRepeat = isReading(incoming) || error instanceof NotConnected;
      const reason = error instanceof Error ? error.message : String(error);
      if (!mayRepeat || attempt === mostRetries) throw new ApiUnavailable(reason, { cause: error });
    }
    await sleep(retryMilliseconds);
  }
}

/** Aborted when whoever asked has gone before the answer was complete. */
export function goneSignal(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  return gone.signal;
}

/** Passes `answer` on as it comes, streams included. */
export function passOn(answer: IncomingMessage, outgoing: ServerResponse): void {
  const {
    connection: _,
    "keep-alive": _keepAlive,
    "transfer-encoding": _encoding,
    ...headers
  } = answer.headers;
  outgoing.writeHead(answer.statusCode ?? 502, headers);
  // The head of a stream would otherwise wait for its first event.
  outgoing.flushHeaders();
  answer.on("error", () => outgoing.destroy());
  answer.pipe(outgoing);
}
