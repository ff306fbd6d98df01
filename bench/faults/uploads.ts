// Aborts uploads at 1, 50 and 99 %, and lets 500 clients upload slowly: memory, descriptors and files must not grow.
import { request as httpRequest, type ClientRequest } from "node:http";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { serverProcess, type ServerProcess } from "#test/crashes/server-process.ts";
import {
  cookieOfStaff,
  openDescriptors,
  registerPackage,
  residentMegabytes,
  watchMemory,
} from "./server-figures.ts";

const megabyte = 1024 * 1024;
const bodyBytes = 10 * megabyte;
const abortsEach = 20;
const slowClients = Number(process.env["SLOW_CLIENTS"] ?? 500);
const slowSeconds = 15;
/** How long the server has to be as it was before. */
const recoverySeconds = 60;
const allowedGrowthMegabytes = 50;
const say = (line: string) => process.stdout.write(`${line}\n`);

type Upload = { readonly server: ServerProcess; readonly cookie: string; readonly path: string };

function begin({ server, cookie, path }: Upload): ClientRequest {
  const client = httpRequest(`${server.address}${path}`, {
    method: "POST",
    agent: false,
    headers: {
      origin: server.address,
      cookie,
      "content-type": "multipart/form-data; boundary=pier",
      "content-length": bodyBytes,
    },
  });
  client.on("error", () => undefined);
  client.on("response", (response) => response.resume());
  client.write('--pier\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n');
  return client;
}

async function send(client: ClientRequest, bytes: number): Promise<void> {
  for (let left = bytes; left > 0 && !client.destroyed; left -= 65_536) {
    const piece = Buffer.alloc(Math.min(left, 65_536), 0xff);
    await new Promise<void>((resolve) => {
      // What was written before there was a connection is never heard of again when there comes none.
      client.once("close", resolve);
      client.write(piece, () => {
        client.off("close", resolve);
        resolve();
      });
    });
  }
}

/** An upload that ends in the middle, as when a phone loses its network. */
async function abortAt(upload: Upload, share: number): Promise<void> {
  const client = begin(upload);
  await send(client, Math.floor(bodyBytes * share) - 200);
  await pause(20);
  client.destroy();
}

/** One that sends a part, and then a byte a second, until all are cut. */
async function dawdle(upload: Upload, until: number): Promise<void> {
  const client = begin(upload);
  // Those whose answer has come are not read on, and would wait for it for ever.
  const cut = setTimeout(() => client.destroy(), until - performance.now());
  await send(client, 2 * megabyte);
  while (performance.now() < until && !client.destroyed) {
    await pause(1_000);
    if (!client.destroyed) client.write("x");
  }
  clearTimeout(cut);
  client.destroy();
}

function storedFiles(folder: string): number {
  const root = join(folder, "files", "stored");
  return existsSync(root) ? readdirSync(root, { recursive: true }).length : 0;
}

type Figures = { readonly memory: number; readonly open: number };

function figuresOf(processId: number): Figures {
  return { memory: residentMegabytes(processId), open: openDescriptors(processId) };
}

/** A few connections to the database come and go with the load, and are kept. */
function isBack(before: Figures, after: Figures): boolean {
  const growth = after.memory - before.memory;
  return growth < allowedGrowthMegabytes && after.open <= before.open + 10;
}

/** Waits until all is as before, or the time is over; answers the seconds that it took. */
async function recover(processId: number, before: Figures): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < recoverySeconds * 1000) {
    if (isBack(before, figuresOf(processId))) break;
    await pause(250);
  }
  return (performance.now() - startedAt) / 1000;
}

/** Does `work` and prints what it left behind; answers whether that is nothing. */
async function measure(
  name: string,
  server: ServerProcess,
  work: () => Promise<void>,
): Promise<boolean> {
  const processId = server.processId();
  const before = figuresOf(processId);
  const stop = watchMemory(processId);
  let most = before.memory;
  try {
    await work();
  } finally {
    most = stop();
  }
  const seconds = await recover(processId, before);
  const after = figuresOf(processId);
  const growth = after.memory - before.memory;
  const files = storedFiles(server.dataFolder);
  say(
    `${name}: memory ${before.memory.toFixed(0)} MB, at most ${most.toFixed(0)}, then ` +
      `${after.memory.toFixed(0)} (${growth.toFixed(0)} more); descriptors ${before.open}, then ` +
      `${after.open} after ${seconds.toFixed(1)} s; files left ${files}`,
  );
  return isBack(before, after) && files === 0;
}

const server = await serverProcess(null);
try {
  await server.start();
  const cookie = await cookieOfStaff(server.address);
  const packageId = await registerPackage(server.address, cookie);
  const upload = { server, cookie, path: `/api/packages/${packageId}/images` };
  // What is loaded with the first upload is no growth.
  await Promise.all(Array.from({ length: abortsEach }, () => abortAt(upload, 0.5)));
  await pause(3_000);
  const outcomes: boolean[] = [];
  for (const share of [0.01, 0.5, 0.99]) {
    outcomes.push(
      await measure(`${abortsEach} uploads broken off at ${share * 100} %`, server, async () => {
        const aborts = Array.from({ length: abortsEach }, () => abortAt(upload, share));
        await Promise.all(aborts);
      }),
    );
  }
  outcomes.push(
    await measure(`${slowClients} slow clients`, server, async () => {
      const until = performance.now() + slowSeconds * 1000;
      const all = Array.from({ length: slowClients }, () => dawdle(upload, until));
      await pause((slowSeconds * 1000) / 2);
      const requestedAt = performance.now();
      const { status } = await fetch(`${server.address}/readyz`);
      say(`meanwhile /readyz: ${status} in ${(performance.now() - requestedAt).toFixed(0)} ms`);
      await Promise.all(all);
    }),
  );
  process.exitCode = outcomes.every(Boolean) ? 0 : 1;
} finally {
  await server.remove();
}
