// Serves: reads the settings, opens the server, listens, says where, and closes in order when told to.
import { fileURLToPath } from "node:url";
import { brandName } from "#core/brand.ts";
import { ConfigError, loadConfig, type Config } from "./config.ts";
import { startEmbeddedPostgres } from "./db/embedded/supervisor.ts";
import { migrate } from "./db/migrate.ts";
import { openDatabase } from "./db/open.ts";
import { listen } from "./http/listen.ts";
import { createLog, type Log } from "./log.ts";
import { openServer } from "./open-server.ts";
import { ensureAdmin } from "./people/ensure-admin.ts";
import { isDatabaseUnavailable } from "./problem-response.ts";

const clientFolder = fileURLToPath(new URL("../../build/client", import.meta.url));
/** Time for requests under way to end before they are cut. */
const graceMilliseconds = 15_000;

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

async function openMigratedDatabase(config: Config, log: Log) {
  let url = config.databaseUrl;
  if (url === null) {
    const postgres = await startEmbeddedPostgres({ dataFolder: config.dataDir, log });
    toClose.push(() => postgres.close());
    url = postgres.url;
  }
  const database = openDatabase({ url, log });
  toClose.push(() => database.close());
  const { applied } = await migrate(database);
  if (applied.length > 0) log.info({ applied }, "Database migrated");
  return database;
}

function welcome(config: Config, admin: { email: string; newPassword: string | null }): string {
  const password =
    admin.newPassword === null ? "" : `, password ${admin.newPassword} (shown this once)`;
  const lines = [
    ["Address", config.publicUrl],
    ["Admin sign-in", `${config.publicUrl}/admin-login as ${admin.email}${password}`],
    ...(config.mail.smtpUrl === null
      ? [["Sandbox mailbox", `${config.publicUrl}/sandbox/mail`]]
      : []),
    ...(config.stripe === null ? [["Payments", "sandbox, no real money moves"]] : []),
  ];
  const rows = lines.map(([label = "", value = ""]) => `  ${label.padEnd(16)} ${value}`);
  return `\n${brandName} is ready.\n\n${rows.join("\n")}\n\n`;
}

async function start(config: Config, log: Log): Promise<void> {
  const database = await openMigratedDatabase(config, log);
  const server = await openServer({
    config,
    database,
    log,
    now: () => new Date(),
    clientFolder,
  });
  toClose.push(() => server.close());
  const listening = await listen(server.app, config);
  toClose.push(() => listening.close(graceMilliseconds));
  await server.parts.jobs.start(server.handlers);
  server.standIns.paymentSandbox?.start();
  process.stdout.write(welcome(config, await ensureAdmin(server.parts)));
}

function explain(error: unknown, config: Config): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return `Port ${config.port} of ${config.host} is taken by another program. Choose another with PORT.`;
  }
  const reason = error instanceof Error ? error.message : String(error);
  if (config.databaseUrl !== null && isDatabaseUnavailable(error)) {
    return `The database of DATABASE_URL cannot be reached (${reason}).`;
  }
  return reason;
}

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog({ level: config.isPublic ? "info" : "warn" });

  let isEnding = false;
  const end = async (exitCode: number) => {
    if (isEnding) process.exit(exitCode === 0 ? 130 : exitCode);
    isEnding = true;
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

  try {
    await start(config, log);
  } catch (error) {
    log.info({ error }, "The server could not start");
    process.stderr.write(`${brandName} cannot start. ${explain(error, config)}\n`);
    await end(1);
  }
}

await main();
