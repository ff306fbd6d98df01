import type { Db } from "#platform/server/db/open.ts";
import type { DigestTopic, WorkKind } from "#office/rules/work-item.ts";
import { countWork } from "#office/server/admin/work-items/count-work.ts";
import type { Email } from "#platform/server/emails/email.ts";
import { countAddedPackages, sumTransactions, type Span } from "./digest-queries.ts";

export type Digest = {
  readonly email: Email;
  /** Whether anything happened in the span. */
  readonly hasEvents: boolean;
  readonly openWork: Readonly<Record<string, number>>;
};

const topicWork = {
  shipments: ["pending_packages", "stalled_legs", "silent_legs"],
  payments: ["payout_requests", "refund_shortfalls", "reconciliation_differences", "failed_events"],
} as const satisfies Record<DigestTopic, readonly WorkKind[]>;

async function countWorkOf<Kind extends WorkKind>(
  db: Db,
  kinds: readonly Kind[],
  now: Date,
): Promise<Record<Kind, number>> {
  const work = new Map(
    (await countWork(db, now, null)).map(({ kind, count }) => [kind as string, count]),
  );
  const counts = kinds.map((kind) => [kind, work.get(kind) ?? 0] as const);
  return Object.fromEntries(counts) as Record<Kind, number>;
}

async function readShipments(db: Db, span: Span, now: Date, adminUrl: string): Promise<Digest> {
  const openWork = await countWorkOf(db, topicWork.shipments, now);
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
  const openWork = await countWorkOf(db, topicWork.payments, now);
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
export async function readDigest(
  db: Db,
  topic: DigestTopic,
  { span, now, adminUrl }: { readonly span: Span; readonly now: Date; readonly adminUrl: string },
): Promise<Digest> {
  return topic === "shipments"
    ? await readShipments(db, span, now, adminUrl)
    : await readPayments(db, span, now, adminUrl);
}
