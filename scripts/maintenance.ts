// `npm run maintenance on|off`: closes the platform to customers or opens it again, beside a running server or without one.
import { messageOf } from "#core/error-message.ts";
import { loadConfig } from "#server/config.ts";
import { migrate } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import { createLog } from "#server/log.ts";
import { switchMaintenance } from "#server/settings/switch-maintenance.ts";
import { writeForOurselvesAlone } from "#server/private-files.ts";
import { databaseAddress } from "./database-address.ts";

writeForOurselvesAlone();

const usage = "Usage: npm run maintenance on, or npm run maintenance off";
const log = createLog({ level: "warn" });

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

async function main(): Promise<void> {
  const [wanted, ...more] = process.argv.slice(2);
  if ((wanted !== "on" && wanted !== "off") || more.length > 0) {
    say(usage);
    process.exitCode = 2;
    return;
  }
  const address = await databaseAddress(loadConfig(), log);
  const database = openDatabase({ url: address.url, log, poolSize: 1 });
  try {
    await migrate(database);
    const services = { db: database.kysely, now: () => new Date() };
    const outcome = await switchMaintenance(services, { isEnabled: wanted === "on" });
    say(`Maintenance mode is ${wanted}${outcome === "unchanged" ? " already" : ""}.`);
  } finally {
    await database.close();
    await address.close();
  }
}

await main().catch((error: unknown) => {
  say(`Nothing was changed. ${messageOf(error)}`);
  process.exitCode = 1;
});
