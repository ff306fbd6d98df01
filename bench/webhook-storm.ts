// Sends 10,000 webhooks shuffled, 30 % of them twice, 10 % never, then reconciles, and compares the end with a model.
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { loadConfig } from "#platform/server/config.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import { createLog } from "#platform/server/log.ts";
import { openProductDatabase } from "#app/server/serve.ts";
import { openServer, type OpenServer } from "#app/server/open-server.ts";
import { reconcile } from "#money/server/payments/reconciliation.ts";
import { findLedgerFaults } from "#money/server/wallet/ledger-faults.ts";
import { startDeposit } from "#money/server/wallet/deposits.ts";
import { signedInContext } from "#test/context.ts";

const webhookCount = Number(process.env["WEBHOOKS"] ?? 10_000);
const customerCount = 200;
const seed = 20_260_101;
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const printLine = (line: string) => process.stdout.write(`${line}\n`);

/** A customer with the balance expected from the provider's payments. */
type Customer = { readonly context: SignedInContext; readonly userId: string; cents: number };

let base = "";

async function callSandbox<Result>(
  server: OpenServer,
  path: string,
  body?: Record<string, unknown>,
): Promise<Result> {
  const headers = { authorization: "Bearer sk_test_sandbox", "content-type": "application/json" };
  const isControl = path.startsWith("controls/");
  const form = () => new URLSearchParams(body as Record<string, string>);
  const request = new Request(`${base}/sandbox/stripe/${path}`, {
    headers: isControl || !body ? headers : { authorization: headers.authorization },
    ...(body && { method: "POST", body: isControl ? JSON.stringify(body) : form() }),
  });
  const answer = await server.sandboxes.paymentSandbox?.fetch(request);
  if (answer?.ok !== true) throw new Error(`${path}: ${await answer?.text()}`);
  return (await answer.json()) as Result;
}

async function makeCustomers(server: OpenServer): Promise<Customer[]> {
  const users = Array.from({ length: customerCount }, (_, number) => ({
    name: "Storm",
    email: `storm-${number}@example.com`,
  }));
  const rows = await server.services.db.insertInto("users").values(users).returningAll().execute();
  const now = () => new Date();
  const clock = { now, set: () => {}, advance: () => {} };
  return rows.map(({ id: userId, email, name: fullName }) => {
    const person = { userId, email, fullName };
    return {
      context: signedInContext({ services: server.services, clock }, person),
      userId,
      cents: 0,
    };
  });
}

/** One deposit, paid; some are refunded in part, some disputed. */
async function deposit(server: OpenServer, customer: Customer, number: number): Promise<void> {
  const amountCents = 100 + ((number * 37) % 5_000);
  const { url } = await startDeposit(customer.context, {
    amount: amountCents / 100,
    idempotencyKey: randomUUID(),
  });
  const card = { number: "4242424242424242", expiry: "12/60", cvc: "123", name: "Storm" };
  const form = new URLSearchParams({ ...card, email: "storm@example.com" });
  await server.sandboxes.paymentSandbox?.fetch(new Request(url, { method: "POST", body: form }));
  customer.cents += amountCents;
  if (number % 10 > 1) return;
  const sessionId = /cs_test_\w+/.exec(url)?.[0] ?? "";
  const session = await server.services.payment.readCheckoutSession(sessionId);
  const paymentIntent = { payment_intent: session?.paymentIntentId ?? "" };
  if (number % 10 === 0) {
    const amount = Math.ceil(amountCents / 3);
    await callSandbox(server, "v1/refunds", { ...paymentIntent, amount: String(amount) });
    customer.cents -= amount;
  } else {
    const { id } = await callSandbox<{ id: string }>(server, "controls/disputes", paymentIntent);
    customer.cents -= amountCents;
    if (number % 20 !== 1) return;
    await callSandbox(server, `controls/disputes/${id}/close`, { outcome: "won" });
    customer.cents += amountCents;
  }
}

type Webhooks = { deliveries: { pending: number; delivered: number; dropped: number } };

async function storm(server: OpenServer): Promise<void> {
  const customers = await makeCustomers(server);
  await callSandbox(server, "controls/webhooks", {
    isHeld: true,
    dropPerMille: 100,
    dropSeed: seed,
  });
  let count = 0;
  let pending = 0;
  while (pending < webhookCount) {
    const customer = customers[count % customerCount];
    if (customer === undefined) return;
    if (count % 3_600 === 3_599) await server.services.db.deleteFrom("attempts").execute();
    await deposit(server, customer, count);
    count += 1;
    if (count % 100 === 0) {
      pending = (await callSandbox<Webhooks>(server, "controls/webhooks")).deliveries.pending;
    }
  }
  await resendEvents(server, Math.round(pending * 0.3));
  await deliver(server, count);
  await compare(server, customers);
}

/** Sends some events again, so that they arrive twice. */
async function resendEvents(server: OpenServer, count: number): Promise<void> {
  const { deliveries } = await callSandbox<{ deliveries: { eventId: string }[] }>(
    server,
    `controls/deliveries?limit=${count}`,
  );
  for (const { eventId } of deliveries) {
    await callSandbox(server, `controls/events/${eventId}/resend`, { times: 1 });
  }
}

async function deliver(server: OpenServer, deposits: number): Promise<void> {
  const startedAt = performance.now();
  await callSandbox(server, "controls/deliveries/release", { shuffleSeed: seed });
  server.sandboxes.paymentSandbox?.start();
  let left = (await callSandbox<Webhooks>(server, "controls/webhooks")).deliveries;
  while (left.pending > 0) {
    await pause(100);
    left = (await callSandbox<Webhooks>(server, "controls/webhooks")).deliveries;
  }
  const { errors } = await server.services.jobs.runDueJobs(server.handlers, { withDelayed: true });
  const seconds = (performance.now() - startedAt) / 1000;
  printLine(`deposits: ${deposits}`);
  printLine(
    `webhooks: ${JSON.stringify(left)}, in ${seconds.toFixed(1)} s, errors ${errors.length}`,
  );
}

async function compare(server: OpenServer, customers: readonly Customer[]): Promise<void> {
  const { db } = server.services;
  const differing = async () => {
    const rows = await db
      .selectFrom("ledgerAccounts")
      .select(["userId", "balanceCents"])
      .where("kind", "=", "wallet")
      .execute();
    const stored = new Map(rows.map((row) => [row.userId, Number(row.balanceCents)]));
    return customers.filter(({ userId, cents }) => stored.get(userId) !== cents).length;
  };
  printLine(
    `wallets that differ before reconciliation: ${await differing()} of ${customers.length}`,
  );
  const startedAt = performance.now();
  const report = await reconcile(server.services, { cause: "console" });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  printLine(
    `reconciliation: ${report.paymentsCompared} compared, ${report.repairedCount} repaired, ` +
      `${report.differences.length} differences, ${seconds} s`,
  );
  const wrong = await differing();
  const faults = await findLedgerFaults(server.services, db);
  printLine(`wallets that differ afterwards: ${wrong}; invariants violated: ${faults.length}`);
  process.exitCode = wrong + faults.length + report.differences.length > 0 ? 1 : 0;
}

const folder = await mkdtemp(join(tmpdir(), "bench-storm-"));
const settings = { fsync: "off" };
const postgres = await startEmbeddedPostgres({ dataFolder: folder, log: silent, settings });
const secret = "a secret of benches alone, 32 characters";
const database = await openProductDatabase({ url: postgres.url, secret, log: silent });
try {
  const config = loadConfig({
    DATA_DIR: folder,
    SECRET: secret,
  });
  base = config.publicUrl;
  const log = createLog({ level: "silent" });
  const now = () => new Date();
  const server = await openServer({
    config,
    database,
    log,
    now,
    clientFolder: null,
    isManual: true,
  });
  await storm(server);
  await server.close();
} finally {
  await database.close();
  await postgres.close();
  await rm(folder, { recursive: true, force: true });
}
