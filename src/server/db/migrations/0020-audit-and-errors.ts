// What the audit log is searched by, why an attempt was refused, and groups of errors.
import { sql, type Kysely } from "kysely";

/** Adds refused attempts to the audit log, what both logs are read by, and the groups of errors. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addAuditReading(db);
  await addErrorGroups(db);
}

async function addAuditReading(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table audit_log add column refusal text;
    comment on column audit_log.refusal is
      'Why the attempt was refused; null: it was done.';
    create index audit_log_newest on audit_log (created_at desc, id desc);
    create index audit_log_of_actor on audit_log (actor_id, created_at desc, id desc);
    create index audit_log_of_action on audit_log (action, created_at desc, id desc);
    create index audit_log_of_target on audit_log (target, created_at desc, id desc);
  `.execute(db);
}

async function addErrorGroups(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table error_groups (
      id uuid primary key default gen_random_uuid(),
      fingerprint bytea not null unique,
      source text not null,
      error_message text not null,
      place text,
      times bigint not null check (times > 0),
      first_seen_at timestamptz not null,
      last_seen_at timestamptz not null,
      resolved_at timestamptz,
      resolved_by uuid,
      check ((resolved_at is null) = (resolved_by is null))
    );
    create index error_groups_open on error_groups (last_seen_at desc, id desc)
      where resolved_at is null;
    create index error_groups_newest on error_groups (last_seen_at desc, id desc);
    comment on table error_groups is 'Errors with the same message at the same place.';
    insert into error_groups (fingerprint, source, error_message, times, first_seen_at, last_seen_at)
      select sha256(convert_to(source || chr(10) || error_message, 'UTF8')),
        source, error_message, count(*), min(created_at), max(created_at)
      from error_logs group by source, error_message;
    alter table error_logs add column group_id uuid references error_groups (id) on delete cascade;
    update error_logs set group_id = error_groups.id from error_groups
      where error_groups.source = error_logs.source
        and error_groups.error_message = error_logs.error_message;
    alter table error_logs alter column group_id set not null;
    create index error_logs_of_group on error_logs (group_id, created_at desc);
    create index error_logs_by_time on error_logs (created_at);
  `.execute(db);
}
