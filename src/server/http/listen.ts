// Listens for connections, bounded in time so that slow clients cannot hold the server, and closes in order.
import { createServer, type Server } from "node:http";
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
  /** Takes no new connection, lets requests end, and after `graceMilliseconds` cuts those that do not. */
  close(graceMilliseconds: number): Promise<void>;
};

/** Serves `app` at `host` and `port`. Rejects when the address cannot be had. */
export async function listen(
  app: App,
  address: { host: string; port: number },
): Promise<Listening> {
  const listener = getRequestListener(
    (request, bindings) => {
      const { incoming } = bindings as HttpBindings;
      return app.fetch(request, { remoteAddress: incoming.socket.remoteAddress ?? "" });
    },
    { overrideGlobalObjects: false },
  );
  const server = createServer(
    {
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      keepAliveTimeout: limits.keepAlive,
      connectionsCheckingInterval: limits.checkEvery,
    },
    (incoming, outgoing) => void listener(incoming, outgoing),
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(address.port, address.host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return { close: (graceMilliseconds) => closeInOrder(server, graceMilliseconds) };
}

async function closeInOrder(server: Server, graceMilliseconds: number): Promise<void> {
  // A connection that is kept alive counts as open until its last answer has gone.
  const closeIdle = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
  try {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  } finally {
    clearInterval(closeIdle);
    clearTimeout(cut);
  }
}
