// `npm run reconcile [DAYS]`: compares ledger and payment provider, with or without a running server.
import type { ReconciliationFinding } from "#money/rules/payment.ts";
import { formatUsd } from "#platform/rules/money.ts";
import { messageOf } from "#platform/rules/error-message.ts";
import { loadConfig } from "#platform/server/config.ts";
import { createLog } from "#platform/server/log.ts";
import { openProductDatabase } from "#app/server/serve.ts";
import { openServer } from "#app/server/open-server.ts";
import { describeFinding, reconcile } from "#money/server/payments/reconciliation.ts";
import { restrictNewFiles } from "#platform/server/private-files.ts";
import { databaseAddress } from "./database-address.ts";

restrictNewFiles();

const usage = "Usage: npm run reconcile, or npm run reconcile DAYS (1 to 366, 3 by default)";
const log = createLog({ level: "error" });

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}

function list(title: string, findings: readonly ReconciliationFinding[]): void {
  if (findings.length === 0) return;
  print(`\n${title}:`);
  for (const { kind, amountCents, sentence } of findings.map((one) => describeFinding(one))) {
    print(`  ${kind.padEnd(20)} ${formatUsd(amountCents).padStart(12)}  ${sentence}`);
  }
}

function printReport(report: Awaited<ReturnType<typeof reconcile>>): void {
  const { paymentsCompared, repairedCount, differences, differenceCents } = report;
  print(`From ${report.windowStartsAt} to ${report.windowEndsAt}:`);
  print(
    `${count(paymentsCompared, "payment")} compared, ${count(repairedCount, "effect")} repaired.`,
  );
  list("Repaired", report.repairs);
  list("Differences", differences);
  print(
    differences.length === 0
      ? "\nLedger, wallets and provider agree to the cent."
      : `\n${count(differences.length, "difference")} over ${formatUsd(differenceCents)}.`,
  );
  process.exitCode = differences.length === 0 ? 0 : 1;
}

async function main(): Promise<void> {
  const [argument = "3", ...more] = process.argv.slice(2);
  const days = Number(argument);
  if (!Number.isInteger(days) || days < 1 || days > 366 || more.length > 0) {
    print(usage);
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
      printReport(await reconcile(server.services, { cause: "console", days }));
    } finally {
      await server.close();
    }
  } finally {
    await database.close();
    await address.close();
  }
}

await main().catch((error: unknown) => {
  print(`The reconciliation failed. ${messageOf(error)}`);
  process.exitCode = 1;
});
