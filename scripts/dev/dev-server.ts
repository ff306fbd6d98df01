// The development server: Vite for the screens, the API server behind it, and a PostgreSQL that outlives its restarts.
import { realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createServer } from "vite";
import { ConfigError, loadConfig, type Config } from "#server/config.ts";
import { startEmbeddedPostgres } from "#server/db/embedded/supervisor.ts";
import { createLog } from "#server/log.ts";
import { startApiServer, type ApiServer } from "./api-server.ts";
import { pagesThroughVite } from "./pages-through-vite.ts";

const repository = join(import.meta.dirname, "../..");
/** How long the end may take before the process goes without it; nothing that it started outlives it. */
const endMilliseconds = 15_000;
/** As the operator gave it, before Vite adds what is meant for the screens alone. */
const environment = { ...process.env };

type Closing = () => Promise<unknown>;

/** What was opened, to be closed in the opposite order. */
const toClose: Closing[] = [];

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
  toClose.push(() => postgres.close());
  return postgres.url;
}

/** The settings of the API server: the operator's, but behind Vite's server and on the database that runs here. */
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
  if ("failure" in state) return console.error("The server starts again with the next change.");
  console.log(`Server restarted in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

async function listen(config: Config, api: ApiServer): Promise<void> {
  const { hostname } = new URL(config.publicUrl);
  const vite = await createServer({
    root: repository,
    clearScreen: false,
    // Of this checkout alone, since several may share their packages.
    cacheDir: join(repository, "build/vite"),
    plugins: [
      pagesThroughVite({
        api,
        repository,
        publicUrl: config.publicUrl,
        onRestart: () => void restart(api),
      }),
    ],
    // Found only when its page is first opened, a dependency would reload that page.
    optimizeDeps: { entries: ["src/web/**/*.{ts,tsx}", "!src/web/**/*.test.{ts,tsx}"] },
    server: {
      host: config.host,
      port: config.port,
      strictPort: true,
      allowedHosts: [hostname],
      // No other origin may read what the API answers, here as in production.
      cors: false,
      // The folder of the packages may be a link.
      fs: { allow: [repository, realpathSync(join(repository, "node_modules"))] },
      watch: {
        ignored: (path: string) =>
          path === config.dataDir ||
          path.startsWith(config.dataDir + sep) ||
          path.startsWith(join(repository, "build")),
      },
    },
  });
  toClose.push(() => vite.close());
  await vite.listen();
}

async function start(config: Config): Promise<void> {
  const api = startApiServer(environmentForApi(config, await openDatabaseAddress(config)));
  toClose.push(() => api.close());
  await listen(config, api);
  const state = await api.state();
  if ("failure" in state) return;
  console.log(
    `Screens are replaced in the browser as their files are saved; the server restarts.\nEverything is kept in ${config.dataDir}. Ctrl-C ends it.\n`,
  );
}

let isEnding = false;
async function end(exitCode: number): Promise<void> {
  if (isEnding) process.exit(130);
  isEnding = true;
  const closed = (async () => {
    for (const close of toClose.splice(0).reverse()) await close().catch(console.error);
  })();
  await Promise.race([closed, sleep(endMilliseconds)]);
  process.exit(exitCode);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void end(0));
const config = readConfig();
try {
  await start(config);
} catch (error) {
  if (!isEnding) {
    console.error(
      `Development cannot start. ${error instanceof Error ? error.message : String(error)}`,
    );
    await end(1);
  }
}
