/** Delivers events to the webhook: signed, and retried until accepted, also after a restart. */
import type { ApiEvent } from "#sandbox/stripe/event-types.ts";
import { findObject } from "#sandbox/stripe/resource-queries.ts";
import type { SandboxState } from "#sandbox/stripe/sandbox-state.ts";
import { readNetworkConditions } from "./network-conditions.ts";
import {
  claimDelivery,
  type Delivery,
  finishDelivery,
  hastenDeliveries,
  postponeDelivery,
  type Variation,
} from "./delivery-queries.ts";
import { signPayload } from "./webhook-signature.ts";

const attemptTimeoutMilliseconds = 10_000;
const claimMilliseconds = 12_000;
const longestWaitMilliseconds = 15 * 60_000;
const giveUpAfterMilliseconds = 3 * 24 * 60 * 60_000;
const parallelAttempts = 4;
const pollMilliseconds = 250;

/** Where events go. */
export interface WebhookEndpoint {
  url: string;
  secret: string;
}

/** How long to wait after the n-th failure in a row (from 0): 1, 2, 4, 8 s and so on, at most 15 minutes. */
export function waitAfterFailure(backoffStep: number): number {
  return Math.min(1000 * 2 ** Math.min(backoffStep, 20), longestWaitMilliseconds);
}

export interface WebhookDelivery {
  /** Starts delivering; overdue events are sent immediately. */
  start: () => void;
  /** Checks for due deliveries now instead of at the next tick. */
  wake: () => void;
  /** Aborts running attempts, which count as failed, and stops delivering. */
  stop: () => Promise<void>;
}

interface DeliveryOptions {
  sandbox: SandboxState;
  webhook: WebhookEndpoint;
  deliver: (request: Request) => Promise<Response>;
  /** Runs at every check of the queue, for the sandbox's other timed work. */
  tick: () => void;
  log: (message: string, error: unknown) => void;
}

/** Sends an event once; returns whether the receiver accepted it. Does not follow redirects, and times out. */
async function isAccepted(
  { sandbox, webhook, deliver }: DeliveryOptions,
  event: ApiEvent,
  variation: Variation,
  stopping: AbortSignal,
): Promise<boolean> {
  const payload = JSON.stringify({ ...event, ...variation }, null, 2);
  const sentAtSeconds = Math.floor(sandbox.wallNow().getTime() / 1000);
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(attemptTimeoutMilliseconds)]);
  const request = new Request(webhook.url, {
    method: "POST",
    body: payload,
    redirect: "manual",
    signal,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Stripe/1.0 (stand-in)",
      "stripe-signature": signPayload(payload, webhook.secret, sentAtSeconds),
    },
  });
  const cutOff = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });
  const response = await Promise.race([deliver(request), cutOff]);
  await response.body?.cancel();
  return response.ok;
}

/** Makes one attempt and records its result. */
async function attempt(options: DeliveryOptions, delivery: Delivery, stopping: AbortSignal) {
  const { sandbox, log } = options;
  const { database } = sandbox;
  const event = findObject<ApiEvent>(database, delivery.eventId, "event") as ApiEvent;
  const { sequence, variation } = delivery;
  const accepted = await isAccepted(options, event, variation, stopping).catch(() => false);
  if (accepted) return finishDelivery(database, sequence, "delivered");
  const now = sandbox.wallNow().getTime();
  if (now - delivery.createdAtMilliseconds > giveUpAfterMilliseconds) {
    log(`The webhook never accepted ${event.id} (${event.type})`, undefined);
    return finishDelivery(database, sequence, "given up");
  }
  const wait = stopping.aborted ? 0 : waitAfterFailure(delivery.backoffStep);
  return postponeDelivery(database, sequence, now + wait, delivery.backoffStep + 1);
}

/** Prepares delivery; nothing is sent before `start`. */
export function createWebhookDelivery(options: DeliveryOptions): WebhookDelivery {
  const { sandbox, log } = options;
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  function begin(delivery: Delivery) {
    const running = attempt(options, delivery, stopping.signal)
      .catch((error: unknown) => log("A webhook delivery failed to be recorded", error))
      .finally(() => {
        underWay.delete(running);
        wake();
      });
    underWay.add(running);
  }

  function wake() {
    if (timer === undefined) return;
    try {
      options.tick();
      if (readNetworkConditions(sandbox.database).isHeld) return;
      while (underWay.size < parallelAttempts) {
        const now = sandbox.wallNow().getTime();
        const delivery = claimDelivery(sandbox.database, now, now + claimMilliseconds);
        if (delivery === undefined) return;
        begin(delivery);
      }
    } catch (error) {
      log("The payment sandbox's timer failed", error);
    }
  }

  return {
    start() {
      if (timer !== undefined) return;
      hastenDeliveries(sandbox.database, sandbox.wallNow().getTime());
      timer = setInterval(wake, pollMilliseconds);
      timer.unref();
      wake();
    },
    wake,
    async stop() {
      clearInterval(timer);
      timer = undefined;
      stopping.abort(new Error("The payment sandbox is closing."));
      await Promise.all(underWay);
    },
  };
}
