import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { freePort } from "#test/free-port.ts";
import { isLongRun } from "#test/long-run.ts";
import { findRunningPostgres } from "#platform/server/db/embedded/supervisor.ts";

const mainFile = new URL("./main.ts", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "sampan-main-"));
const running = new Set<ChildProcess>();

afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Prints the address of each file of the sandbox that the server loads. */
const printSandboxFiles = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  registerHooks({
    load(url, context, next) {
      if (url.startsWith(${JSON.stringify(new URL("../../../sandbox/", import.meta.url).href)}))
        process.stdout.write("loaded " + url + "\\n");
      return next(url, context);
    },
  });
`)}`;

type Started = {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly errors: () => string;
  readonly exitCode: Promise<number | null>;
};

function start(settings: Record<string, string>): Started {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, ["--import", printSandboxFiles, mainFile], {
    env: { PATH, HOME, ...settings },
  });
  running.add(child);
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const exitCode = once(child, "close").then(([code]) => code as number | null);
  return { child, output: () => output, errors: () => errors, exitCode };
}

/** Starts a server and waits for its startup message. */
async function startReady(settings: Record<string, string>): Promise<Started> {
  const started = start(settings);
  await expect.poll(started.output, { timeout: 60_000, interval: 20 }).toContain("is ready");
  return started;
}

test("wrong settings end the start with one message that names them all", async () => {
  const { exitCode, errors, output } = start({ PORT: "x", SANDBOX: "maybe", DATA_DIR: folder });
  expect(await exitCode).toBe(1);
  expect(errors()).toMatch(
    /^Sampan cannot start\. 2 settings are wrong:\n {2}- PORT .*\n {2}- SANDBOX /,
  );
  expect(output()).toBe("");
});

test("a port in use ends the start before there is a database", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const dataFolder = join(folder, "port-in-use");
  const { exitCode, errors } = start({ PORT: String(port), DATA_DIR: dataFolder });
  expect(await exitCode).toBe(1);
  expect(errors()).toBe(
    `Sampan cannot start. Port ${port} of 127.0.0.1 is in use by another program. ` +
      "Stop that one, or choose another port with PORT.\n",
  );
  expect(existsSync(join(dataFolder, "postgres"))).toBe(false);
  other.close();
});

test.runIf(isLongRun)("an unreachable database ends the start with one sentence", async () => {
  const { exitCode, errors } = start({
    DATA_DIR: join(folder, "none"),
    DATABASE_URL: `postgresql://user:qwerty@127.0.0.1:${await freePort()}/none`,
  });
  expect(await exitCode).toBe(1);
  expect(errors()).toMatch(/^Sampan cannot start\. The database of DATABASE_URL cannot be reached/);
  expect(errors()).not.toContain("qwerty");
});

/** The mode of every entry below a folder, except links. */
function modesBelow(root: string): [path: string, mode: number][] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(root.length + 1), lstatSync(path).mode & 0o777]);
}

/** A data folder that everybody may read and write, with a file. */
function makeOpenFolder(dataFolder: string): void {
  mkdirSync(join(dataFolder, "files", "old"), { recursive: true });
  writeFileSync(join(dataFolder, "files", "old", "a.jpg"), "x");
  for (const name of ["", "files", "files/old"]) chmodSync(join(dataFolder, name), 0o777);
  chmodSync(join(dataFolder, "files", "old", "a.jpg"), 0o666);
}

/** Nobody else may read the files of a server that is ready. */
async function expectPrivate(dataFolder: string): Promise<void> {
  const openToOthers = () => modesBelow(dataFolder).filter(([, mode]) => (mode & 0o077) !== 0);
  await expect.poll(openToOthers).toEqual([]);
  expect(lstatSync(dataFolder).mode & 0o777).toBe(0o700);
}

/** Signs the first admin in with the password that the server has printed at its address. */
async function signIn({ output }: Started): Promise<Response> {
  const address = /^\s*Address +(\S+)$/m.exec(output())?.[1] ?? "";
  const password = /admin@sampan\.localhost, password (\S+) \(shown only once\)/.exec(
    output(),
  )?.[1];
  return fetch(`${address}/api/admin-sign-in`, {
    method: "POST",
    headers: { origin: address, "content-type": "application/json" },
    body: JSON.stringify({ email: "admin@sampan.localhost", password }),
  });
}

test.runIf(isLongRun)(
  "it prints its address and a generated password, keeps its data where other users cannot read it, whatever the umask, and shuts down cleanly",
  async () => {
    const port = String(await freePort());
    const dataFolder = join(folder, "data");
    const settings = { PORT: port, DATA_DIR: dataFolder };
    const address = `http://localhost:${port}`;
    makeOpenFolder(dataFolder);

    const umask = process.umask(0);
    const first = start(settings);
    process.umask(umask);
    // Admins can sign in as soon as the server is ready.
    const readiness = async () => (await fetch(`${address}/readyz`).catch(() => null))?.status;
    await expect.poll(readiness, { timeout: 60_000, interval: 20 }).toBe(200);
    await expect.poll(first.output).toContain("is ready");
    expect(first.output()).toContain(`Address          ${address}\n`);
    expect(first.output()).toContain(`Sandbox mailbox  ${address}/sandbox/mail\n`);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    for (const file of ["mailbox/mailbox.ts", "stripe/sandbox.ts"])
      expect(first.output()).toContain(`/sandbox/${file}`);
    await expectPrivate(dataFolder);
    const names = modesBelow(dataFolder).map(([path]) => path);
    // The readiness check writes a file.
    const expected = [
      "secret",
      "sandbox/mail.sqlite",
      "sandbox/stripe.sqlite",
      "postgres/password",
    ];
    expect(names).toEqual(expect.arrayContaining([...expected, "files/readiness/probe"]));
    expect((await signIn(first)).status).toBe(200);

    first.child.kill("SIGTERM");
    expect(await first.exitCode).toBe(0);
    expect(first.errors()).not.toMatch(/"level":"(error|fatal)"/);
    await expectPrivate(dataFolder);
  },
  120_000,
);

test.runIf(isLongRun)(
  "it shows the generated password once, keeps sessions, and no other server takes its folder or port",
  async () => {
    const again = { PORT: String(await freePort()), DATA_DIR: join(folder, "again") };
    const first = await startReady(again);
    const signedIn = await signIn(first);
    const cookie = signedIn.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";

    const sameFolder = start({ ...again, PORT: String(await freePort()) });
    expect(await sameFolder.exitCode).toBe(1);
    expect(sameFolder.errors()).toContain("Another server is already using the data folder");

    const samePort = start({ PORT: again.PORT, DATA_DIR: join(folder, "other") });
    expect(await samePort.exitCode).toBe(1);
    expect(samePort.errors()).toContain(
      `Port ${again.PORT} of 127.0.0.1 is in use by another program.`,
    );
    first.child.kill("SIGTERM");
    expect(await first.exitCode).toBe(0);

    const second = await startReady(again);
    expect(second.output()).not.toContain("password");
    const session = await fetch(`http://localhost:${again.PORT}/api/session`, {
      headers: { cookie },
    });
    expect(await session.json()).toMatchObject({ person: { email: "admin@sampan.localhost" } });
    second.child.kill("SIGINT");
    expect(await second.exitCode).toBe(0);
  },
  120_000,
);

test.runIf(isLongRun)(
  "with real providers configured, it loads nothing of the sandbox",
  async () => {
    const port = String(await freePort());
    const server = await startReady({
      PORT: port,
      DATA_DIR: join(folder, "real"),
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
      STRIPE_SECRET_KEY: "sk_test_1",
      STRIPE_WEBHOOK_SECRET: `whsec_${"a".repeat(32)}`,
      EXCHANGE_RATES_URL: `http://127.0.0.1:${await freePort()}`,
      TRACKING_API_KEY: "4F1C9A70B25D8E63",
    });
    expect((await fetch(`http://localhost:${port}/sandbox/mail`)).status).toBe(404);
    server.child.kill("SIGTERM");
    expect(await server.exitCode).toBe(0);
    expect(server.output()).not.toContain("loaded ");
    expect(server.output()).not.toContain("Sandbox mailbox");
  },
  120_000,
);

test.runIf(isLongRun)(
  "stopped during its start, it exits cleanly without errors, and can start again",
  async () => {
    const settings = { PORT: String(await freePort()), DATA_DIR: join(folder, "early") };
    const early = start(settings);
    const isDatabaseRunning = async () =>
      (await findRunningPostgres(settings.DATA_DIR)) !== undefined;
    await expect.poll(isDatabaseRunning, { timeout: 30_000, interval: 5 }).toBe(true);
    early.child.kill("SIGTERM");
    expect(await early.exitCode).toBe(0);
    expect(early.errors()).toBe("");

    const again = await startReady(settings);
    // Printed by the start that created the account.
    expect(early.output() + again.output()).toContain("(shown only once)");
    again.child.kill("SIGTERM");
    expect(await again.exitCode).toBe(0);
  },
  120_000,
);
