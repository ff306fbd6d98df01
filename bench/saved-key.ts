// An admin saves the provider's key on a running server, and removes it again: `node bench/saved-key.ts`.
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStripeSandbox, type StripeSandbox } from "#sandbox/stripe/sandbox.ts";
import { makeClients, onDatabase } from "#testing/crashes/crash-loop.ts";
import { ledgerFaults } from "#testing/ledger-faults.ts";
import { serverProcess } from "#testing/crashes/server-process.ts";
import { visitAdmin, type Visitor } from "#testing/crashes/visitor.ts";
import { conclude, say, until } from "./faults/report.ts";

/*
 * A provider on the network with two accounts, one of the environment's key and one of the key that the admin saves; each
 * signs its events with its own secret. The address is the one that the configuration allows.
 */
const accounts = {
  environment: { secretKey: "sk_test_environment1111", webhookSecret: `whsec_${"e".repeat(32)}` },
  saved: { secretKey: "sk_test_saved2222", webhookSecret: `whsec_${"s".repeat(32)}` },
} as const;
type Account = keyof typeof accounts;

const wrong: string[] = [];
const folder = await mkdtemp(join(tmpdir(), "sampan-key-"));
const sandboxes = new Map<Account, StripeSandbox>();
/** The number of requests with each account's key. */
const asked = { environment: 0, saved: 0 };

/** Requests to the API go to the account of their key; its payment pages have the account's name in their path. */
function accountOf(request: IncomingMessage): Account | null {
  const page = /^\/(environment|saved)\//.exec(request.url ?? "")?.[1];
  if (page !== undefined) return page as Account;
  const key = (request.headers.authorization ?? "").replace("Bearer ", "");
  const names = Object.keys(accounts) as Account[];
  const found = names.find((name) => accounts[name].secretKey === key) ?? null;
  if (found !== null) asked[found] += 1;
  return found;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const account = accountOf(request);
  const sandbox = account === null ? undefined : sandboxes.get(account);
  const services: Buffer[] = [];
  for await (const part of request) services.push(part as Buffer);
  if (sandbox === undefined) {
    const error = { type: "invalid_request_error", message: "Invalid API Key provided" };
    response.writeHead(401, { "content-type": "application/json" });
    response.end(JSON.stringify({ error }));
    return;
  }
  const { method = "GET", url = "/" } = request;
  const path = url.startsWith("/v1/") ? `/${account}${url}` : url;
  const notified = await sandbox.fetch(
    new Request(`${endpoint}${path}`, {
      method,
      headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ...(method === "GET" || method === "HEAD" ? {} : { body: Buffer.concat(services) }),
    }),
  );
  response.writeHead(notified.status, Object.fromEntries(notified.headers));
  response.end(Buffer.from(await notified.arrayBuffer()));
}

const provider = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    wrong.push(`The stand-in failed: ${String(error)}`);
    response.destroy();
  });
});
await new Promise<void>((resolve) => {
  provider.listen(0, "127.0.0.1", resolve);
});
const endpoint = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
const server = await serverProcess(null, {
  settings: {
    STRIPE_SECRET_KEY: accounts.environment.secretKey,
    STRIPE_WEBHOOK_SECRET: accounts.environment.webhookSecret,
    STRIPE_API_BASE: endpoint,
  },
});
for (const name of Object.keys(accounts) as Account[]) {
  const sandbox = createStripeSandbox({
    dataFile: join(folder, `${name}.sqlite`),
    publicUrl: `${endpoint}/${name}`,
    webhook: {
      url: `${server.address}/api/webhooks/stripe`,
      secret: accounts[name].webhookSecret,
    },
    log: () => undefined,
  });
  sandbox.start();
  sandboxes.set(name, sandbox);
}

async function balanceOf({ api }: Visitor): Promise<number> {
  return (await api.wallet.readWallet({})).balanceCents;
}

/** A deposit that only the signed event settles, since the customer does not return. */
async function deposit(customer: Visitor, cents: number, account: Account): Promise<void> {
  const [before, countBefore] = [await balanceOf(customer), asked[account]];
  const amount = (cents / 100).toFixed(2);
  const { url } = await customer.api.wallet.startDeposit({ amount, idempotencyKey: randomUUID() });
  if (!url.startsWith(`${endpoint}/${account}/`)) wrong.push(`The checkout was opened at ${url}`);
  const card = { number: "4242424242424242", expiry: "12/60", cvc: "123", name: "Mei Chan" };
  const body = new URLSearchParams({ ...card, email: customer.email });
  await fetch(url, { method: "POST", body, redirect: "manual" });
  const milliseconds = await until(
    "the deposit",
    async () => (await balanceOf(customer)) === before + cents,
    30_000,
  ).catch(() => wrong.push(`A deposit by the key of ${account} was not credited`));
  say(
    `$${amount} paid by the key of ${account}: credited by its signed event after ` +
      `${Math.round(milliseconds)} ms; its account was asked ${asked[account] - countBefore} times`,
  );
}

try {
  await server.start();
  const admin = await visitAdmin(server.address);
  const [client] = await makeClients(server, 1);
  if (client === undefined) throw new Error("Nobody registered.");
  const customer = client.visitor;
  await deposit(customer, 1_100, "environment");

  const { payment: first } = await admin.api.settings.readSettings({});
  const { secretKey, webhookSecret } = accounts.saved;
  const input = { secretKey, webhookSecret, endpoint, version: first.version };
  const elsewhere = { ...input, endpoint: "http://127.0.0.1:9/" };
  for (const [what, rejected] of [
    ["another address", elsewhere],
    ["an unknown key", { ...input, secretKey: "sk_test_unknown" }],
  ] as const) {
    const code = await admin.api.settings.savePaymentAccess(rejected).then(
      () => "kept",
      (error: { code: string }) => error.code,
    );
    say(`${what}: ${code}`);
    if (code === "kept") wrong.push(`${what} was kept`);
  }
  const { payment } = await admin.api.settings.savePaymentAccess(input);
  say(`saved: source ${payment.source}, key …${payment.keyLastFour}`);
  await deposit(customer, 2_200, "saved");
  await server.kill();
  await server.start();
  await deposit(customer, 3_300, "saved");

  const again = await visitAdmin(server.address);
  const { version } = (await again.api.settings.readSettings({})).payment;
  const removed = await again.api.settings.removePaymentAccess({ version });
  say(`removed: source ${removed.payment.source}, key …${removed.payment.keyLastFour}`);
  await deposit(customer, 4_400, "environment");
  if ((await balanceOf(customer)) !== 11_000) wrong.push("The balance is not the sum of the four.");
  wrong.push(...(await onDatabase(server, async (db) => await ledgerFaults(db))));
} finally {
  await server.remove();
  for (const sandbox of sandboxes.values()) await sandbox.close();
  provider.close();
  provider.closeAllConnections();
  await rm(folder, { recursive: true, force: true });
}
conclude(wrong);
