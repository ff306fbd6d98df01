// A proxy before servers of different releases, which browsers know under one address.
import { once } from "node:events";
import {
  createServer,
  request as send,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type Releases = {
  readonly address: string;
  /** Sends what follows to the server at `address`. */
  readonly serve: (address: string) => void;
  /** From now on the service worker is that of a release that has a further file. */
  readonly release: (furtherFile: string) => void;
  /** Whether records of the desk are answered by nobody. */
  readonly holdRecords: (isHeld: boolean) => void;
  readonly close: () => Promise<void>;
};

async function answerWorker(
  answer: IncomingMessage,
  response: ServerResponse,
  furtherFile: string,
): Promise<void> {
  const script = await text(answer);
  const { "content-length": _length, ...headers } = answer.headers;
  response.writeHead(answer.statusCode ?? 502, headers);
  response.end(script.replace('":["', `":["${furtherFile}","`));
}

export async function startReleases(): Promise<Releases> {
  let server = "";
  let furtherFile: string | null = null;
  let isHeld = false;
  const proxy = createServer((request, response) => {
    const { url = "/", method, headers } = request;
    if (isHeld && url.endsWith("/receiveInboundParcel")) {
      response.writeHead(503).end();
      return;
    }
    const isWorker = url === "/desk-worker.js" && furtherFile !== null;
    const sent = isWorker ? { ...headers, "accept-encoding": "identity" } : headers;
    const onward = send(`${server}${url}`, { method, headers: sent }, (answer) => {
      if (isWorker) {
        void answerWorker(answer, response, furtherFile ?? "").catch(() => response.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.on("error", () => response.destroy());
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port } = proxy.address() as AddressInfo;
  return {
    address: `http://localhost:${port}`,
    serve: (address) => (server = address),
    release: (file) => (furtherFile = file),
    holdRecords: (held) => (isHeld = held),
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, "close");
    },
  };
}
