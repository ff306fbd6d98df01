// Listens for connections, bounded in time so that slow clients cannot hold the server, and closes in order.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { Server as NetServer } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import type { App } from "#server/app.ts";

/** What one request may take on the wire, in milliseconds: an image over a slow line fits, a trickle does not. */
const limits = {
  headers: 10_000,
  request: 120_000,
  keepAlive: 65_000,
  checkEvery: 5_000,
} as const;

export type Listening = {
  /** Still takes connections, and tells each with its next answer that the following one is better made elsewhere. */
  sendElsewhere(): void;
  /** Takes no new connection, lets requests end, and after `graceMilliseconds` cuts those that do not. */
  close(graceMilliseconds: number): Promise<void>;
};

/** How long kept connections may still bring a request after the server has begun to close. */
const farewellMilliseconds = 300;

/** Serves `app` at `host` and `port`. Rejects when the address cannot be had. */
export async function listen(
  app: App,
  address: { host: string; port: number },
): Promise<Listening> {
  let isClosing = false;
  // The listener puts its own Response in the place of the global one, which keeps a text as it is: a third faster.
  const answer = getRequestListener((request, bindings) => {
    const { incoming } = bindings as HttpBindings;
    return app.fetch(request, { remoteAddress: incoming.socket.remoteAddress ?? "" });
  });
  const server = createServer(
    {
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      keepAliveTimeout: limits.keepAlive,
      connectionsCheckingInterval: limits.checkEvery,
    },
    (incoming, outgoing) => {
      // Told so, a client opens its next connection elsewhere instead of losing a request on this one.
      if (isClosing) outgoing.shouldKeepAlive = false;
      void answer(incoming, outgoing);
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(address.port, address.host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    sendElsewhere() {
      isClosing = true;
    },
    close: async (graceMilliseconds) => {
      isClosing = true;
      await closeInOrder(server, graceMilliseconds);
    },
  };
}

/** Time for whoever wants to come in to meet a queue that is full. */
const hushMilliseconds = 25;

/** What Node holds of the listening socket; it has no public way to listen anew. */
type ListeningHandle = { readonly listen?: (backlog: number) => number };

/** Resolves after so many turns of the event loop, in each of which all that has arrived is taken up. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/**
 * Shuts the door without cutting whoever stands in it. A system lets connections queue up before they are taken up, and
 * resets those that are left in the queue when the door is shut, with the requests on them. So the queue is made as
 * short as it can be, one, and the process stands still for a moment: who finds the queue full asks again a second
 * later, and is refused then. The door is shut in the moment in which the one in the queue is taken up and answered.
 */
async function shut(server: Server): Promise<void> {
  // The HTTP server's own close would cut kept connections at once, and with them requests on their way.
  const close = () => void NetServer.prototype.close.call(server);
  const { _handle: handle } = server as unknown as { _handle?: ListeningHandle | null };
  if (handle?.listen?.(0) !== 0) return close();
  await turns(2);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, hushMilliseconds);
  server.prependOnceListener("connection", close);
  await turns(1);
  if (server.listening) close();
}

async function closeInOrder(server: Server, graceMilliseconds: number): Promise<void> {
  const closed = once(server, "close");
  await shut(server);
  const closeIdle = () => {
    server.closeIdleConnections();
  };
  const farewell = setInterval(closeIdle, farewellMilliseconds);
  const cut = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
  try {
    await closed;
  } finally {
    clearInterval(farewell);
    clearTimeout(cut);
    server.close();
  }
}
