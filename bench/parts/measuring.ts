// What the scripts share: the choice of a part, figures and verdicts, and what a running server takes of the machine.
import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { OpenServer } from "#app/server/open-server.ts";
import { admin } from "#test/crashes/server-process.ts";

export const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Of the measured servers alone. */
export const secret = "a secret of benches alone, 32 characters";

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Runs the part that the script's first argument names, or all of them in turn. */
export async function runParts(
  parts: Readonly<Record<string, () => Promise<void>>>,
): Promise<void> {
  const name = process.argv[2];
  const chosen = Object.entries(parts).filter(([one]) => name === undefined || one === name);
  if (chosen.length === 0) throw new Error(`The parts are: ${Object.keys(parts).join(", ")}.`);
  for (const [one, run] of chosen) {
    say(`== ${one}`);
    await run();
  }
}

/** Of the values, the one below which the share `part` (0 to 1) of them is. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The median, the 99th percentile and the longest of some durations, in milliseconds. */
export function spread(milliseconds: readonly number[]): string {
  const [median, p99, longest] = [0.5, 0.99, 1].map((part) =>
    quantile(milliseconds, part).toFixed(1),
  );
  return `median ${median} ms, p99 ${p99} ms, longest ${longest} ms of ${milliseconds.length}`;
}

/** Prints what went wrong, and has the script fail when anything did. */
export function conclude(wrong: readonly string[]): void {
  say(wrong.length === 0 ? "held" : `BROKEN, ${wrong.length} times:`);
  for (const sentence of wrong.slice(0, 20)) say(`  ${sentence}`);
  if (wrong.length > 0) process.exitCode = 1;
}

/** Asks again and again until `isSo`; resolves to how long that took, in milliseconds. */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  timeoutMilliseconds = 60_000,
): Promise<number> {
  const startedAt = performance.now();
  while (!(await isSo().catch(() => false))) {
    if (performance.now() - startedAt > timeoutMilliseconds) {
      throw new Error(`Waited in vain for ${what}.`);
    }
    await pause(10);
  }
  return performance.now() - startedAt;
}

/** The status and text of an answer to `address`; 0 where there was none. */
export async function ask(
  address: string,
  init: RequestInit = {},
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(20_000) });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: "" };
  }
}

function ownMegabytes(processId: number): number {
  const status = readFileSync(`/proc/${processId}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}

/** The processes that a server draws pictures in; they come and go. */
function imageProcessesOf(processId: number): number[] {
  const children = readdirSync(`/proc/${processId}/task`).flatMap((task) =>
    readFileSync(`/proc/${processId}/task/${task}/children`, "utf8").split(" ").filter(Boolean),
  );
  return children
    .map(Number)
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, "utf8").includes("image-process"));
}

/** Resident memory of a server and the processes that draw its pictures, in megabytes (MiB). */
export function residentMegabytes(processId: number): number {
  let sum = 0;
  try {
    sum = ownMegabytes(processId);
    for (const child of imageProcessesOf(processId)) sum += ownMegabytes(child);
  } catch {
    // One of them ended while it was looked at.
  }
  return sum;
}

/** How many files and connections the process holds open. */
export function openDescriptors(processId: number): number {
  return readdirSync(`/proc/${processId}/fd`).length;
}

/** Keeps looking at the memory until told to stop, and then says what the most was. */
export function watchMemory(processId: number): () => number {
  let most = residentMegabytes(processId);
  const timer = setInterval(() => {
    most = Math.max(most, residentMegabytes(processId));
  }, 20);
  return () => {
    clearInterval(timer);
    return Math.max(most, residentMegabytes(processId));
  };
}

/** The cookie of admin who have just signed in; at the first start their account comes a moment after the first answer. */
export async function cookieOfStaff(address: string): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(`${address}/api/admin-sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: address },
      body: JSON.stringify(admin),
    });
    await response.arrayBuffer();
    const cookie = response.headers.getSetCookie()[0]?.split(";")[0];
    if (response.ok && cookie !== undefined) return cookie;
    if (tries === 5) throw new Error(`Staff could not sign in: ${response.status}.`);
    await pause(1_000);
  }
}

/** Registers a package and answers its id. */
export async function registerPackage(address: string, cookie: string): Promise<string> {
  const response = await fetch(`${address}/api/packages`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address, cookie },
    body: JSON.stringify({
      trackingNumber: "SF1234567890123",
      origin: "China",
      destination: "United States",
      idempotencyKey: crypto.randomUUID(),
    }),
  });
  const answer = (await response.json()) as { package?: { id: string } };
  if (answer.package === undefined) throw new Error(`No package: ${JSON.stringify(answer)}`);
  return answer.package.id;
}

/** Runs `run` on each item, on so many at once. */
export async function inParallel<T>(
  items: readonly T[],
  count: number,
  run: (item: T) => Promise<void>,
) {
  let next = 0;
  const work = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await run(item);
  };
  await Promise.all(Array.from({ length: count }, work));
}

/** Opens the change stream of each user, and has `onChange` called with each package that it reports as changed. */
export async function followPackages(
  { services }: OpenServer,
  onChange: (packageId: string) => void,
): Promise<void> {
  const { rows } = await sql<{ id: string; userId: string }>`
    insert into sessions (user_id, token, expires_at)
    select id, 'open ' || id, now() + interval '1 day' from users returning id, user_id
  `.execute(services.db);
  for (const { id: sessionId, userId } of rows) {
    const session = { sessionId, userId, isAdmin: false, roles: [], hasTwoFactor: false };
    const notices = await services.changeStream.subscribe(session, undefined);
    void (async () => {
      for await (const { changes } of notices) {
        for (const { topic, subjectId } of changes) {
          if (topic === "package" && subjectId !== null) onChange(subjectId);
        }
      }
    })();
  }
}
