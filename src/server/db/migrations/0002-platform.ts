// The platform's own records: letters waiting to be sent, provider events, the audit log, errors.
import { sql, type Kysely } from "kysely";

/** Creates letters, provider_events, audit_log (append-only) and error_logs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table letters (
      id uuid primary key default gen_random_uuid(),
      recipient text not null,
      kind text not null,
      payload_encrypted bytea,
      created_at timestamptz not null default now(),
      sent_at timestamptz,
      attempts integer not null default 0,
      last_error text
    );
    create index letters_waiting on letters (created_at) where sent_at is null;

    create table provider_events (
      id text primary key,
      type text not null,
      payload jsonb not null,
      state text not null default 'received' check (state in ('received', 'processed', 'ignored', 'failed')),
      attempts integer not null default 0,
      last_error text,
      received_at timestamptz not null default now(),
      processed_at timestamptz
    );
    create index provider_events_unfinished on provider_events (received_at)
      where state in ('received', 'failed');

    create table audit_log (
      id bigint generated always as identity primary key,
      actor_id uuid,
      action text not null,
      target text not null,
      before jsonb,
      after jsonb,
      reason text,
      ip_address text,
      created_at timestamptz not null default now()
    );

    create function refuse_change_of_history() returns trigger language plpgsql as $$
    begin
      raise exception 'rows of % are never changed or removed', tg_table_name
        using errcode = 'restrict_violation';
    end $$;
    create trigger audit_log_is_append_only before update or delete on audit_log
      for each row execute function refuse_change_of_history();
    create trigger audit_log_is_never_emptied before truncate on audit_log
      for each statement execute function refuse_change_of_history();

    create table error_logs (
      id bigint generated always as identity primary key,
      error_message text not null,
      error_stack text,
      user_id uuid,
      source text not null,
      context text,
      created_at timestamptz not null default now()
    );
  `.execute(db);
}
