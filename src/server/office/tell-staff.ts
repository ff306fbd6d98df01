// Writes to staff what has happened with shipments and payments, and what waits for them; a recurring job.
import type { Parts } from "#server/context.ts";
import { atomically, type Db } from "#server/db/open.ts";
import type { StaffTopic } from "#server/db/tables/platform.ts";
import { queueLetter } from "#server/platform/letters/queue-letter.ts";
import { areLettersWritten } from "#server/platform/settings/notifications.ts";
import { readNews, type News } from "./notices/news.ts";
import { lockTold, selectStaffEmails, updateTold, type Told } from "./notices/store.ts";

const topics = {
  shipments: "shipmentNotifications",
  payments: "paymentNotifications",
} as const satisfies Record<StaffTopic, string>;

/** However much happens, nobody gets more than one letter on a topic within an hour. */
const pauseMilliseconds = 60 * 60 * 1000;
/** What is being written at this moment carries a time from before: by then it is there, or never will be. */
const settlingMilliseconds = 2 * 60 * 1000;

type TellingParts = Pick<Parts, "config" | "db" | "jobs" | "log" | "now">;

function hasGrown(waiting: News["waiting"], before: Told["waiting"]): boolean {
  return Object.entries(waiting).some(([kind, count]) => count > (before[kind] ?? 0));
}

/**
 * Queues one letter on each topic for every administrator who can act, where something has happened since they were
 * told or more waits than then. Each thing is told once, however many servers do this at once. While a topic is
 * turned off in the settings nothing is written, and what happens meanwhile is not kept for later.
 */
export async function tellStaff(parts: TellingParts): Promise<void> {
  for (const topic of Object.keys(topics) as StaffTopic[]) {
    await atomically(parts.db, (db) => tellOf(parts, db, topic));
  }
}

async function tellOf(parts: TellingParts, db: Db, topic: StaffTopic): Promise<void> {
  const { config, jobs, log, now } = parts;
  const told = await lockTold(db, topic);
  const at = now();
  if (told.writtenAt !== null && at.getTime() - told.writtenAt.getTime() < pauseMilliseconds)
    return;
  const until = new Date(at.getTime() - settlingMilliseconds);
  if (until <= told.toldUntil) return;
  const span = { from: told.toldUntil, until };
  const office = `${config.publicUrl}/admin/dashboard`;
  const news = await readNews(db, topic, { span, now: at, office });
  const isNews = news.hasHappened || hasGrown(news.waiting, told.waiting);
  const isWritten = isNews && (await areLettersWritten(db, topics[topic]));
  if (isWritten) {
    for (const to of await selectStaffEmails(db)) {
      await queueLetter(db, { to, letter: news.letter }, { jobs, now, secret: config.secret });
    }
    log.info({ topic }, "Staff written to");
  }
  await updateTold(db, topic, {
    toldUntil: until,
    writtenAt: isWritten ? at : told.writtenAt,
    waiting: news.waiting,
  });
}
