// Memory and open files of a running server, from the operating system, and calls of its API.
import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { admin } from "#test/crashes/server-process.ts";

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
