import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { silentLog, testDatabase } from "#test/database.ts";
import { freePort } from "#test/free-port.ts";
import { isLongRun } from "#test/long-run.ts";
import { testApp } from "#test/test-app.ts";
import { aCustomer } from "#test/users.ts";
import { openDatabase, type Database } from "./open.ts";
import { connectForProbe, requireSessions } from "./pooler.ts";

const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
const program = folders.map((folder) => join(folder, "pgbouncer")).find((path) => existsSync(path));
const canRun = isLongRun && program !== undefined;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** PgBouncer before the database, as the page on scaling has it; the address of the database through it. */
async function openPooler(mode: string, { url }: Database): Promise<string> {
  const address = new URL(url);
  const of = (name: string) => address.searchParams.get(name) ?? "";
  const user = of("user") || address.username;
  const password = of("password") || address.password;
  const host = of("host") || address.hostname;
  const database = address.pathname.slice(1);
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "pgbouncer-"));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  // Only its owner may use the socket of the database of tests.
  const { uid, gid } = await stat(host.startsWith("/") ? host : folder);
  await writeFile(
    join(folder, "pgbouncer.ini"),
    [
      "[databases]",
      `* = host=${host} port=${address.port || 5432} user=${user} password='${password}'`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = any",
      `pool_mode = ${mode}`,
      "default_pool_size = 20",
      "ignore_startup_parameters = extra_float_digits,options,statement_timeout,idle_in_transaction_session_timeout",
      "",
    ].join("\n"),
  );
  const child = spawn(program ?? "", [join(folder, "pgbouncer.ini")], { uid, gid });
  closing.push(async () => {
    if (child.kill("SIGKILL")) await once(child, "exit");
  });
  let output = "";
  child.stderr.on("data", (text: Buffer) => (output += text.toString()));
  await expect.poll(() => output, { timeout: 10_000 }).toContain("process up");
  return `postgresql://${user}@127.0.0.1:${port}/${database}`;
}

test.runIf(canRun)("with PgBouncer in session mode the server works", async () => {
  const database = await testDatabase();
  closing.push(() => database.close());
  const url = await openPooler("session", database);
  await requireSessions(() => connectForProbe(url));
  const app = await testApp({ database: openDatabase({ url, log: silentLog }) });
  closing.push(() => app.close());
  const customer = await aCustomer(app);
  await Promise.all(Array.from({ length: 20 }, () => customer.api.users.readProfile({})));
  expect((await app.runJobs({ withDelayed: true })).errors).toEqual([]);
});

test.runIf(canRun).each(["transaction", "statement"])(
  "PgBouncer in the mode %s is refused",
  async (mode) => {
    const database = await testDatabase();
    closing.push(() => database.close());
    const url = await openPooler(mode, database);
    await expect(requireSessions(() => connectForProbe(url))).rejects.toThrow(
      "Set pool_mode = session",
    );
  },
);
