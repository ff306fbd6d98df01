// F12: stops a server under load, with clients behind a proxy and direct ones: `node bench/faults/shutdown-under-load.ts [ROUNDS]`.
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { serverProcess } from "#test/crashes/server-process.ts";
import { ask, conclude, countGiven, say, spread } from "./report.ts";

/*
 * What counts: a request that was cut, or answered with 5xx, is failed; nothing is asked twice to hide it. A connection
 * that was refused is none, since nothing of the request was sent: whoever meets that tries again, here after 20 ms.
 * Proxied clients keep their connections and leave a server that calls itself not ready, as a proxy does for them; of
 * the plain ones, who know nothing of readiness, half keep connections and half open one for each request.
 */
const rounds = countGiven(10);
const publicUrl = "https://shop.example";
const server = await serverProcess(null, { settings: { PUBLIC_URL: publicUrl, SANDBOX: "1" } });
const { port } = new URL(server.address);
const wrong: string[] = [];
let isOver = false;
/** What the proxy believes of the server; it looks twice a second. */
let isReady = true;

type Kind = {
  readonly name: string;
  readonly readinessChecks: boolean;
  readonly agent: Agent;
  readonly clients: number;
  answered: number;
  rejected: number;
  failed: number;
};

const kindOf = (name: string, readinessChecks: boolean, keepAlive: boolean, clients: number) => ({
  name,
  readinessChecks,
  agent: new Agent({ keepAlive, maxSockets: clients }),
  clients,
  answered: 0,
  rejected: 0,
  failed: 0,
});

const kinds: readonly Kind[] = [
  kindOf("behind a proxy", true, true, 16),
  kindOf("plain, kept connections", false, true, 8),
  kindOf("plain, a connection each", false, false, 8),
];

/** The status of the answer; refused: there was no connection. Any other failure is told by its code. */
type Outcome = number | string;

async function send(agent: Agent, path: string, body: string | null): Promise<Outcome> {
  return await new Promise((resolve) => {
    const outgoing = request(
      {
        agent,
        port,
        path,
        method: body === null ? "GET" : "POST",
        headers: {
          host: "shop.example",
          ...(body !== null && { origin: publicUrl, "content-type": "application/json" }),
        },
      },
      (incoming) => {
        incoming.resume();
        incoming.on("end", () => resolve(incoming.statusCode ?? 0));
        incoming.on("error", () => resolve("answer cut"));
      },
    );
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      const where = outgoing.reusedSocket ? "a kept connection" : "a new connection";
      resolve(error.code === "ECONNREFUSED" ? "refused" : `${error.code} on ${where}`);
    });
    outgoing.end(body ?? undefined);
  });
}

async function visit(kind: Kind, number: number): Promise<void> {
  const body = JSON.stringify({ email: `nobody-${number}@example.com` });
  while (!isOver) {
    if (kind.readinessChecks && !isReady) {
      await pause(50);
      continue;
    }
    const isWrite = Math.random() < 0.1;
    const path = isWrite ? "/api/password-reset-email" : "/api/session";
    const outcome = await send(kind.agent, path, isWrite ? body : null);
    if (outcome === "refused") {
      kind.rejected += 1;
      await pause(20);
    } else if (typeof outcome === "string" || outcome >= 500) {
      kind.failed += 1;
      wrong.push(`${kind.name}: ${path}: ${outcome}`);
    } else kind.answered += 1;
  }
}

const endMilliseconds: number[] = [];
await server.start();
const looks = setInterval(() => {
  const asked = ask(`${server.address}/readyz`, { headers: { host: "shop.example" } });
  void asked.then(({ status }) => (isReady = status === 200));
}, 500);
const visits = kinds.flatMap((kind) =>
  Array.from({ length: kind.clients }, (_, number) => visit(kind, number)),
);
try {
  for (let round = 0; round < rounds; round += 1) {
    await pause(700 + Math.random() * 600);
    const startedAt = performance.now();
    const ended = server.end();
    await pause(300);
    const ready = await ask(`${server.address}/readyz`, { headers: { host: "shop.example" } });
    if (ready.status !== 503) wrong.push(`Ready while ending: ${ready.status}`);
    const code = await ended;
    if (code !== 0) wrong.push(`It ended with ${code}`);
    endMilliseconds.push(performance.now() - startedAt);
    await server.start();
  }
} finally {
  isOver = true;
  clearInterval(looks);
  await Promise.all(visits);
  for (const { agent } of kinds) agent.destroy();
  await server.remove();
}
say(`ends: ${rounds}, each ${spread(endMilliseconds)} (3 s of them to be noticed by proxies)`);
for (const { name, answered, rejected, failed } of kinds) {
  say(
    `${name}: ${answered} requests answered, ${failed} failed; refused at once ${rejected} times`,
  );
}
conclude(wrong);
