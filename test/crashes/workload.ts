// The writes of customers and admins while the server is killed, with a list of the acknowledged ones.
import { randomUUID } from "node:crypto";
import { ORPCError } from "@orpc/client";
import type { Visitor } from "./visitor.ts";

/** A write with one idempotency key for all its attempts. */
type Write = {
  readonly kind: "deposit" | "fee" | "grant" | "subscription";
  readonly amountCents: number;
  readonly idempotencyKey: string;
  /** Known once the provider's page was opened. */
  url: string | null;
  isPaid: boolean;
  /** Of a subscription: whether its plan was granted, even if it has ended since. */
  isGranted: boolean;
};

/** A customer with their acknowledged writes and the pending one. */
export type Client = {
  readonly visitor: Visitor;
  readonly userId: string;
  readonly acknowledged: Write[];
  pending: Write | null;
};

const card = { number: "4242424242424242", expiry: "12/60", cvc: "123", name: "Mei Chan" };

/** Of grants so few that all of them together stay what one person grants alone. */
const smallCents = { fee: 37, grant: 3 } as const;

function nextWrite(client: Client, kind: "money" | "plan"): Write {
  const moneyKinds = ["deposit", "grant", "fee"] as const;
  const moved = moneyKinds[client.acknowledged.length % moneyKinds.length] ?? "deposit";
  return {
    kind: kind === "plan" ? "subscription" : moved,
    amountCents: moved === "deposit" ? 100 + Math.floor(Math.random() * 900) : smallCents[moved],
    idempotencyKey: randomUUID(),
    url: null,
    isPaid: false,
    isGranted: false,
  };
}

function dollars(cents: number): string {
  return (cents / 100).toFixed(2);
}

async function pay(write: Write, visitor: Visitor): Promise<void> {
  if (write.url === null || write.isPaid) return;
  const answer = await fetch(write.url, {
    method: "POST",
    body: new URLSearchParams({ ...card, email: visitor.email }),
    redirect: "manual",
    signal: AbortSignal.timeout(15_000),
  });
  // A redirect to the page itself shows an error, or that the payment is already complete.
  const next = new URL(answer.headers.get("location") ?? "", write.url);
  const isPageAgain = next.pathname === new URL(write.url).pathname;
  const page = isPageAgain ? await (await fetch(next)).text() : "";
  write.isPaid = answer.status === 303 && (!isPageAgain || page.includes("already complete"));
}

async function deposit(client: Client, write: Write): Promise<boolean> {
  const { api } = client.visitor;
  const { idempotencyKey, amountCents } = write;
  const amount = dollars(amountCents);
  write.url ??= (await api.wallet.startDeposit({ amount, idempotencyKey })).url;
  await pay(write, client.visitor);
  const sessionId = /cs_test_\w+/.exec(write.url)?.[0] ?? "";
  return (await api.wallet.verifyDeposit({ sessionId })).success;
}

async function fee(client: Client, write: Write, admin: Visitor): Promise<boolean> {
  await admin.api.wallet.adjustWallet({
    userId: client.userId,
    kind: "deduction",
    amount: dollars(write.amountCents),
    reason: "Freight",
    idempotencyKey: write.idempotencyKey,
  });
  return true;
}

/** Opens a case of the account, which the grant closes, so that the next can open another. */
async function grant(client: Client, write: Write, admin: Visitor): Promise<boolean> {
  const { amountCents, idempotencyKey } = write;
  const { id: caseId } = await client.visitor.api.cases.openCase({
    subject: "account",
    subjectId: client.userId,
    problem: "other",
    text: "It came late.",
    idempotencyKey,
  });
  const granted = { caseId, amountCents, outcome: "For the delay", idempotencyKey };
  await admin.api.cases.grantCase(granted);
  return true;
}

async function subscribe(client: Client, write: Write, admin: Visitor): Promise<boolean> {
  const { api } = client.visitor;
  if (!write.isPaid) {
    const { idempotencyKey } = write;
    write.url ??= (await api.plans.startSubscription({ plan: "Basic", idempotencyKey })).url;
    await pay(write, client.visitor);
  }
  const { subscription, packageQuota } = await api.plans.readSubscription({});
  // The subscription may have been ended before the crash lost the response.
  if (subscription === null) return write.isGranted;
  write.isGranted = true;
  if (packageQuota !== 5) throw new Error(`A month was granted ${packageQuota} packages.`);
  // So that the next write starts another subscription.
  const reason = "For the next round";
  await admin.api.plans.endSubscription({ userId: client.userId, reason });
  return true;
}

const operations = { deposit, fee, grant, subscription: subscribe } as const;

/** Whether a retry may succeed: no response, or an error that is temporary. */
function isRetryable(error: unknown): boolean {
  if (!(error instanceof ORPCError)) return true;
  const retryableCodes = ["too_many_requests", "conflict", "no_subscription"];
  return error.status >= 500 || retryableCodes.includes(error.code);
}

/**
 * Makes one write after the other until `isOver`, and then until the last is acknowledged. A write that fails because
 * the server died is retried under the same idempotency key. Throws errors that a retry cannot solve.
 */
export async function work(
  client: Client,
  kind: "money" | "plan",
  admin: Visitor,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver() || client.pending !== null) {
    client.pending ??= nextWrite(client, kind);
    const write = client.pending;
    try {
      if (await operations[write.kind](client, write, admin)) {
        client.acknowledged.push(write);
        client.pending = null;
        continue;
      }
    } catch (error) {
      if (!isRetryable(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
