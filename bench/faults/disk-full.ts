// F5: fills the disk under uploads, database and log in turn, as root on Linux: `node bench/faults/disk-full.ts`.
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ORPCError } from "@orpc/client";
import sharp from "sharp";
import { ledgerFaults } from "#test/ledger-faults.ts";
import { onDatabase } from "#test/crashes/crash-loop.ts";
import { serverProcess, type ServerProcess } from "#test/crashes/server-process.ts";
import { visitAsCustomer, visitAdmin, type Visitor } from "#test/crashes/visitor.ts";
import { ask, conclude, say, until } from "./report.ts";

const wrong: string[] = [];
const mounted: string[] = [];

/** A disk of so many megabytes at `path`. */
function mount(path: string, megabytes: number): void {
  mkdirSync(path, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", path]);
  mounted.push(path);
}

/** Takes all the room that is left at `path`; gives back how to free it. */
function fill(path: string): () => void {
  const filler = join(path, "filler");
  try {
    for (const size of [1 << 20, 1 << 12, 1]) {
      for (;;) {
        try {
          appendFileSync(filler, Buffer.alloc(size));
        } catch (error) {
          if (size === 1) throw error;
          break;
        }
      }
    }
  } catch {
    // Full: that is what was wanted.
  }
  return () => rmSync(filler, { force: true });
}

function codeOf(error: unknown): string {
  return error instanceof ORPCError ? `${error.status} ${error.code}` : "no answer";
}

async function checkAlive(what: string, server: ServerProcess, processId: number): Promise<void> {
  const health = await ask(`${server.address}/healthz`);
  if (health.status !== 200) wrong.push(`${what}: /healthz was answered ${health.status}`);
  if (server.processId() !== processId) wrong.push(`${what}: another process serves`);
}

async function aPackage(customer: Visitor, admin: Visitor): Promise<string> {
  const session = await customer.api.auth.readSession({});
  const userId = session?.person.id ?? "";
  await admin.api.plans.giveComplimentaryPlan({ userId, plan: "Basic", reason: "For the test" });
  const { package: pkg } = await customer.api.packages.createPackage({
    trackingNumber: "SF1234567890123",
    origin: "China",
    destination: "United States",
    idempotencyKey: crypto.randomUUID(),
  });
  return pkg.id;
}

async function noise(): Promise<File> {
  const raw = { width: 500, height: 500, channels: 3 } as const;
  const bytes = await sharp(randomBytes(500 * 500 * 3), { raw })
    .png()
    .toBuffer();
  return new File([Uint8Array.from(bytes)], "noise.png", { type: "image/png" });
}

/** Every file is of a kept image, and every image has its files. */
async function looseEnds(server: ServerProcess): Promise<string[]> {
  const folder = join(server.dataFolder, "files");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "filler" && entry.name !== "probe")
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const rows = await onDatabase(server, (db) =>
    db.selectFrom("files").select(["key", "thumbnailKey"]).execute(),
  );
  const stored = new Set(rows.flatMap((row) => [row.key, row.thumbnailKey ?? row.key]));
  return [
    ...files.filter((file) => !stored.has(file)).map((file) => `uploads: ${file} is left over`),
    ...[...stored].filter((key) => !files.includes(key)).map((key) => `uploads: ${key} is missing`),
  ];
}

async function fillUploads(server: ServerProcess, customer: Visitor, packageId: string) {
  const processId = server.processId();
  const free = fill(join(server.dataFolder, "files"));
  const notified = await customer.api.packages
    .addImage({ packageId, file: await noise() })
    .then(() => "kept", codeOf);
  say(`uploads on a full disk: ${notified}`);
  if (notified !== "503 unavailable") wrong.push(`uploads: a full disk was told as ${notified}`);
  const ready = await ask(`${server.address}/readyz`);
  say(`readiness meanwhile: ${ready.status} ${ready.text}`);
  await checkAlive("uploads", server, processId);
  wrong.push(...(await looseEnds(server)));
  free();
  await customer.api.packages.addImage({ packageId, file: await noise() });
  wrong.push(...(await looseEnds(server)));
}

async function fillDatabase(server: ServerProcess, admin: Visitor, userId: string) {
  const processId = server.processId();
  const credit = () =>
    admin.api.wallet
      .adjustWallet({
        userId,
        kind: "credit",
        amount: "1.00",
        reason: "x".repeat(500),
        idempotencyKey: crypto.randomUUID(),
      })
      .then(() => "done", codeOf);
  let done = 0;
  const free = fill(join(server.dataFolder, "postgres"));
  const notified = new Map<string, number>();
  for (
    let tries = 0;
    tries < 2_000 && [...notified.values()].every((count) => count < 5);
    tries += 1
  ) {
    const outcome = await credit();
    if (outcome === "done") done += 1;
    else notified.set(outcome, (notified.get(outcome) ?? 0) + 1);
  }
  say(`database: ${done} writes until the disk was full, then ${[...notified.keys()].join(", ")}`);
  if ([...notified.keys()].some((code) => !code.startsWith("5")))
    wrong.push("database: no clear error");
  await checkAlive("database", server, processId);
  free();
  const waited = await until("writes after there was room again", async () => {
    if ((await credit()) !== "done") return false;
    done += 1;
    return true;
  });
  say(`database: room again, first write after ${Math.round(waited)} ms`);
  await checkAlive("database", server, processId);
  const { balanceCents } = await admin.api.wallet.readUserWallet({ userId });
  if (balanceCents < done * 100)
    wrong.push(`database: ${done} acknowledged, ${balanceCents} cents`);
  wrong.push(...(await onDatabase(server, (db) => ledgerFaults(db))));
}

async function fillLog(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "sampan-full-log-"));
  mount(folder, 1);
  const server = await serverProcess(null, {
    settings: { PUBLIC_URL: "https://shop.example", SANDBOX: "1" },
    logFile: openSync(join(folder, "log"), "a"),
  });
  try {
    await server.start();
    const processId = server.processId();
    const free = fill(folder);
    const statuses = new Set<number>();
    for (let count = 0; count < 50; count += 1) {
      statuses.add((await ask(`${server.address}/api/openapi.json`)).status);
    }
    say(`log on a full disk: requests answered ${[...statuses].join(", ")}`);
    if ([...statuses].join() !== "200") wrong.push("log: requests failed");
    await checkAlive("log", server, processId);
    free();
    await checkAlive("log, room again", server, processId);
  } finally {
    await server.remove();
  }
}

const folder = mkdtempSync(join(tmpdir(), "sampan-full-"));
mount(join(folder, "files"), 8);
// PostgreSQL moves its folder into place, so that the disk must be the one above; the files have their own.
const server = await serverProcess(null, { folder });
try {
  await server.start();
  const admin = await visitAdmin(server.address);
  const customer = await visitAsCustomer(server.address, 1);
  const packageId = await aPackage(customer, admin);
  await fillUploads(server, customer, packageId);
} finally {
  await server.kill();
}
const small = mkdtempSync(join(tmpdir(), "sampan-full-"));
mount(small, 140);
const second = await serverProcess(null, { folder: small });
try {
  await second.start();
  const admin = await visitAdmin(second.address);
  const customer = await visitAsCustomer(second.address, 1);
  const session = await customer.api.auth.readSession({});
  await fillDatabase(second, admin, session?.person.id ?? "");
  await fillLog();
} finally {
  await second.kill();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  for (const path of mounted) execFileSync("umount", ["-l", path]);
  for (const path of [folder, small]) rmSync(path, { recursive: true, force: true });
}
conclude(wrong);
