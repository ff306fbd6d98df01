import { sql, type Kysely } from "kysely";

/**
 * The requests on auth pages whose email is not written yet: the job names one instead of the address. What finished jobs
 * of earlier versions held of addresses is emptied; those that still wait are deleted soon after they ran. Reasons that staff
 * typed may be erased from the history of ship requests, when an account is closed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table auth_email_requests (
      id uuid primary key,
      request_encrypted bytea not null,
      created_at timestamptz not null
    );
    comment on table auth_email_requests is
      'What an auth page asked an email for, with the address, until the email is written or nothing is to be sent.';
    create index auth_email_requests_created_at on auth_email_requests (created_at);

    drop trigger ship_request_events_are_append_only on ship_request_events;
    create trigger ship_request_events_are_append_only before update on ship_request_events for each row
      when (
        new.facts is distinct from old.facts - 'reason'
        or to_jsonb(new) - 'facts' is distinct from to_jsonb(old) - 'facts'
      ) execute function prevent_history_change();

    do $$
    begin
      if to_regclass('pgboss.job') is null then return; end if;
      update pgboss.job set data = '{}'
        where name in ('send-auth-email', 'record-failed-job') and state in ('completed', 'cancelled', 'failed');
      update pgboss.job set deletion_seconds = 3600
        where name = 'send-auth-email' and state not in ('completed', 'cancelled', 'failed');
    end $$;
  `.execute(db);
}
