// `npm run reconcile [DAYS]`: compares ledger and payment provider now, beside a running server or without one.
import type { Finding, Reconciliation } from "#contract/payments.ts";
import { formatUsd } from "#core/money.ts";
import { messageOf } from "#core/error-message.ts";
import { loadConfig } from "#server/config.ts";
import { createLog } from "#server/log.ts";
import { openProductDatabase } from "#server/open-database.ts";
import { openServer } from "#server/open-server.ts";
import { reconcile } from "#server/payments/reconciliation/reconcile.ts";
import { writeForOurselvesAlone } from "#server/private-files.ts";
import { databaseAddress } from "./database-address.ts";

writeForOurselvesAlone();

const usage = "Usage: npm run reconcile, or npm run reconcile DAYS (1 to 366; 3 unless told)";
const log = createLog({ level: "error" });

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}

function list(title: string, findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  say(`\n${title}:`);
  for (const { kind, amountCents, sentence } of findings) {
    say(`  ${kind.padEnd(20)} ${formatUsd(amountCents).padStart(12)}  ${sentence}`);
  }
}

function notify(report: Reconciliation): void {
  const { paymentsCompared, repairedCount, differences, differenceCents } = report;
  say(`From ${report.windowStartsAt} to ${report.windowEndsAt}:`);
  say(
    `${count(paymentsCompared, "payment")} compared, ${count(repairedCount, "effect")} repaired.`,
  );
  list("Repaired", report.repairs);
  list("Differs", differences);
  say(
    differences.length === 0
      ? "\nLedger, wallets and provider agree to the cent."
      : `\n${count(differences.length, "difference")} over ${formatUsd(differenceCents)}.`,
  );
  process.exitCode = differences.length === 0 ? 0 : 1;
}

async function main(): Promise<void> {
  const [given = "3", ...more] = process.argv.slice(2);
  const days = Number(given);
  if (!Number.isInteger(days) || days < 1 || days > 366 || more.length > 0) {
    say(usage);
    process.exitCode = 2;
    return;
  }
  const config = loadConfig();
  const address = await databaseAddress(config, log);
  const database = await openProductDatabase({ url: address.url, secret: config.secret, log });
  try {
    const now = () => new Date();
    const server = await openServer({
      config,
      database,
      log,
      now,
      clientFolder: null,
      isManual: true,
    });
    try {
      notify(await reconcile(server.services, { cause: "console", days }));
    } finally {
      await server.close();
    }
  } finally {
    await database.close();
    await address.close();
  }
}

await main().catch((error: unknown) => {
  say(`Nothing was compared to the end. ${messageOf(error)}`);
  process.exitCode = 1;
});
