// F12: ends a server under load, behind a proxy that looks at its readiness: `node bench/faults/shutdown-under-load.ts [ROUNDS]`.
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { serverProcess } from "#testing/kills/server-process.ts";
import { ask, conclude, countGiven, say, spread } from "./report.ts";

const rounds = countGiven(10);
const publicUrl = "https://shop.example";
const server = await serverProcess(null, { settings: { PUBLIC_URL: publicUrl, SANDBOX: "1" } });
const { port } = new URL(server.address);
const agent = new Agent({ keepAlive: true, maxSockets: 32 });
const wrong: string[] = [];
let answered = 0;
let refused = 0;
let elsewhere = 0;
let isOver = false;
/** What the proxy believes of the server; it looks twice a second. */
let isReady = true;

type Outcome = number | "refused" | "lost";

/** One request over a kept connection; refused means that nothing of it was sent, so a proxy takes the next server. */
async function send(path: string, body: string | null): Promise<Outcome> {
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
        incoming.on("error", () => resolve("lost"));
      },
    );
    outgoing.on("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code === "ECONNREFUSED" ? "refused" : "lost"),
    );
    outgoing.end(body ?? undefined);
  });
}

async function visit(number: number): Promise<void> {
  const body = JSON.stringify({ email: `nobody-${number}@example.com` });
  while (!isOver) {
    if (!isReady) {
      elsewhere += 1;
      await pause(50);
      continue;
    }
    const isWrite = Math.random() < 0.1;
    const path = isWrite ? "/api/password-reset-mail" : "/api/session";
    const outcome = await send(path, isWrite ? body : null);
    if (outcome === "refused") {
      refused += 1;
      await pause(20);
    } else if (outcome === "lost" || outcome >= 500) {
      wrong.push(`${path} was ${outcome === "lost" ? "cut" : `answered ${outcome}`}`);
    } else answered += 1;
  }
}

const endMilliseconds: number[] = [];
await server.start();
const looks = setInterval(() => {
  const asked = ask(`${server.address}/readyz`, { headers: { host: "shop.example" } });
  void asked.then(({ status }) => (isReady = status === 200));
}, 500);
const visits = Array.from({ length: 32 }, (_, number) => visit(number));
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
  agent.destroy();
  await server.remove();
}
say(`ends: ${rounds}, each ${spread(endMilliseconds)} (3 s of them to be noticed by proxies)`);
say(`requests answered: ${answered}; sent elsewhere: ${elsewhere}; refused at once: ${refused}`);
say(`failed requests: ${wrong.length}`);
conclude(wrong);
