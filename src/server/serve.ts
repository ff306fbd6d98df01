// Serves: reads the settings, opens the server, listens, says where, and closes in order when told to.
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { brandName } from "#core/brand.ts";
import { messageOf } from "#core/error-message.ts";
import { ConfigError, loadConfig, type Config } from "./config.ts";
import { startEmbeddedPostgres } from "./db/embedded/supervisor.ts";
import { listen } from "./http/listen.ts";
import { createLog, type Log } from "./log.ts";
import { openProductDatabase } from "./open-database.ts";
import { openServer } from "./open-server.ts";
import { ensureAdmin } from "./users/ensure-admin.ts";
import { isSandboxInUse } from "./settings/payment-access.ts";
import { closeToOthers, makeDataFolder, writeForOurselvesAlone } from "./private-files.ts";
import { isDatabaseUnavailable } from "./error-response.ts";

const builtPages = fileURLToPath(new URL("../../build/client", import.meta.url));
/** Time for requests under way to end before they are cut. */
const graceMilliseconds = 15_000;
/** What waits in a queue until then is told to come again, in time for that answer to arrive. */
const drainMilliseconds = 10_000;
/** How long a public server goes on after it has said that it ends. */
const shutdownMilliseconds = 3_000;

/** How long visitors find its door busy before it is shut: shorter than a second, after which they knock again. */
const shutdownGraceMilliseconds = 700;

type Closing = () => Promise<unknown>;

/** What was opened, to be closed in the opposite order. */
const toClose: Closing[] = [];

async function closeAll(log: Log): Promise<void> {
  for (const close of toClose.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      log.error({ error }, "A part did not close as it should");
    }
  }
}

function readConfig(): Config {
  try {
    return loadConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Whether the process was told to end; a start under way then goes no further. */
let isEnding = false;

/** The end was asked for before the start was over. */
const endedEarly = new Error("The start was given up.");

/** Keeps how to close what was just opened, and gives up the start when the end was asked for meanwhile. */
function opened(close: Closing): void {
  toClose.push(close);
  if (isEnding) throw endedEarly;
}

async function openOwnDatabase(config: Config, log: Log) {
  let url = config.databaseUrl;
  if (url === null) {
    const postgres = await startEmbeddedPostgres({ dataFolder: config.dataDir, log });
    opened(() => postgres.close());
    url = postgres.url;
  }
  const database = await openProductDatabase({ url, secret: config.secret, log });
  opened(() => database.close());
  return database;
}

function showPassword({ email, password }: { email: string; password: string }): void {
  process.stdout.write(
    `\nThe office's first account is ${email}, password ${password} (shown this once)\n`,
  );
}

function welcome(config: Config, admin: { email: string }, isSandbox: boolean): string {
  const lines = [
    ["Address", config.publicUrl],
    ["Admin sign-in", `${config.publicUrl}/admin-login as ${admin.email}`],
    ...(config.mail.smtpUrl === null
      ? [["Sandbox mailbox", `${config.publicUrl}/sandbox/mail`]]
      : []),
    ...(isSandbox ? [["Payments", "sandbox, no real money moves"]] : []),
  ];
  const rows = lines.map(([label = "", value = ""]) => `  ${label.padEnd(16)} ${value}`);
  return `\n${brandName} is ready.\n\n${rows.join("\n")}\n\n`;
}

/** From which folder pages come, those of the build unless told; and whether the first words say that it is ready. */
export type ServeOptions = { readonly clientFolder?: string; readonly isWelcomeShown?: boolean };

async function start(config: Config, log: Log, options: ServeOptions): Promise<void> {
  const { clientFolder = builtPages, isWelcomeShown = true } = options;
  makeDataFolder(config.dataDir);
  // Not waited for: the folder itself is closed by now, and there may be many pictures in it.
  closeToOthers(config.dataDir).catch((error: unknown) => {
    log.warn({ error }, "Not all in the data folder could be closed to others");
  });
  const database = await openOwnDatabase(config, log);
  const server = await openServer({
    config,
    database,
    log,
    now: () => new Date(),
    clientFolder,
  });
  opened(() => server.close());
  const listening = await listen(server.app, config);
  const shutdownQuietMilliseconds = config.isPublic ? shutdownGraceMilliseconds : 0;
  opened(() => listening.close({ shutdownQuietMilliseconds, graceMilliseconds }));
  opened(async () => server.drain(drainMilliseconds));
  // Streams would keep their requests under way for as long as anybody listens.
  opened(() => server.services.changeStream.close());
  await server.services.jobs.start(server.handlers);
  server.sandboxes.paymentSandbox?.start();
  const admin = await ensureAdmin(server.services, showPassword);
  server.enter("serving");
  opened(async () => {
    server.enter("ending");
    listening.sendElsewhere();
    // A proxy hears of it with its next look, and sends nobody any more before the door is shut.
    if (config.isPublic) await setTimeout(shutdownMilliseconds);
  });
  const isSandbox = isSandboxInUse(config, await server.services.settings.current());
  if (isWelcomeShown) process.stdout.write(welcome(config, admin, isSandbox));
}

function explain(error: unknown, config: Config): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return `Port ${config.port} of ${config.host} is taken by another program. Choose another with PORT.`;
  }
  const reason = messageOf(error);
  if (config.databaseUrl !== null && isDatabaseUnavailable(error)) {
    return `The database of DATABASE_URL cannot be reached (${reason}).`;
  }
  return reason;
}

/** Serves until the process is told to end; resolves once it is ready, and ends the process where it cannot start. */
export async function serve(options: ServeOptions = {}): Promise<void> {
  writeForOurselvesAlone();
  const config = readConfig();
  const log = createLog({ level: config.isPublic ? "info" : "warn" });

  let starting = Promise.resolve();
  const end = async (exitCode: number) => {
    if (isEnding) process.exit(exitCode === 0 ? 130 : exitCode);
    isEnding = true;
    // What a start is just opening must not be closed under it; it gives up with the next part.
    await Promise.race([starting, setTimeout(graceMilliseconds)]);
    await closeAll(log);
    process.exit(exitCode);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void end(0));
  for (const failure of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(failure, (error: unknown) => {
      log.fatal({ error }, "The server met an error that nothing caught, and ends");
      void end(1);
    });
  }

  let reason: unknown = null;
  starting = start(config, log, options).catch((error: unknown) => {
    reason = error;
  });
  await starting;
  if (reason === null || reason === endedEarly) return;
  log.info({ error: reason }, "The server could not start");
  process.stderr.write(`${brandName} cannot start. ${explain(reason, config)}\n`);
  if (!isEnding) await end(1);
}
