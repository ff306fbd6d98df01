import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createServer as createNetServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import type { App } from "#app/server/app.ts";

/** Milliseconds: long enough for an image over a slow line, short enough for clients that send on purpose slowly. */
const timeouts = {
  headers: 10_000,
  request: 120_000,
  keepAlive: 65_000,
  checkInterval: 5_000,
} as const;

export type Listening = {
  /** Still accepts connections, but closes each after its next response. */
  startDraining(): void;
  /** Stops listening, lets requests in progress end, and cuts them after `timeoutMilliseconds`. */
  close(shutdown: Shutdown): Promise<void>;
};

type Shutdown = {
  /** How long nearly all new connections are refused before the server stops listening; 0 stops at once. */
  readonly backlogDrainMilliseconds: number;
  readonly timeoutMilliseconds: number;
};

/** How often idle kept-alive connections are closed during shutdown. */
const closeIdleIntervalMilliseconds = 300;

/** Rejects, as `listen` would, when the address is not available. */
export async function rejectTakenAddress(address: { host: string; port: number }): Promise<void> {
  const server = createNetServer().listen(address.port, address.host);
  await once(server, "listening");
  server.close();
  await once(server, "close");
}

/** Serves `app` at `host` and `port`. Rejects when the address is not available. */
export async function listen(
  app: App,
  address: { host: string; port: number },
): Promise<Listening> {
  let isDraining = false;
  // It replaces the global Response by one that keeps text as text, which is a third faster.
  const answer = getRequestListener((request, bindings) => {
    const { incoming } = bindings as HttpBindings;
    return app.fetch(request, { remoteAddress: incoming.socket.remoteAddress ?? "" });
  });
  const server = createServer(
    {
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      keepAliveTimeout: timeouts.keepAlive,
      connectionsCheckingInterval: timeouts.checkInterval,
    },
    (incoming, outgoing) => {
      // Otherwise a client could lose its next request on a connection that is about to close.
      if (isDraining) outgoing.shouldKeepAlive = false;
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
    startDraining() {
      isDraining = true;
    },
    close: async (shutdown) => {
      isDraining = true;
      await closeGracefully(server, shutdown);
    },
  };
}

/** Resolves after one turn of the event loop, which reads everything that has arrived. */
async function nextTurn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Stops listening without losing connections. The system queues new connections in a backlog and resets those still in it
 * when the socket closes, with the requests on them. So a second server takes over the socket with the smallest backlog:
 * clients that find it full retry after a second, and are refused then. The socket is closed in a turn of the event loop
 * that found no new connection.
 * @returns `closed`, which resolves when the last connection that the second server accepted has ended.
 */
async function stopListening(
  server: Server,
  backlogDrainMilliseconds: number,
): Promise<{ closed: Promise<unknown> }> {
  let accepted = 0;
  const last = createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    accepted += 1;
    server.emit("connection", socket);
  });
  last.listen(server, 1);
  await pause(backlogDrainMilliseconds);
  for (let before = -1; before !== accepted;) {
    before = accepted;
    await nextTurn();
  }
  const closed = once(last, "close");
  last.close();
  return { closed };
}

async function closeGracefully(server: Server, shutdown: Shutdown): Promise<void> {
  const { backlogDrainMilliseconds: drain } = shutdown;
  const last = drain > 0 ? await stopListening(server, drain) : null;
  // Data that has arrived is read first: a connection with a request is not idle.
  await nextTurn();
  const closed = once(server, "close");
  server.close();
  const closeIdle = async () => {
    await nextTurn();
    server.closeIdleConnections();
  };
  const idleTimer = setInterval(() => void closeIdle(), closeIdleIntervalMilliseconds);
  const cutTimer = setTimeout(() => server.closeAllConnections(), shutdown.timeoutMilliseconds);
  try {
    await Promise.all([closed, last?.closed]);
  } finally {
    clearInterval(idleTimer);
    clearTimeout(cutTimer);
  }
}
