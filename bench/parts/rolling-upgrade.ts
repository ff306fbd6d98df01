// Two servers behind a proxy are replaced in turn by those of a later version, whose migration changes the tables that every
// request reads, as docs/operations/upgrade.md does it.
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import { loadOrCreateVapidKeys } from "#platform/server/vapid-keys.ts";
import { openBucket } from "#test/bucket.ts";
import { admin, serverProcess, type ServerProcess } from "#test/crashes/server-process.ts";
import { ask, conclude, say, secret, silent } from "./measuring.ts";
import { publicUrl, send } from "./public-requests.ts";

const repository = new URL("../..", import.meta.url).pathname;
const clients = Number(process.env["BENCH_CLIENTS"] ?? 8);

/** Of tables that signed-in requests read by single statements and in transactions. */
const migration = `import { sql } from "kysely";
export const up = (db) => sql\`
  alter table users add column next_version text;
  alter table sessions add column next_version text;
  alter table profiles add column next_version text;
  alter table packages add column next_version text;
  alter table carriers add column next_version text;
  alter table settings add column next_version text;
\`.execute(db);
`;

/** A copy of the program with one more migration. */
async function makeNextVersion(folder: string): Promise<string> {
  const program = join(folder, "next");
  await mkdir(program);
  for (const name of ["src", "sandbox"]) {
    await cp(join(repository, name), join(program, name), { recursive: true });
  }
  const about = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as object;
  await writeFile(join(program, "package.json"), JSON.stringify({ ...about, version: "9.9.9" }));
  await symlink(join(repository, "node_modules"), join(program, "node_modules"));
  const migrations = join(program, "src/platform/server/db/migrations");
  await writeFile(join(migrations, "9999-next.ts"), migration);
  return program;
}

type Load = {
  /** The servers that the proxy knows; it looks twice a second which are ready. */
  servers: readonly ServerProcess[];
  ready: readonly string[];
  isOver: boolean;
  answered: number;
  refused: number;
  readonly wrong: string[];
};

const portOf = ({ address }: ServerProcess) => new URL(address).port;
const reads = [
  "/api/session",
  "/api/profile",
  "/api/carriers",
  "/api/admin/settings",
  "/api/admin/shipments",
  "/api/admin/users",
] as const;

async function isReady({ address }: ServerProcess): Promise<boolean> {
  return (await ask(`${address}/readyz`, { headers: { host: "shop.example" } })).status === 200;
}

async function look(load: Load): Promise<void> {
  while (!load.isOver) {
    const { servers } = load;
    const states = await Promise.all(servers.map((server) => isReady(server).catch(() => false)));
    load.ready = servers.filter((_, index) => states[index]).map(portOf);
    await pause(500);
  }
}

/** One request after the other; where a connection is refused, the next server is asked, as proxies do. */
async function visit(load: Load, cookie: string, number: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let turn = number; !load.isOver; turn += 1) {
    const ports = load.ready.length > 0 ? load.ready : load.servers.map(portOf);
    const port = ports[turn % ports.length] ?? "";
    const isWrite = turn % 10 === 0;
    const path = isWrite
      ? "/api/admin/settings/shipmentNotifications"
      : (reads[turn % reads.length] ?? "/");
    const change = { method: "PUT", body: JSON.stringify({ isEnabled: turn % 20 === 0 }) };
    const { outcome, text } = await send(port, path, { agent, cookie, ...(isWrite && change) });
    if (outcome === "refused") {
      load.refused += 1;
      await pause(20);
    } else if (outcome === 200) load.answered += 1;
    else load.wrong.push(`${path}: ${outcome} ${text.slice(0, 200)}`);
  }
  agent.destroy();
}

async function signIn(server: ServerProcess): Promise<string> {
  const { outcome, cookie } = await send(portOf(server), "/api/admin-sign-in", {
    agent: new Agent(),
    body: JSON.stringify(admin),
  });
  if (cookie === undefined) throw new Error(`The admin could not sign in: ${outcome}`);
  return cookie;
}

/** Replaces each of `from` by the one of `to` at its place, while the others serve. */
async function replace(load: Load, from: readonly ServerProcess[], to: readonly ServerProcess[]) {
  for (const [index, next] of to.entries()) {
    await pause(1_500);
    await from[index]?.end();
    const milliseconds = await next.start();
    say(
      `server ${index + 1} was replaced; the new one was ready after ${milliseconds.toFixed()} ms`,
    );
    load.servers = [...to.slice(0, index + 1), ...from.slice(index + 1)];
  }
  await pause(1_500);
}

async function measure(old: readonly ServerProcess[], next: readonly ServerProcess[]) {
  for (const server of old) await server.start();
  const [first] = old;
  if (first === undefined) throw new Error("There is no server.");
  const cookie = await signIn(first);
  const state = { isOver: false, answered: 0, refused: 0, wrong: [] };
  const load: Load = { servers: old, ready: old.map(portOf), ...state };
  const visits = Array.from({ length: clients }, (_, number) => visit(load, cookie, number));
  const looking = look(load);
  try {
    await replace(load, old, next);
  } finally {
    load.isOver = true;
    await Promise.all([...visits, looking]);
  }
  say(
    `${load.answered} requests answered, ${load.wrong.length} failed; refused ${load.refused} times`,
  );
  if (load.answered < 100) load.wrong.push("Hardly any request was answered.");
  conclude(load.wrong);
}

/** Fails when a request is cut or answered with anything but 200 while the program is upgraded. */
export async function upgradeUnderLoad(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "sampan-upgrade-"));
  const program = await makeNextVersion(folder);
  const bucket = await openBucket();
  const dataFolder = join(folder, "database");
  const postgres = await startEmbeddedPostgres({ dataFolder, log: silent });
  const keys = loadOrCreateVapidKeys(folder);
  if (keys === null) throw new Error("No keys of push notifications were made.");
  const settings = {
    ...bucket.settings,
    PUBLIC_URL: publicUrl,
    SANDBOX: "1",
    SECRET: secret,
    VAPID_PUBLIC_KEY: keys.publicKey,
    VAPID_PRIVATE_KEY: keys.privateKey,
  };
  const open = (name: string, more: { program?: string }) =>
    serverProcess(postgres.url, { settings, folder: join(folder, name), ...more });
  const old = [await open("1", {}), await open("2", {})];
  const next = [await open("3", { program }), await open("4", { program })];
  try {
    await measure(old, next);
  } finally {
    for (const server of [...old, ...next]) await server.remove();
    await postgres.close();
    await bucket.close();
    await rm(folder, { recursive: true, force: true });
  }
}
