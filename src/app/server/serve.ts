import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { brandName } from "#platform/rules/brand.ts";
import { messageOf } from "#platform/rules/error-message.ts";
import { ConfigError, loadConfig, type Config } from "#platform/server/config.ts";
import { closeEmailCompiler } from "#platform/server/adapters/mail/email-compiler.ts";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import { listen, rejectTakenAddress } from "./http/listen.ts";
import { createLog, type Log, type DatabaseLog } from "#platform/server/log.ts";
import { pingDatabase } from "./http/metric-queries.ts";
import { openServer } from "./open-server.ts";
import { createOutages, type Outages } from "#platform/server/outages.ts";
import { openTracing } from "#platform/server/traces/tracing.ts";
import { queueFirstFetch } from "#catalogue/server/exchange-rates/exchange-rates.ts";
import { ensureAdmin } from "#people/server/users/admins.ts";
import { isSandboxInUse } from "#money/server/settings/payment-access.ts";
import {
  restrictExistingFiles,
  makeDataFolder,
  restrictNewFiles,
} from "#platform/server/private-files.ts";
import { isDatabaseUnavailable } from "#platform/server/error-response.ts";
import { migrate } from "#platform/server/db/migrate.ts";
import { requestConnections } from "#platform/server/db/connections.ts";
import { openDatabase, type Database } from "#platform/server/db/open.ts";
import { productVersion } from "#platform/server/version.ts";
import { connectForProbe, requireSessions } from "#platform/server/db/pooler.ts";
import { openForApplication } from "#platform/server/db/role/open-for-application.ts";
import { prepareJobs } from "#platform/server/jobs/jobs.ts";

const builtPages = fileURLToPath(new URL("../../../build/client", import.meta.url));
/** Requests in progress are cut after this time. */
const shutdownTimeoutMilliseconds = 15_000;
/** Requests still queued after this time are answered with `busy`, early enough for that answer to be sent. */
const drainTimeoutMilliseconds = 10_000;
/** A public server goes on for this long after `/readyz` fails, so that a proxy stops sending requests to it. */
const shutdownGraceMilliseconds = 3_000;
/** How long a public server refuses nearly all new connections before it stops listening; clients retry after a second. */
const backlogDrainMilliseconds = 700;

type Close = () => Promise<unknown>;

/** Called in reverse order at shutdown. */
const closeCallbacks: Close[] = [];

async function closeAll(log: Log): Promise<void> {
  for (const close of closeCallbacks.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      log.error({ error }, "Closing failed during shutdown");
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

/** Whether shutdown has begun; a start in progress then stops. */
let isShuttingDown = false;

/** Shutdown began before the start was complete. */
const startCancelled = new Error("The start was cancelled.");

/** Registers `close` for shutdown. Throws `startCancelled` when shutdown has begun. */
function onShutdown(close: Close): void {
  closeCallbacks.push(close);
  if (isShuttingDown) throw startCancelled;
}

async function openConfiguredDatabase(config: Config, log: Log) {
  let url = config.databaseUrl;
  if (url !== null) {
    const address = url;
    await requireSessions(() => connectForProbe(address));
  } else {
    const postgres = await startEmbeddedPostgres({ dataFolder: config.dataDir, log });
    onShutdown(() => postgres.close());
    url = postgres.url;
  }
  const poolSize = requestConnections(config.databaseConnections);
  const database = await openProductDatabase({ url, secret: config.secret, log, poolSize });
  onShutdown(() => database.close());
  return database;
}

function showPassword({ email, password }: { email: string; password: string }): void {
  process.stdout.write(
    `\nAdmin account created: ${email}, password ${password} (shown only once)\n`,
  );
}

function startupMessage(config: Config, admin: { email: string }, isSandbox: boolean): string {
  const lines = [
    ["Address", config.publicUrl],
    ["Admin sign-in", `${config.publicUrl}/admin-login as ${admin.email}`],
    ...(config.mail.smtpUrl === null
      ? [["Sandbox mailbox", `${config.publicUrl}/sandbox/mail`]]
      : []),
    ...(isSandbox ? [["Payments", "sandbox, no real money moves"]] : []),
  ];
  const rows = lines.map(([label = "", value = ""]) => `  ${label.padEnd(16)} ${value}`);
  return `\n${brandName} ${productVersion} is ready.\n\n${rows.join("\n")}\n\n`;
}

export type ServeOptions = {
  /** The folder of the built pages; the build's own by default. */
  readonly clientFolder?: string;
  /** Whether addresses are printed once the server is ready; true by default. */
  readonly printsStartupMessage?: boolean;
};

async function start(
  config: Config,
  log: Log,
  options: ServeOptions & { readonly outages: Outages },
): Promise<void> {
  const { outages, clientFolder = builtPages, printsStartupMessage = true } = options;
  // Before the database is started or migrated.
  await rejectTakenAddress(config);
  makeDataFolder(config.dataDir);
  // Not awaited: the folder itself is private by now, and it may hold many images.
  restrictExistingFiles(config.dataDir).catch((error: unknown) => {
    log.warn({ error }, "Some permissions in the data folder could not be restricted");
  });
  const database = await openConfiguredDatabase(config, log);
  outages.watch(() => pingDatabase(database.kysely), log);
  const tracing = await openTracing(config, log);
  onShutdown(() => tracing.close());
  const server = await openServer({
    config,
    database,
    log,
    tracing,
    now: () => new Date(),
    clientFolder,
  });
  onShutdown(closeEmailCompiler);
  onShutdown(() => server.close());
  const listening = await listen(server.app, config);
  const shutdown = {
    backlogDrainMilliseconds: config.isPublic ? backlogDrainMilliseconds : 0,
    timeoutMilliseconds: shutdownTimeoutMilliseconds,
  };
  onShutdown(() => listening.close(shutdown));
  onShutdown(async () => server.drain(drainTimeoutMilliseconds));
  // Open change streams would keep their requests in progress until the timeout.
  onShutdown(() => server.services.changeStream.close());
  await server.services.jobs.start(server.handlers);
  server.sandboxes.paymentSandbox?.start();
  server.sandboxes.trackingSandbox?.start();
  await queueFirstFetch(server.services);
  const admin = await ensureAdmin(server.services, showPassword);
  server.enter("serving");
  onShutdown(async () => {
    server.enter("ending");
    listening.startDraining();
    // A proxy learns from its next health check to send requests elsewhere.
    if (config.isPublic) await setTimeout(shutdownGraceMilliseconds);
  });
  log.info({ version: productVersion, node: process.version }, "The server is ready");
  const isSandbox = isSandboxInUse(config, await server.services.settings.current());
  if (printsStartupMessage) process.stdout.write(startupMessage(config, admin, isSandbox));
}

function explain(error: unknown, config: Config): string {
  const { code, syscall } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const { port, host } = config;
  if (code === "EADDRINUSE") {
    return `Port ${port} of ${host} is in use by another program. Stop that one, or choose another port with PORT.`;
  }
  if (code === "EADDRNOTAVAIL") return `HOST is "${host}", which is no address of this machine.`;
  if (code === "EACCES" && syscall === "listen") {
    return `Port ${port} may be opened by root alone. Choose one from 1024 on with PORT, and a proxy in front of it.`;
  }
  const reason = messageOf(error);
  if (config.databaseUrl !== null && isDatabaseUnavailable(error)) {
    return `The database of DATABASE_URL cannot be reached (${reason}).`;
  }
  return reason;
}

/** Starts the server; resolves once it is ready. It runs until SIGINT or SIGTERM, and exits with 1 when it cannot start. */
export async function serve(options: ServeOptions = {}): Promise<void> {
  restrictNewFiles();
  const config = readConfig();
  const outages = createOutages();
  const log = createLog({ level: config.logLevel, outages });

  let starting = Promise.resolve();
  const shutDown = async (exitCode: number) => {
    if (isShuttingDown) process.exit(exitCode === 0 ? 130 : exitCode);
    isShuttingDown = true;
    // A start in progress stops at its next `onShutdown`; nothing may be closed while it is being opened.
    await Promise.race([starting, setTimeout(shutdownTimeoutMilliseconds)]);
    await closeAll(log);
    process.exit(exitCode);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void shutDown(0));
  for (const failure of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(failure, (error: unknown) => {
      log.fatal({ error }, "Uncaught error: the server shuts down");
      void shutDown(1);
    });
  }

  let reason: unknown = null;
  starting = start(config, log, { ...options, outages }).catch((error: unknown) => {
    reason = error;
  });
  await starting;
  if (reason === null || reason === startCancelled) return;
  log.info({ error: reason }, "The server could not start");
  process.stderr.write(`${brandName} cannot start. ${explain(reason, config)}\n`);
  if (!isShuttingDown) await shutDown(1);
}

/** Creates or upgrades all tables, the job queue's included. `owner` is connected as their owner. */
export async function migrateDatabase(owner: Database, log: DatabaseLog): Promise<void> {
  const { applied } = await migrate(owner);
  if (applied.length > 0) log.info({ applied }, "Database migrated");
  await prepareJobs({ databaseUrl: owner.url, log });
}

/**
 * Migrates the database at `url` as its owner, then opens it under the application's role where one can be created. The
 * owner's connection is closed.
 */
export async function openProductDatabase(options: {
  url: string;
  secret: string;
  log: DatabaseLog;
  poolSize?: number;
}): Promise<Database> {
  const { url, log, ...ofRole } = options;
  const owner = openDatabase({ url, log, poolSize: 1 });
  try {
    await migrateDatabase(owner, log);
    return await openForApplication(owner, { ...ofRole, log });
  } finally {
    await owner.close();
  }
}
