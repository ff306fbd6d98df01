import { createHash, ECDH } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  endOfQuietHours,
  ignoresQuietHours,
  pushExpiresAt,
  pushRetrySeconds,
  pushTag,
} from "#notices/rules/push.ts";
import type { PushOutcome, PushTarget } from "#notices/server/adapters/push/push.ts";
import type { AppServices, SignedInContext } from "#platform/server/context.ts";
import {
  claimDueMessages,
  countRefusal,
  deleteSubscription,
  updateDropped,
  updateDueAt,
  updateSent,
  type DueMessage,
  deleteDevice,
  findDevice,
} from "./push-queries.ts";
import { apiError } from "#platform/contract/errors.ts";
import { brandName } from "#platform/rules/brand.ts";
import type { Language } from "#platform/rules/language.ts";
import { notificationMatrix, type NotificationKind } from "#notices/rules/notification.ts";
import type { NotificationPayload } from "#notices/rules/notification-payload.ts";
import { notificationPath } from "#notices/rules/notification-path.ts";
import { notificationDetail, notificationText } from "./inbox.ts";
import { translate } from "#platform/server/translate.ts";
import { decrypt, encrypt } from "#platform/server/encryption.ts";

type SendingServices = Pick<AppServices, "config" | "db" | "push" | "now" | "log">;

/** How many are sent at once; each takes as long as its push service does, and little of ours. */
const sentAtOnce = 20;
/** After each message, whose encryption takes a millisecond in which no request is answered: requests have priority. */
const pauseMilliseconds = 2;
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

/** Whether it was sent; a message that was not is postponed or dropped. */
async function sendMessage(services: SendingServices, message: DueMessage): Promise<boolean> {
  const { config, db, push, now, log } = services;
  const { subscriptionId, endpoint } = message;
  const keys = decryptKeys(config.secret, message.keysEncrypted);
  // The browser subscribes again when its owner opens the site.
  if (keys === null) {
    await deleteSubscription(db, subscriptionId);
    return false;
  }
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
  if (result.outcome === "sent") return true;
  if (result.outcome === "gone") {
    await deleteSubscription(db, subscriptionId);
    return false;
  }
  log.warn({ subscriptionId, reason: result.reason }, "A push message was not taken");
  if (result.outcome === "retry") await postpone(services, message, result);
  else {
    await updateDropped(db, message);
    await countRefusal(db, subscriptionId, mostFailures);
  }
  return false;
}

/** Sends a claimed message, or postpones or drops it; returns whether it was sent. */
async function handle(services: SendingServices, message: DueMessage): Promise<boolean> {
  const { db, now } = services;
  const { timeZone, createdAt } = message;
  if (!message.isWanted || pushExpiresAt(timeZone, createdAt) <= now()) {
    await updateDropped(db, message);
    return false;
  }
  const quietUntil = ignoresQuietHours(message) ? null : endOfQuietHours(timeZone, now());
  if (quietUntil !== null) {
    await updateDueAt(db, message, { dueAt: quietUntil, isAttempt: false });
    return false;
  }
  return await sendMessage(services, message);
}

/** Handles claimed messages together, and marks those that were sent; returns why others failed. */
async function handleTogether(
  services: SendingServices,
  messages: readonly DueMessage[],
): Promise<unknown[]> {
  const handling: Promise<PromiseSettledResult<boolean>[]>[] = [];
  for (const message of messages) {
    // One that fails must not keep the others waiting.
    handling.push(Promise.allSettled([handle(services, message)]));
    await pause(pauseMilliseconds);
  }
  const results = (await Promise.all(handling)).flat();
  const sent = messages.filter((_message, place) => {
    const result = results[place];
    return result?.status === "fulfilled" && result.value;
  });
  await updateSent(services.db, sent, services.now());
  return results.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
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
    failures.push(...(await handleTogether(services, claimed)));
    if (claimed.length < sentAtOnce) break;
  }
  if (failures.length > 0) throw failures[0];
}

/** The push service stores it so long for a device that is off. */
const storedSeconds = 300;

/**
 * Sends a test notification to an own device, also at night. Throws `not_found`, also where the browser has ended its
 * subscription, which deletes the device, and `push_not_sent`.
 */
export async function sendTestPush(
  { config, db, push, session, language }: SignedInContext,
  { deviceId }: { readonly deviceId: string },
): Promise<Record<string, never>> {
  const userId = session.person.id;
  const device = await findDevice(db, userId, deviceId);
  if (device === undefined) throw apiError("not_found");
  const keys = decryptKeys(config.secret, device.keysEncrypted);
  const { outcome } =
    keys === null
      ? { outcome: "gone" }
      : await push.send(
          { endpoint: device.endpoint, keys },
          {
            id: deviceId.replaceAll("-", ""),
            text: JSON.stringify(testContent(language)),
            isUrgent: true,
            storedSeconds,
          },
        );
  if (outcome === "gone") {
    await deleteDevice(db, userId, deviceId);
    throw apiError("not_found");
  }
  if (outcome !== "sent") throw apiError("push_not_sent");
  return {};
}

/** What the service worker `public/push-worker.js` shows. */
export type PushContent = {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  /** Page of the web application. */
  readonly path: string;
  readonly tag: string;
  readonly isHeardAgain: boolean;
  readonly language: Language;
};

/** A notification as a device shows it: its sentence, or only of what it is where others may see the screen. */
function pushContent(
  notification: {
    readonly notificationId: bigint;
    readonly kind: NotificationKind;
    readonly subjectId: string;
    readonly payload: NotificationPayload;
  },
  { language, showsDetails }: { readonly language: Language; readonly showsDetails: boolean },
): PushContent {
  const { notificationId, kind, subjectId, payload } = notification;
  const { group } = notificationMatrix[kind];
  return {
    id: String(notificationId),
    title: brandName,
    body: showsDetails
      ? [notificationText(notification, language), notificationDetail(payload, language)]
          .filter((line) => line !== null)
          .join("\n")
      : translate(language, `notifications.push.${group}`),
    path: notificationPath(kind, subjectId, payload),
    ...pushTag(kind, subjectId),
    language,
  };
}

/** What the button in the settings sends. */
function testContent(language: Language): PushContent {
  return {
    id: "test",
    title: brandName,
    body: translate(language, "notifications.push.test"),
    path: "/dashboard/settings?tab=notifications",
    tag: "test",
    isHeardAgain: true,
    language,
  };
}

export type PushKeys = PushTarget["keys"];

const purpose = "push-subscriptions";

/** Whether the public key is a point of the curve, so that messages can be encrypted for it. */
export function areUsableKeys({ p256dh }: PushKeys): boolean {
  try {
    ECDH.convertKey(p256dh, "prime256v1", "base64url");
    return true;
  } catch {
    return false;
  }
}

export function encryptKeys(secret: string, keys: PushKeys): Buffer {
  return encrypt(secret, purpose, JSON.stringify([keys.p256dh, keys.auth]));
}

/** Null where they were encrypted with another secret. */
function decryptKeys(secret: string, encrypted: Buffer): PushKeys | null {
  try {
    const [p256dh, auth] = JSON.parse(decrypt(secret, purpose, encrypted).toString()) as [
      string,
      string,
    ];
    return { p256dh, auth };
  } catch {
    return null;
  }
}
