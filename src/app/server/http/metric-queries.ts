import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";

/** Rejects when the database cannot be reached. It may hang with the database. */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Writes to the database's disk and removes it again; rejects when the disk is full. */
export async function writeToDatabase(db: Db): Promise<void> {
  // Random bytes, since compressed ones might still fit into free space of a page.
  await sql`select lo_unlink(lo_from_bytea(0, ${randomBytes(65_536)}))`.execute(db);
}

/** A value is null when there is none: no email or push message is waiting, or there was no reconciliation or backup. */
export type DatabaseMetrics = {
  readonly emailsWaiting: number;
  readonly emailsOldestWaitingSeconds: number | null;
  readonly pushesWaiting: number;
  readonly pushesOldestWaitingSeconds: number | null;
  readonly providerEventsWaiting: number;
  readonly providerEventsFailed: number;
  readonly reconciliationLastTimestampSeconds: number;
  readonly reconciliationLastDifferenceCents: number | null;
  readonly backupLastTimestampSeconds: number | null;
};

export async function getDatabaseMetrics(db: Db): Promise<DatabaseMetrics> {
  const { rows } = await sql<DatabaseMetrics>`
    with emails_due as (
      select count(*)::int as count, extract(epoch from now() - min(created_at))::float8 as oldest
      from emails where sent_at is null and payload_encrypted is not null
    ), pushes_due as (
      select count(*)::int as count, extract(epoch from now() - min(
        case when attempts = 0 then push_messages.due_at else notifications.created_at end
      ))::float8 as oldest
      from push_messages join notifications on notifications.id = push_messages.notification_id
      -- What is retried later waits too, unlike what waits for the morning.
      where push_messages.state = 'queued' and (push_messages.due_at <= now() or push_messages.attempts > 0)
    ), events as (
      select count(*) filter (where state = 'received')::int as waiting,
        count(*) filter (where state = 'failed')::int as failed
      from provider_events where state in ('received', 'failed')
    ), compared as (
      select extract(epoch from finished_at)::float8 as at, difference_cents::float8 as cents
      from reconciliations order by finished_at desc limit 1
    )
    select emails_due.count as emails_waiting,
      emails_due.oldest as emails_oldest_waiting_seconds,
      pushes_due.count as pushes_waiting,
      pushes_due.oldest as pushes_oldest_waiting_seconds,
      events.waiting as provider_events_waiting,
      events.failed as provider_events_failed,
      coalesce(compared.at, 0) as reconciliation_last_timestamp_seconds,
      compared.cents as reconciliation_last_difference_cents,
      (select coalesce(extract(epoch from max(finished_at)), 0)::float8 from backups) as backup_last_timestamp_seconds
    from emails_due cross join pushes_due cross join events left join compared on true
  `.execute(db);
  const [metrics] = rows;
  if (metrics === undefined) throw new Error("The database returned no metrics.");
  return metrics;
}

/** Counts the jobs that are due and not running, by name. */
export async function countWaitingJobs(db: Db): Promise<{ job: string; count: number }[]> {
  const { rows } = await sql<{ job: string; count: number }>`
    select name as job, count(*)::int as count from pgboss.job
    where state in ('created', 'retry') and start_after <= now() group by name
  `.execute(db);
  return rows;
}
