import type { AppServices, EmailOutbox } from "#platform/server/context.ts";
import { listActiveStaff } from "#people/server/db/active-members.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { digestAccess, type DigestTopic } from "#office/rules/work-item.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import { queueEmail } from "#platform/server/emails/queue-email.ts";
import { areNotificationsEnabled } from "#platform/server/settings/are-notifications-enabled.ts";
import { readDigest } from "./digest-content.ts";
import { lockDigestState, updateDigestState } from "./digest-queries.ts";

const topicSettings = {
  shipments: "shipmentNotifications",
  payments: "paymentNotifications",
} as const satisfies Record<DigestTopic, string>;

const minIntervalMilliseconds = 60 * 60 * 1000;
/** A transaction may commit some time after its rows' timestamps; by then it has committed, or never will. */
const commitDelayMilliseconds = 2 * 60 * 1000;

type DigestServices = EmailOutbox & Pick<AppServices, "db" | "log">;
type OpenWork = Readonly<Record<string, number>>;

function hasGrown(openWork: OpenWork, before: OpenWork): boolean {
  return Object.entries(openWork).some(([kind, count]) => count > (before[kind] ?? 0));
}

/**
 * Queues one email per topic for everyone active who attends to its work when something happened since the last digest, or open work has
 * grown; at most one an hour per topic. Nothing is reported twice, however many servers run this. What happens while a
 * topic is turned off in the settings is not reported later either. A recurring job.
 */
export async function sendAdminDigest(services: DigestServices): Promise<void> {
  for (const topic of Object.keys(topicSettings) as DigestTopic[]) {
    await atomically(services.db, (db) => sendTopicDigest(services, db, topic));
  }
}

async function sendTopicDigest(
  services: DigestServices,
  db: Db,
  topic: DigestTopic,
): Promise<void> {
  const { config, log, now } = services;
  const state = await lockDigestState(db, topic);
  const at = now();
  const { writtenAt } = state;
  if (writtenAt !== null && at.getTime() - writtenAt.getTime() < minIntervalMilliseconds) return;
  const until = new Date(at.getTime() - commitDelayMilliseconds);
  if (until <= state.notifiedUntil) return;
  const span = { from: state.notifiedUntil, until };
  const adminUrl = `${config.publicUrl}/admin/dashboard`;
  const { email, hasEvents, openWork } = await readDigest(db, topic, { span, now: at, adminUrl });
  const isDue = hasEvents || hasGrown(openWork, state.waiting);
  const isSent = isDue && (await areNotificationsEnabled(db, topicSettings[topic]));
  if (isSent) {
    const staff = await listActiveStaff(db);
    for (const { email: to } of staff.filter((member) => mayUse(member, digestAccess[topic]))) {
      await queueEmail(db, { to, email }, services);
    }
    log.info({ topic }, "Admin digest queued");
  }
  await updateDigestState(db, topic, {
    notifiedUntil: until,
    writtenAt: isSent ? at : writtenAt,
    waiting: openWork,
  });
}
