import { sql, type Kysely } from "kysely";

/** Notifications that no email follows, and erasing what staff wrote about the parcels of a closed account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notifications
      add column handled_at timestamptz,
      add check (emailed_at is null or handled_at is not null);
    comment on column notifications.handled_at is
      'When it was put into an email, or left out because the account gets none or it no longer holds.';
    drop index notifications_to_email;
    create index notifications_open on notifications (user_id, created_at) where handled_at is null;

    -- Only what staff typed may be erased, when an account is closed.
    drop trigger receiving_records_are_append_only on receiving_records;
    create trigger receiving_records_are_append_only before update on receiving_records
      for each row when (
        new.note <> '' or new.reason <> ''
        or to_jsonb(new) - '{note,reason}'::text[]
          is distinct from to_jsonb(old) - '{note,reason}'::text[]
      ) execute function prevent_history_change();
  `.execute(db);
}
