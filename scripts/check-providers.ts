// `npm run check-providers`: asks every configured provider, with or without a running server, and says what differs.
import { messageOf } from "#platform/rules/error-message.ts";
import { checkProviders } from "#app/server/check-providers.ts";
import { loadConfig } from "#platform/server/config.ts";
import { createLog } from "#platform/server/log.ts";
import { openProductDatabase } from "#app/server/serve.ts";
import { restrictNewFiles } from "#platform/server/private-files.ts";
import { readSavedKeys } from "#office/server/settings/settings.ts";
import { databaseAddress } from "./database-address.ts";

restrictNewFiles();

const log = createLog({ level: "error" });
const words = { passed: "ok", failed: "FAILED", not_configured: "not configured" } as const;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Keys that an admin saved come before those of the environment, as in the server. */
async function savedKeys(config: ReturnType<typeof loadConfig>) {
  const address = await databaseAddress(config, log);
  const database = await openProductDatabase({ url: address.url, secret: config.secret, log });
  try {
    return await readSavedKeys(database.kysely, config);
  } finally {
    await database.close();
    await address.close();
  }
}

async function main(): Promise<void> {
  const config = loadConfig();
  const { trackingKey, paymentAccess } = await savedKeys(config);
  const apiKey = trackingKey ?? config.tracking.apiKey;
  const checks = await checkProviders({
    tracking: apiKey === null ? null : { apiKey, apiBase: config.tracking.apiBase },
    payment: paymentAccess ?? config.stripe,
    files: config.s3,
    smtpUrl: config.mail.smtpUrl,
    exchangeRatesUrl: config.exchangeRatesUrl,
  });
  for (const { provider, outcome, answer } of checks) {
    print(`${provider.padEnd(16)} ${words[outcome].padEnd(16)} ${answer}`);
  }
  if (checks.every(({ outcome }) => outcome === "not_configured")) {
    print("\nNo provider is configured: the sandboxes are in use.");
  }
  process.exitCode = checks.some(({ outcome }) => outcome === "failed") ? 1 : 0;
}

await main().catch((error: unknown) => {
  print(`The providers could not be checked. ${messageOf(error)}`);
  process.exitCode = 1;
});
