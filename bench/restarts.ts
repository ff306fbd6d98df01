// Measures what restarts and further processes cost: `node scripts/run.mjs node bench/restarts.ts [PART]`.
//
// `requests`: a server is stopped (SIGTERM) and started again under load: no request may fail.
// `pages`: 10,000 open pages follow a server that is killed: memory of each, delay of a change, and missed changes (`parts/open-pages.ts`).
// `upgrade`: two servers are replaced in turn by those of a version that changes tables: no request may fail (`parts/rolling-upgrade.ts`).
// `polling`: what each of 1, 2 and 4 processes takes to learn of changes (`parts/polling.ts`).
// `two-servers`: one of two is killed again and again: no write, email or push may be lost or sent twice (`parts/two-servers.ts`).
import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { serverProcess } from "#test/crashes/server-process.ts";
import { ask, conclude, runParts, say, spread } from "./parts/measuring.ts";
import { measureOpenPages } from "./parts/open-pages.ts";
import { publicUrl, send } from "./parts/public-requests.ts";
import { upgradeUnderLoad } from "./parts/rolling-upgrade.ts";
import { measurePolling } from "./parts/polling.ts";
import { killOneOfTwo } from "./parts/two-servers.ts";

/*
 * What counts: a request that was cut, or answered with 5xx, is failed; nothing is asked twice to hide it. A connection
 * that was refused is none, since nothing of the request was sent: whoever meets that tries again, here after 20 ms.
 * Proxied clients keep their connections and leave a server that calls itself not ready, as a proxy does for them; of
 * the plain ones, who know nothing of readiness, half keep connections and half open one for each request.
 */
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 10);

/** `isReady` is what the proxy believes of the server; it looks twice a second. */
type Load = { readonly port: string; readonly wrong: string[]; isOver: boolean; isReady: boolean };

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

const openKinds = (): readonly Kind[] => [
  kindOf("behind a proxy", true, true, 16),
  kindOf("plain, kept connections", false, true, 8),
  kindOf("plain, a connection each", false, false, 8),
];

async function visit(load: Load, kind: Kind, number: number): Promise<void> {
  const body = JSON.stringify({ email: `nobody-${number}@example.com` });
  while (!load.isOver) {
    if (kind.readinessChecks && !load.isReady) {
      await pause(50);
      continue;
    }
    const isWrite = Math.random() < 0.1;
    const path = isWrite ? "/api/password-reset-email" : "/api/session";
    const { outcome } = await send(load.port, path, {
      agent: kind.agent,
      ...(isWrite && { body }),
    });
    if (outcome === "refused") {
      kind.rejected += 1;
      await pause(20);
    } else if (typeof outcome === "string" || outcome >= 500) {
      kind.failed += 1;
      load.wrong.push(`${kind.name}: ${path}: ${outcome}`);
    } else kind.answered += 1;
  }
}

async function measureRequests(): Promise<void> {
  const server = await serverProcess(null, { settings: { PUBLIC_URL: publicUrl, SANDBOX: "1" } });
  await server.start();
  const { port } = new URL(server.address);
  const load: Load = { port, wrong: [], isOver: false, isReady: true };
  const readiness = () => ask(`${server.address}/readyz`, { headers: { host: "shop.example" } });
  const looks = setInterval(() => {
    void readiness().then(({ status }) => (load.isReady = status === 200));
  }, 500);
  const kinds = openKinds();
  const visits = kinds.flatMap((kind) =>
    Array.from({ length: kind.clients }, (_, number) => visit(load, kind, number)),
  );
  const endMilliseconds: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      await pause(700 + Math.random() * 600);
      const startedAt = performance.now();
      const ended = server.end();
      await pause(300);
      const { status } = await readiness();
      if (status !== 503) load.wrong.push(`Ready while ending: ${status}`);
      const code = await ended;
      if (code !== 0) load.wrong.push(`It ended with ${code}`);
      endMilliseconds.push(performance.now() - startedAt);
      await server.start();
    }
  } finally {
    load.isOver = true;
    clearInterval(looks);
    await Promise.all(visits);
    for (const { agent } of kinds) agent.destroy();
    await server.remove();
  }
  say(`ends (3 s of each to be noticed by proxies): ${spread(endMilliseconds)}`);
  for (const { name, answered, rejected, failed } of kinds) {
    say(`${name}: ${answered} requests answered, ${failed} failed; refused ${rejected} times`);
  }
  conclude(load.wrong);
}

await runParts({
  requests: measureRequests,
  pages: measureOpenPages,
  upgrade: upgradeUnderLoad,
  polling: measurePolling,
  "two-servers": killOneOfTwo,
});
