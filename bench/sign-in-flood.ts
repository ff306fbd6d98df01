// Floods sign-in and password reset over 400 connections while other users sign in from their own addresses, with the real
// cost of hashing. With a flood from one address their median must stay under a second; in no flood may one of them fail.
import { once } from "node:events";
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import type { Database } from "#platform/server/db/open.ts";
import { makeAccounts, measureSignIn, password, signIn } from "./sign-in-product.ts";

const connections = Number(process.env["BENCH_CONNECTIONS"] ?? 400);
const signInsEach = Number(process.env["BENCH_SIGN_INS"] ?? 80);
/** Names of the floods to run, separated by semicolons; all by default. */
const chosenFloods = process.env["BENCH_FLOODS"]?.split(";");
const mostMedianMilliseconds = 1_000;
const say = (line: string) => process.stdout.write(`${line}\n`);

/** The repeated request of one connection, and its address. */
const floods = {
  "resets, one address": () => ({
    path: "/api/password-reset",
    body: { token: randomUUID(), password: "a new tide comes in" },
    ipAddress: "192.0.2.1",
  }),
  "one account, one address": () => ({
    path: "/api/sign-in",
    body: { email: "victim@example.com", password: "wrong tide" },
    ipAddress: "192.0.2.2",
  }),
  "many accounts, one address": () => ({
    path: "/api/sign-in",
    body: { email: `${randomUUID()}@example.com`, password: "wrong tide" },
    ipAddress: "192.0.2.3",
  }),
  "many accounts, 400 addresses": (connection: number) => ({
    path: "/api/sign-in",
    body: { email: `${randomUUID()}@example.com`, password: "wrong tide" },
    ipAddress: `198.18.${connection >> 8}.${connection & 255}`,
  }),
} as const;
type FloodName = keyof typeof floods;

/** The status of one request on a kept-alive connection; 0 when the connection broke. */
function send(origin: string, agent: Agent, given: ReturnType<(typeof floods)[FloodName]>) {
  return new Promise<number>((resolve) => {
    const sent = request(
      `${origin}${given.path}`,
      {
        method: "POST",
        agent,
        headers: {
          "content-type": "application/json",
          origin,
          "x-forwarded-for": given.ipAddress,
        },
      },
      (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode ?? 0));
        response.on("error", () => resolve(0));
      },
    );
    sent.on("error", () => resolve(0));
    sent.end(JSON.stringify(given.body));
  });
}

/** Sends on every connection until stopped; resolves to the count of each status. */
async function flood(origin: string, name: FloodName, isOver: () => boolean) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const counts: Record<number, number> = {};
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      while (!isOver()) {
        const status = await send(origin, agent, floods[name](connection));
        counts[status] = (counts[status] ?? 0) + 1;
      }
    }),
  );
  agent.destroy();
  return counts;
}

type Flooding = { readonly origin: string; readonly name: FloodName };

/** In its own thread, so that it does not slow the measurement. */
async function floodInThread({ origin, name }: Flooding): Promise<void> {
  let isOver = false;
  parentPort?.once("message", () => (isOver = true));
  parentPort?.postMessage(await flood(origin, name, () => isOver));
  parentPort?.close();
}

let callers = 0;

/** Signs in one user after the other, each from its own address, at most ten a second; resolves to the durations. */
async function signInOthers(origin: string, emails: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const email of emails) {
    callers += 1;
    const startedAt = performance.now();
    const ipAddress = `10.0.${callers >> 8}.${callers & 255}`;
    const response = await signIn(origin, { email, password, ipAddress });
    await response.arrayBuffer();
    const milliseconds = performance.now() - startedAt;
    if (response.status !== 200) throw new Error(`Somebody else was answered ${response.status}.`);
    times.push(milliseconds);
    await pause(Math.max(0, 100 - milliseconds));
  }
  return times.toSorted((one, other) => one - other);
}

function figuresOf(times: readonly number[]) {
  const at = (part: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;
  const figures = { median: at(0.5), p95: at(0.95), max: at(1) };
  const text = Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(0)} ms`);
  return { ...figures, text: text.join(", ") };
}

async function measure(database: Database, origin: string): Promise<boolean> {
  const emails = () => makeAccounts(database, signInsEach);
  await signInOthers(origin, (await emails()).slice(0, 10));
  const quiet = figuresOf(await signInOthers(origin, await emails()));
  say(`${"quiet".padEnd(30)} ${quiet.text}`);
  let isHeld = true;
  for (const name of Object.keys(floods) as FloodName[]) {
    if (chosenFloods?.includes(name) === false) continue;
    const others = await emails();
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { origin, name } satisfies Flooding,
    });
    const over = once(worker, "message") as Promise<[Record<number, number>]>;
    const startedAt = performance.now();
    await pause(1_000);
    const under = figuresOf(await signInOthers(origin, others));
    worker.postMessage("over");
    const [counts] = await over;
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const perSecond = total / ((performance.now() - startedAt) / 1000);
    const ratio = `${(under.median / quiet.median).toFixed(1)} times quiet`;
    say(`${name.padEnd(30)} ${under.text}, ${ratio}`);
    say(`${"".padEnd(30)} flood ${perSecond.toFixed(0)} a second ${JSON.stringify(counts)}`);
    if (name.endsWith("one address")) isHeld &&= under.median < mostMedianMilliseconds;
  }
  return isHeld;
}

await (isMainThread ? measureSignIn(measure) : floodInThread(workerData as Flooding));
