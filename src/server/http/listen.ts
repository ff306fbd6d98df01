// Listens for connections, bounded in time so that slow clients cannot hold the server, and closes in order.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
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
  /** Takes no new connection, lets requests end, and cuts those that do not. */
  close(waitingLimits: ShutdownLimits): Promise<void>;
};

/** How long closing takes: until the door is shut, where many may stand in it, and until what is under way is cut. */
type ShutdownLimits = {
  readonly shutdownQuietMilliseconds: number;
  readonly graceMilliseconds: number;
};

/** How long kept connections may still bring a request after the server has begun to close. */
const shutdownMilliseconds = 300;

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
    close: async (waitingLimits) => {
      isClosing = true;
      await closeInOrder(server, waitingLimits);
    },
  };
}

/** How long the last visitor may take to come before the door is shut in front of nobody. */
const lastVisitorMilliseconds = 100;

/** What Node holds of the listening socket; it has no public way to listen anew. */
type ListeningHandle = { readonly listen?: (backlog: number) => number };

/** Resolves after a turn of the event loop, in which all that has arrived is taken up. */
async function nextTurn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Shuts the door without cutting whoever stands in it. A system lets connections queue up before they are taken up, and
 * resets those that are left in the queue when the door is shut, with the requests on them. So the queue is made as
 * short as it can be, one: who finds it full asks again a second later, and is refused then. Once nearly all of them
 * wait, the door is shut in the moment in which the one in the queue is taken up, who is still answered.
 */
async function shut(server: Server, shutdownQuietMilliseconds: number): Promise<void> {
  // The HTTP server's own close would cut kept connections at once, and with them requests on their way.
  const close = () => void NetServer.prototype.close.call(server);
  const { _handle: handle } = server as unknown as { _handle?: ListeningHandle | null };
  if (shutdownQuietMilliseconds === 0 || handle?.listen?.(0) !== 0) return close();
  await pause(shutdownQuietMilliseconds);
  await nextTurn();
  await new Promise<void>((resolve) => {
    const closeOnce = () => {
      clearTimeout(timer);
      server.off("connection", closeOnce);
      close();
      resolve();
    };
    const timer = setTimeout(closeOnce, lastVisitorMilliseconds);
    server.prependListener("connection", closeOnce);
  });
}

async function closeInOrder(server: Server, waitingLimits: ShutdownLimits): Promise<void> {
  const closed = once(server, "close");
  await shut(server, waitingLimits.shutdownQuietMilliseconds);
  const closeIdle = async () => {
    // What has arrived on a connection is read first: one that brings a request is not idle.
    await nextTurn();
    server.closeIdleConnections();
  };
  const shutdown = setInterval(() => void closeIdle(), shutdownMilliseconds);
  const cut = setTimeout(() => server.closeAllConnections(), waitingLimits.graceMilliseconds);
  try {
    await closed;
  } finally {
    clearInterval(shutdown);
    clearTimeout(cut);
    server.close();
  }
}
