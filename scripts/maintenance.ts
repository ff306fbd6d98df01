// `npm run maintenance on|off`, with or without a running server.
import { messageOf } from "#platform/rules/error-message.ts";
import { loadConfig } from "#platform/server/config.ts";
import { migrate } from "#platform/server/db/migrate.ts";
import { openDatabase } from "#platform/server/db/open.ts";
import { createLog } from "#platform/server/log.ts";
import { switchMaintenance } from "#office/server/settings/settings.ts";
import { restrictNewFiles } from "#platform/server/private-files.ts";
import { databaseAddress } from "./database-address.ts";

restrictNewFiles();

const usage = "Usage: npm run maintenance on, or npm run maintenance off";
const log = createLog({ level: "warn" });

function print(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

async function main(): Promise<void> {
  const [mode, ...more] = process.argv.slice(2);
  if ((mode !== "on" && mode !== "off") || more.length > 0) {
    print(usage);
    process.exitCode = 2;
    return;
  }
  const address = await databaseAddress(loadConfig(), log);
  const database = openDatabase({ url: address.url, log, poolSize: 1 });
  try {
    await migrate(database);
    const services = { db: database.kysely, now: () => new Date() };
    const outcome = await switchMaintenance(services, { isEnabled: mode === "on" });
    print(`Maintenance mode is ${mode}${outcome === "unchanged" ? " already" : ""}.`);
  } finally {
    await database.close();
    await address.close();
  }
}

await main().catch((error: unknown) => {
  print(`Nothing was changed. ${messageOf(error)}`);
  process.exitCode = 1;
});
