// Listens for connections, bounded in time so that slow clients cannot hold the server, and closes in order.
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

/** A turn of the event loop this short brought nothing to do. */
const quietMilliseconds = 0.2;
const mostTurns = 2_000;

/**
 * Resolves right after a turn of the event loop that found nothing to do: what has arrived by then, connections as well
 * as requests on them, is taken up, and closing cuts none of it. Gives up looking where every turn is busy.
 */
async function quietTurn(): Promise<void> {
  for (let turns = 0; turns < mostTurns; turns += 1) {
    const startedAt = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    if (performance.now() - startedAt < quietMilliseconds) return;
  }
}

async function closeInOrder(server: Server, graceMilliseconds: number): Promise<void> {
  await quietTurn();
  // The HTTP server's own close would cut kept connections at once, and with them requests on their way.
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
  const closeIdle = async () => {
    await quietTurn();
    server.closeIdleConnections();
  };
  const farewell = setInterval(() => void closeIdle(), farewellMilliseconds);
  const cut = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
  try {
    await closed;
  } finally {
    clearInterval(farewell);
    clearTimeout(cut);
    server.close();
  }
}
