// Writes to staff what has happened with shipments and payments, and what waits for them; a recurring job.
import type { AppServices } from "#server/context.ts";
import { atomically, type Db } from "#server/db/open.ts";
import type { StaffTopic } from "#server/db/tables/system.ts";
import { queueEmail } from "#server/emails/queue-email.ts";
import { areEmailsWritten } from "#server/settings/notification-recipients.ts";
import { readNews, type News } from "./digest-content.ts";
import {
  lockNotified,
  selectStaffEmails,
  updateNotified,
  type Notified,
} from "./digest-queries.ts";

const topics = {
  shipments: "shipmentNotifications",
  payments: "paymentNotifications",
} as const satisfies Record<StaffTopic, string>;

/** However much happens, nobody gets more than one letter on a topic within an hour. */
const pauseMilliseconds = 60 * 60 * 1000;
/** What is being written at this moment carries a time from before: by then it is there, or never will be. */
const settlingMilliseconds = 2 * 60 * 1000;

type DigestServices = Pick<AppServices, "config" | "db" | "jobs" | "log" | "now">;

function hasGrown(waiting: News["waiting"], before: Notified["waiting"]): boolean {
  return Object.entries(waiting).some(([kind, count]) => count > (before[kind] ?? 0));
}

/**
 * Queues one letter on each topic for every administrator who can act, where something has happened since they were
 * told or more waits than then. Each thing is told once, however many servers do this at once. While a topic is
 * turned off in the settings nothing is written, and what happens meanwhile is not kept for later.
 */
export async function sendAdminDigest(services: DigestServices): Promise<void> {
  for (const topic of Object.keys(topics) as StaffTopic[]) {
    await atomically(services.db, (db) => notifyOf(services, db, topic));
  }
}

async function notifyOf(services: DigestServices, db: Db, topic: StaffTopic): Promise<void> {
  const { config, jobs, log, now } = services;
  const notified = await lockNotified(db, topic);
  const at = now();
  if (
    notified.writtenAt !== null &&
    at.getTime() - notified.writtenAt.getTime() < pauseMilliseconds
  )
    return;
  const until = new Date(at.getTime() - settlingMilliseconds);
  if (until <= notified.notifiedUntil) return;
  const span = { from: notified.notifiedUntil, until };
  const admin = `${config.publicUrl}/admin/dashboard`;
  const news = await readNews(db, topic, { span, now: at, admin });
  const isNews = news.hasHappened || hasGrown(news.waiting, notified.waiting);
  const isWritten = isNews && (await areEmailsWritten(db, topics[topic]));
  if (isWritten) {
    for (const to of await selectStaffEmails(db)) {
      await queueEmail(db, { to, message: news.message }, { jobs, now, secret: config.secret });
    }
    log.info({ topic }, "Staff written to");
  }
  await updateNotified(db, topic, {
    notifiedUntil: until,
    writtenAt: isWritten ? at : notified.writtenAt,
    waiting: news.waiting,
  });
}
