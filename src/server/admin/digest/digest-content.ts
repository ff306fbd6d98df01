// Reads what there is to tell staff of: what has happened since they were told, and what waits for them now.
import type { WorkKind } from "#contract/admin.ts";
import type { Db } from "#server/db/open.ts";
import type { StaffTopic } from "#server/db/tables/system.ts";
import { readWork } from "#server/admin/work-items/count-work.ts";
import type { Email } from "#server/emails/email.ts";
import { countAddedPackages, sumMoneyMoves, type Span } from "./digest-queries.ts";

/** `letter` lacks nothing; whether it is worth sending is told by the two others. */
export type News = {
  readonly message: Email;
  readonly hasHappened: boolean;
  /** How much of each kind waits for somebody. */
  readonly waiting: Readonly<Record<string, number>>;
};

const topicWork = {
  shipments: ["pending_packages", "silent_legs"],
  payments: ["payout_requests", "refund_shortfalls", "differences", "events_given_up"],
} as const satisfies Record<StaffTopic, readonly WorkKind[]>;

async function countWork<Kind extends WorkKind>(
  db: Db,
  kinds: readonly Kind[],
  now: Date,
): Promise<Record<Kind, number>> {
  const work = new Map((await readWork(db, now)).map(({ kind, count }) => [kind as string, count]));
  const counts = kinds.map((kind) => [kind, work.get(kind) ?? 0] as const);
  return Object.fromEntries(counts) as Record<Kind, number>;
}

async function readShipments(db: Db, span: Span, now: Date, admin: string): Promise<News> {
  const waiting = await countWork(db, topicWork.shipments, now);
  const added = await countAddedPackages(db, span);
  return {
    message: {
      name: "staff-shipments",
      added,
      pending: waiting.pending_packages,
      silentLegs: waiting.silent_legs,
      adminUrl: `${admin}/shipments`,
    },
    hasHappened: added > 0,
    waiting,
  };
}

async function readPayments(db: Db, span: Span, now: Date, admin: string): Promise<News> {
  const waiting = await countWork(db, topicWork.payments, now);
  const moves = await sumMoneyMoves(db, span);
  const moveOf = (wanted: string) => {
    const { count = 0, cents = 0n } = moves.find(({ type }) => type === wanted) ?? {};
    return { count, amountCents: Number(cents) };
  };
  return {
    message: {
      name: "staff-payments",
      deposits: moveOf("deposit"),
      plans: moveOf("subscription"),
      refunds: moveOf("deposit_refund"),
      disputes: moveOf("dispute"),
      payouts: waiting.payout_requests,
      shortfalls: waiting.refund_shortfalls,
      differences: waiting.differences,
      eventsGivenUp: waiting.events_given_up,
      adminUrl: admin,
    },
    hasHappened: moves.length > 0,
    waiting,
  };
}

/** What there is to tell of `topic` at `now`; `office` is the address of the office's first screen. */
export async function readNews(
  db: Db,
  topic: StaffTopic,
  { span, now, admin }: { readonly span: Span; readonly now: Date; readonly admin: string },
): Promise<News> {
  return topic === "shipments"
    ? await readShipments(db, span, now, admin)
    : await readPayments(db, span, now, admin);
}
