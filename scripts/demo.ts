// `npm run demo`: fills an empty database with ninety days of demo data, through the product's own operations.
import { brandName } from "#platform/rules/brand.ts";
import { messageOf } from "#platform/rules/error-message.ts";
import { loadConfig, type Config } from "#platform/server/config.ts";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import type { Database } from "#platform/server/db/open.ts";
import { createLog } from "#platform/server/log.ts";
import { openProductDatabase } from "#app/server/serve.ts";
import { restrictNewFiles } from "#platform/server/private-files.ts";
import { demoPassword, demoUsers } from "./demo/users.ts";
import { fillDatabase } from "./demo/fill-database.ts";

restrictNewFiles();

const log = createLog({ level: "error" });
const demoDays = 90;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function rejectRealProviders(config: Config): void {
  const wrong = [
    ...(config.isPublic ? ["PUBLIC_URL is public"] : []),
    ...(config.stripe === null ? [] : ["STRIPE_SECRET_KEY is set, so real money could move"]),
    ...(config.mail.smtpUrl === null ? [] : ["SMTP_URL is set, so emails would be sent"]),
  ];
  if (wrong.length === 0) return;
  throw new Error(`Demo data can only be created locally with the sandbox: ${wrong.join("; ")}.`);
}

async function rejectExistingData({ kysely }: Database, adminEmail: string): Promise<void> {
  const user = await kysely
    .selectFrom("users")
    .select("id")
    .where("email", "!=", adminEmail)
    .limit(1)
    .executeTakeFirst();
  const transaction = await kysely
    .selectFrom("transactions")
    .select("id")
    .limit(1)
    .executeTakeFirst();
  if (user === undefined && transaction === undefined) return;
  throw new Error(
    "The database already contains users or transactions. Demo data needs an empty database: choose another DATA_DIR.",
  );
}

function printSignIns(config: Config, admin: { email: string; password: string | null }): void {
  const password = admin.password ?? config.adminPassword ?? "(existing password)";
  print("\nSign in as");
  print(`  admin     ${config.publicUrl}/admin-login   ${admin.email}   ${password}`);
  for (const { email, plan, hasJourney } of demoUsers.slice(0, 3)) {
    const note = hasJourney ? ", with parcels in the warehouse" : "";
    print(`  customer  ${config.publicUrl}/login   ${email}   ${demoPassword}   (${plan}${note})`);
  }
  print("All other customers have the same password. Start the server with npm start.");
}

async function main(): Promise<void> {
  const config = loadConfig();
  rejectRealProviders(config);
  const postgres =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataFolder: config.dataDir, log })
      : null;
  const url = config.databaseUrl ?? postgres?.url ?? "";
  try {
    const database = await openProductDatabase({ url, secret: config.secret, log });
    try {
      await rejectExistingData(database, config.adminEmail.toLowerCase());
      const filled = await fillDatabase(
        { config, database, log },
        { days: demoDays, onProgress: print },
      );
      print(`${brandName} now has ${filled.customers} customers and ${filled.packages} packages.`);
      printSignIns(config, filled.admin);
    } finally {
      await database.close();
    }
  } finally {
    await postgres?.close();
  }
}

await main().catch((error: unknown) => {
  print(`No demo data was created. ${messageOf(error)}`);
  process.exitCode = 1;
});
