// `npm run demo`: fills an empty shop with ninety lively days, through the product's own operations.
import { brandName } from "#core/brand.ts";
import { messageOf } from "#core/error-message.ts";
import { loadConfig, type Config } from "#server/config.ts";
import { startEmbeddedPostgres } from "#server/db/embedded/supervisor.ts";
import type { Database } from "#server/db/open.ts";
import { createLog } from "#server/log.ts";
import { openProductDatabase } from "#server/open-database.ts";
import { openSignInLibrary } from "#server/auth/sign-in-library.ts";
import { ensureAdmin } from "#server/users/ensure-admin.ts";
import { writeForOurselvesAlone } from "#server/private-files.ts";
import { demoPassword, demoUsers } from "./demo/users.ts";
import { openShop } from "./demo/shop.ts";
import { play } from "./demo/story.ts";

writeForOurselvesAlone();

const log = createLog({ level: "error" });
const demoDays = 90;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function rejectRealProviders(config: Config): void {
  const wrong = [
    ...(config.isPublic ? ["PUBLIC_URL is public"] : []),
    ...(config.stripe === null ? [] : ["STRIPE_SECRET_KEY is set, and real money could move"]),
    ...(config.mail.smtpUrl === null ? [] : ["SMTP_URL is set, and letters would be sent"]),
  ];
  if (wrong.length === 0) return;
  throw new Error(`A demo is for a machine of one's own, on the sandbox: ${wrong.join("; ")}.`);
}

async function rejectExistingData({ kysely }: Database, adminEmail: string): Promise<void> {
  const somebody = await kysely
    .selectFrom("users")
    .select("id")
    .where("email", "!=", adminEmail)
    .limit(1)
    .executeTakeFirst();
  const movement = await kysely.selectFrom("transactions").select("id").limit(1).executeTakeFirst();
  if (somebody === undefined && movement === undefined) return;
  throw new Error(
    "The database holds people or money already. A demo fills an empty one only: choose another DATA_DIR.",
  );
}

function printSignIns(config: Config, admin: { email: string; password: string | null }): void {
  const password = admin.password ?? config.adminPassword ?? "the password that it had";
  say("\nSign in as");
  say(`  staff     ${config.publicUrl}/admin-login   ${admin.email}   ${password}`);
  for (const { email, plan } of demoUsers.slice(0, 3)) {
    say(`  customer  ${config.publicUrl}/login   ${email}   ${demoPassword}   (${plan})`);
  }
  say("All other customers have that password too. Start the server with npm start.");
}

async function fill(config: Config, database: Database): Promise<void> {
  const adminEmail = config.adminEmail.toLowerCase();
  await rejectExistingData(database, adminEmail);
  const endsAt = new Date();
  const startsAt = new Date(endsAt.getTime() - demoDays * 24 * 3_600_000);
  const db = database.kysely;
  const now = () => startsAt;
  const services = { config, db, now, signInLibrary: openSignInLibrary(db, { ...config, now }) };
  let password: string | null = null;
  await ensureAdmin(services, (made) => {
    password = made.password;
  });
  const { id: adminId } = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", adminEmail)
    .executeTakeFirstOrThrow();
  const shop = await openShop({ config, database, log }, startsAt);
  try {
    const { customers, packages } = await play(shop, { adminId, startsAt, endsAt, notify: say });
    say(`${brandName} has ${customers} customers and ${packages} packages now.`);
  } finally {
    await shop.close();
  }
  printSignIns(config, { email: adminEmail, password });
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
      await fill(config, database);
    } finally {
      await database.close();
    }
  } finally {
    await postgres?.close();
  }
}

await main().catch((error: unknown) => {
  say(`No demo. ${messageOf(error)}`);
  process.exitCode = 1;
});
