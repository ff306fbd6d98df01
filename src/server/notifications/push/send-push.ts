import { createHash } from "node:crypto";
import { endOfQuietHours, ignoresQuietHours, pushExpiresAt, pushRetrySeconds } from "#core/push.ts";
import type { PushOutcome } from "#server/adapters/push/push.ts";
import type { AppServices } from "#server/context.ts";
import {
  claimDueMessages,
  countRefusal,
  deleteSubscription,
  updateDropped,
  updateDueAt,
  updateSent,
  type DueMessage,
} from "./message-queries.ts";
import { pushContent } from "./push-content.ts";
import { decryptKeys } from "./push-keys.ts";

type SendingServices = Pick<AppServices, "config" | "db" | "push" | "now" | "log">;

/** How many are sent at once; each takes as long as its push service does, and little of ours. */
const sentAtOnce = 20;
/** Longer than a request may take, and than its result takes to be stored. */
const claimSeconds = 60;
/** So that a job ends long before its time is up; what is left is sent by the next one. */
const mostMilliseconds = 60_000;
/** Messages in a row that a push service refuses until a device is given up. */
const mostFailures = 5;

function secondsAfter(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1_000);
}

/** The same whenever this notification is sent to this device. */
function messageIdOf({ notificationId, subscriptionId }: DueMessage): string {
  const hash = createHash("sha256").update(`${notificationId} ${subscriptionId}`);
  return hash.digest("base64url").slice(0, 32);
}

async function postpone(
  services: SendingServices,
  message: DueMessage,
  retry: Extract<PushOutcome, { outcome: "retry" }>,
): Promise<void> {
  const seconds = Math.max(retry.afterSeconds ?? 0, pushRetrySeconds(message.attempts));
  const dueAt = secondsAfter(services.now(), seconds);
  await updateDueAt(services.db, message, { dueAt, isAttempt: true });
}

async function sendMessage(services: SendingServices, message: DueMessage): Promise<void> {
  const { config, db, push, now, log } = services;
  const { subscriptionId, endpoint } = message;
  const keys = decryptKeys(config.secret, message.keysEncrypted);
  // The browser subscribes again when its owner opens the site.
  if (keys === null) return await deleteSubscription(db, subscriptionId);
  const expiresAt = pushExpiresAt(message.timeZone, message.createdAt);
  const isUrgent = ignoresQuietHours(message);
  const result = await push.send(
    { endpoint, keys },
    {
      id: messageIdOf(message),
      text: JSON.stringify(pushContent(message, message)),
      isUrgent,
      storedSeconds: Math.ceil((expiresAt.getTime() - now().getTime()) / 1_000),
    },
  );
  if (result.outcome === "sent") return await updateSent(db, message, now());
  if (result.outcome === "gone") return await deleteSubscription(db, subscriptionId);
  log.warn({ subscriptionId, reason: result.reason }, "A push message was not taken");
  if (result.outcome === "retry") return await postpone(services, message, result);
  await updateDropped(db, message);
  await countRefusal(db, subscriptionId, mostFailures);
}

/** Sends a claimed message, or postpones or drops it. */
async function handle(services: SendingServices, message: DueMessage): Promise<void> {
  const { db, now } = services;
  const { timeZone, createdAt } = message;
  if (!message.isWanted || pushExpiresAt(timeZone, createdAt) <= now())
    return await updateDropped(db, message);
  const quietUntil = ignoresQuietHours(message) ? null : endOfQuietHours(timeZone, now());
  if (quietUntil !== null)
    return await updateDueAt(db, message, { dueAt: quietUntil, isAttempt: false });
  await sendMessage(services, message);
}

/**
 * Sends the push messages that are due. Each is sent once, however many servers run this: a message is claimed in a
 * transaction of its own, and one whose server dies is sent again under the same id, by which push services and devices
 * replace it. While a push service is away its messages wait, a minute at first and at most a quarter of an hour, for a
 * day. Runs after each change that has something to send, and every minute.
 */
export async function sendPush(services: SendingServices): Promise<void> {
  const { db, now } = services;
  const startedAt = performance.now();
  const failures: unknown[] = [];
  while (performance.now() - startedAt < mostMilliseconds) {
    const claimedUntil = secondsAfter(now(), claimSeconds);
    const claim = { now: now(), claimedUntil, limit: sentAtOnce };
    const claimed = await claimDueMessages(db, claim);
    const results = await Promise.allSettled(claimed.map((message) => handle(services, message)));
    // The others must not wait for it.
    failures.push(...results.flatMap((one) => (one.status === "rejected" ? [one.reason] : [])));
    if (claimed.length < sentAtOnce) break;
  }
  if (failures.length > 0) throw failures[0];
}
