// `npm run admin grant|revoke EMAIL`, with or without a running server.
import { messageOf } from "#platform/rules/error-message.ts";
import { loadConfig } from "#platform/server/config.ts";
import { migrate } from "#platform/server/db/migrate.ts";
import { openDatabase } from "#platform/server/db/open.ts";
import { createLog } from "#platform/server/log.ts";
import { changeAdmin, type AdminChange } from "#people/server/users/admins.ts";
import { restrictNewFiles } from "#platform/server/private-files.ts";
import { databaseAddress } from "./database-address.ts";

restrictNewFiles();

const log = createLog({ level: "warn" });
const usage = "Usage: npm run admin grant EMAIL, or npm run admin revoke EMAIL";

function print(sentence: string, exitCode: number): void {
  process.stdout.write(`${sentence}\n`);
  process.exitCode = exitCode;
}

function printOutcome(outcome: AdminChange, email: string, isAdmin: boolean): void {
  switch (outcome) {
    case "changed":
      return print(isAdmin ? `${email} is an admin now.` : `${email} is no longer an admin.`, 0);
    case "unchanged":
      return print(isAdmin ? `${email} is an admin already.` : `${email} is not an admin.`, 0);
    case "no_account":
      return print(`There is no account with the email ${email}. Register it first.`, 1);
    case "not_verified":
      return print(
        `${email} has not verified the address yet. Open the link in the verification email first.`,
        1,
      );
    case "last_admin":
      return print(`${email} is the last admin. Make somebody else an admin first.`, 1);
  }
}

async function main(): Promise<void> {
  const [verb, email, ...more] = process.argv.slice(2);
  if ((verb !== "grant" && verb !== "revoke") || email === undefined || more.length > 0) {
    return print(usage, 1);
  }
  const address = await databaseAddress(loadConfig(), log);
  const database = openDatabase({
    url: address.url,
    log,
    poolSize: 1,
  });
  try {
    await migrate(database);
    const services = { db: database.kysely, now: () => new Date() };
    printOutcome(
      await changeAdmin(services, { email, isAdmin: verb === "grant" }),
      email,
      verb === "grant",
    );
  } finally {
    await database.close();
    await address.close();
  }
}

await main().catch((error: unknown) => {
  const reason = messageOf(error);
  print(`Nothing was changed. ${reason}`, 1);
});
