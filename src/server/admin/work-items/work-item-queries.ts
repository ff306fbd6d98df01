// The SQL of what waits for somebody: how much of each kind, and which packages, legs and emails.
import { sql, type RawBuilder } from "kysely";
import type { WorkItemKind, WorkItem } from "#contract/admin.ts";
import type { Db } from "#server/db/open.ts";

/** Until when something must have moved last to be waiting now. */
export type Deadlines = { readonly pendingSince: Date; readonly silentSince: Date };

type Source = {
  readonly from: (deadlines: Deadlines) => RawBuilder<unknown>;
  readonly columns: RawBuilder<unknown>;
  readonly since: RawBuilder<unknown>;
  /** For a page alone, after it was cut out. */
  readonly order: RawBuilder<unknown>;
};

const sources: Readonly<Record<WorkItemKind, Source>> = {
  pending_packages: {
    from: ({ pendingSince }) => sql`
      packages p join profiles on profiles.id = p.user_id
      where p.status = 'pending' and p.created_at < ${pendingSince}`,
    columns: sql`p.id::text as id, p.id as "packageId", p.tracking_number as name,
      p.origin || ' to ' || p.destination as about, profiles.email`,
    since: sql`p.created_at`,
    order: sql`p.created_at, p.id`,
  },
  silent_legs: {
    from: ({ silentSince }) => sql`
      shipping_legs l join packages p on p.id = l.package_id
        join profiles on profiles.id = p.user_id
      where l.status = 'in_transit' and l.updated_at < ${silentSince}
        and p.status not in ('delivered', 'voided', 'cancelled')`,
    columns: sql`l.id::text as id, p.id as "packageId", p.tracking_number as name,
      'Leg ' || l.leg_number || ': ' || l.origin || ' to ' || l.destination
        || coalesce(', ' || l.carrier, '') as about, profiles.email`,
    since: sql`l.updated_at`,
    order: sql`l.updated_at, l.id`,
  },
  failed_emails: {
    from: () => sql`emails where sent_at is null and attempts > 0`,
    columns: sql`emails.id::text as id, null::uuid as "packageId", emails.kind as name,
      case when emails.payload_encrypted is null then 'Refused for good: ' else '' end
        || coalesce(emails.last_error, '') as about, emails.recipient as email`,
    since: sql`emails.created_at`,
    order: sql`emails.created_at, emails.id`,
  },
};

/** One page of what waits, longest first, and how much there is. */
export async function listWorkItemRows(
  db: Db,
  kind: WorkItemKind,
  asked: { readonly deadlines: Deadlines; readonly offset: number; readonly limit: number },
): Promise<{ items: (Omit<WorkItem, "since"> & { readonly since: Date })[]; total: number }> {
  const { from, columns, since, order } = sources[kind];
  const { rows: items } = await sql<Omit<WorkItem, "since"> & { since: Date }>`
    select ${columns}, ${since} as since from ${from(asked.deadlines)}
    order by ${order} offset ${asked.offset} limit ${asked.limit}
  `.execute(db);
  return { items, total: await countWorkItems(db, kind, asked.deadlines) };
}

/** How much of a kind waits. */
export async function countWorkItems(
  db: Db,
  kind: WorkItemKind,
  deadlines: Deadlines,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${sources[kind].from(deadlines)}
  `.execute(db);
  return rows[0]?.total ?? 0;
}

/** Open payouts, uncovered refunds, what differed at the newest reconciliation, and kinds of errors that are open. */
export async function countMoneyMatters(
  db: Db,
): Promise<{ payouts: number; shortfalls: number; differences: number; errors: number }> {
  const { rows } = await sql<{
    payouts: number;
    shortfalls: number;
    differences: number;
    errors: number;
  }>`
    select
      (select count(*)::int from payout_requests where settled_at is null) as payouts,
      (select count(*)::int from deposits join profiles on profiles.id = deposits.user_id
        where refunded_cents <> debited_cents) as shortfalls,
      coalesce((select jsonb_array_length(differences) from reconciliations
        order by started_at desc, id desc limit 1), 0) as differences,
      (select count(*)::int from error_groups where resolved_at is null) as errors
  `.execute(db);
  return rows[0] ?? { payouts: 0, shortfalls: 0, differences: 0, errors: 0 };
}

/** Events of the provider's that failed: those that are tried again, and those that were given up. */
export async function countFailedEvents(
  db: Db,
  mostAttempts: number,
): Promise<{ failing: number; gaveUp: number }> {
  const { rows } = await sql<{ failing: number; gaveUp: number }>`
    select count(*) filter (where attempts <= ${mostAttempts})::int as failing,
      count(*) filter (where attempts > ${mostAttempts})::int as "gaveUp"
    from provider_events where state = 'failed'
  `.execute(db);
  return rows[0] ?? { failing: 0, gaveUp: 0 };
}
