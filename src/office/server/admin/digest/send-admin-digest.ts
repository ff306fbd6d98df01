import type { AppServices, EmailOutbox } from "#platform/server/context.ts";
import { listActiveStaff } from "#people/server/db/members.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import {
  digestAccess,
  type DigestTopic,
  type LateKind,
  type WorkKind,
} from "#office/rules/work-item.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import { queueEmail } from "#platform/server/emails/queue-email.ts";
import { areNotificationsEnabled } from "#platform/server/settings/switches.ts";
import {
  lockDigestState,
  updateDigestState,
  countAddedPackages,
  sumTransactions,
  type Span,
} from "./digest-queries.ts";
import { countLate, countWork } from "#office/server/admin/work-items/work-items.ts";
import type { Email } from "#platform/server/emails/email.ts";

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

type Digest = {
  readonly email: Email;
  /** Whether anything happened in the span. */
  readonly hasEvents: boolean;
  readonly openWork: Readonly<Record<string, number>>;
};

const lateShipments = [
  "pending_packages",
  "stalled_legs",
  "silent_legs",
] as const satisfies readonly LateKind[];
const openPayments = [
  "payout_requests",
  "refund_shortfalls",
  "reconciliation_differences",
  "failed_events",
] as const satisfies readonly WorkKind[];

async function countWorkOf<Kind extends WorkKind>(
  db: Db,
  kinds: readonly Kind[],
  now: Date,
): Promise<Record<Kind, number>> {
  const isAsked = (kind: WorkKind) => kinds.some((one) => one === kind);
  const found = await countWork(db, now, null, isAsked);
  const work = new Map(found.map(({ kind, count }) => [kind as string, count]));
  const counts = kinds.map((kind) => [kind, work.get(kind) ?? 0] as const);
  return Object.fromEntries(counts) as Record<Kind, number>;
}

async function readShipments(db: Db, span: Span, now: Date, adminUrl: string): Promise<Digest> {
  const openWork = await countLate(db, lateShipments, now);
  const added = await countAddedPackages(db, span);
  return {
    email: {
      name: "shipments-digest",
      added,
      pending: openWork.pending_packages,
      stalledLegs: openWork.stalled_legs,
      silentLegs: openWork.silent_legs,
      adminUrl: `${adminUrl}/shipments`,
    },
    hasEvents: added > 0,
    openWork,
  };
}

async function readPayments(db: Db, span: Span, now: Date, adminUrl: string): Promise<Digest> {
  const openWork = await countWorkOf(db, openPayments, now);
  const sums = await sumTransactions(db, span);
  const totalOf = (type: string) => {
    const { count = 0, amountCents = 0n } = sums.find((sum) => sum.type === type) ?? {};
    return { count, amountCents: Number(amountCents) };
  };
  return {
    email: {
      name: "payments-digest",
      deposits: totalOf("deposit"),
      plans: totalOf("subscription"),
      refunds: totalOf("deposit_refund"),
      disputes: totalOf("dispute"),
      payouts: openWork.payout_requests,
      shortfalls: openWork.refund_shortfalls,
      differences: openWork.reconciliation_differences,
      failedEvents: openWork.failed_events,
      adminUrl,
    },
    hasEvents: sums.length > 0,
    openWork,
  };
}

/** The digest of `topic` at `now`; `adminUrl` is the address of the dashboard. */
async function readDigest(
  db: Db,
  topic: DigestTopic,
  { span, now, adminUrl }: { readonly span: Span; readonly now: Date; readonly adminUrl: string },
): Promise<Digest> {
  return topic === "shipments"
    ? await readShipments(db, span, now, adminUrl)
    : await readPayments(db, span, now, adminUrl);
}
