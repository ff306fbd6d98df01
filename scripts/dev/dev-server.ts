// The development server: Vite for the screens, the API server behind it, and a PostgreSQL that outlives its restarts.
import { realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createServer } from "vite";
import { ConfigError, loadConfig, type Config } from "#platform/server/config.ts";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import { createLog } from "#platform/server/log.ts";
import { startApiServer, type ApiServer } from "./api-server.ts";
import { pagesThroughVite } from "./pages-through-vite.ts";

const repository = join(import.meta.dirname, "../..");
/** The process exits after this time; its child processes end with it. */
const shutdownTimeoutMilliseconds = 15_000;
/** Before Vite adds its own variables. */
const environment = { ...process.env };

type Close = () => Promise<unknown>;

/** Called in reverse order at shutdown. */
const closeCallbacks: Close[] = [];

function readConfig(): Config {
  try {
    return loadConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

async function openDatabaseAddress(config: Config): Promise<string> {
  if (config.databaseUrl !== null) return config.databaseUrl;
  const log = createLog({ level: "warn" });
  const postgres = await startEmbeddedPostgres({ dataFolder: config.dataDir, log });
  closeCallbacks.push(() => postgres.close());
  return postgres.url;
}

/** The API server runs behind Vite's server and uses the database that is started here. */
function environmentForApi(config: Config, databaseUrl: string): NodeJS.ProcessEnv {
  const proxies = [environment["TRUSTED_PROXIES"], "127.0.0.1"].filter(Boolean).join(",");
  return {
    ...environment,
    PUBLIC_URL: config.publicUrl,
    DATA_DIR: config.dataDir,
    DATABASE_URL: databaseUrl,
    TRUSTED_PROXIES: proxies,
  };
}

async function restart(api: ApiServer): Promise<void> {
  const startedAt = performance.now();
  const state = await api.restart();
  if ("failure" in state) return console.error("The server restarts at the next change.");
  console.log(`Server restarted in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

async function listen(config: Config, api: ApiServer): Promise<void> {
  const { hostname } = new URL(config.publicUrl);
  const vite = await createServer({
    root: repository,
    clearScreen: false,
    // Not in node_modules, which several checkouts may share.
    cacheDir: join(repository, "build/vite"),
    plugins: [
      pagesThroughVite({
        api,
        repository,
        publicUrl: config.publicUrl,
        onRestart: () => void restart(api),
      }),
    ],
    // A dependency found only when its page is first opened would reload that page.
    optimizeDeps: { entries: ["src/*/web/**/*.{ts,tsx}", "!src/**/*.test.{ts,tsx}"] },
    server: {
      host: config.host,
      port: config.port,
      strictPort: true,
      allowedHosts: [hostname],
      // As in production, no other origin may read responses of the API.
      cors: false,
      // node_modules may be a link.
      fs: { allow: [repository, realpathSync(join(repository, "node_modules"))] },
      watch: {
        ignored: (path: string) =>
          path === config.dataDir ||
          path.startsWith(config.dataDir + sep) ||
          path.startsWith(join(repository, "build")),
      },
    },
  });
  closeCallbacks.push(() => vite.close());
  await vite.listen();
}

async function start(config: Config): Promise<void> {
  const api = startApiServer(environmentForApi(config, await openDatabaseAddress(config)));
  closeCallbacks.push(() => api.close());
  await listen(config, api);
  const state = await api.state();
  if ("failure" in state) return;
  console.log(
    `Saved changes of pages appear in the browser; changes of the server restart it.\nData is stored in ${config.dataDir}. Press Ctrl-C to stop.\n`,
  );
}

let isShuttingDown = false;
async function shutDown(exitCode: number): Promise<void> {
  if (isShuttingDown) process.exit(130);
  isShuttingDown = true;
  const closed = (async () => {
    for (const close of closeCallbacks.splice(0).reverse()) await close().catch(console.error);
  })();
  await Promise.race([closed, sleep(shutdownTimeoutMilliseconds)]);
  process.exit(exitCode);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void shutDown(0));
const config = readConfig();
try {
  await start(config);
} catch (error) {
  if (!isShuttingDown) {
    console.error(
      `The development server cannot start. ${error instanceof Error ? error.message : String(error)}`,
    );
    await shutDown(1);
  }
}
