// The platform's settings, one row that staff change and every server obeys.
import { sql, type Kysely } from "kysely";

/** Creates platform_settings with its one row; open pages are told of every change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table platform_settings (
      is_only boolean primary key default true check (is_only),
      allow_new_registrations boolean not null default true,
      maintenance_mode boolean not null default false,
      shipment_notifications boolean not null default true,
      payment_notifications boolean not null default true,
      payment_access_encrypted bytea,
      payment_version integer not null default 0,
      updated_at timestamptz not null default now()
    );
    insert into platform_settings default values;
    comment on column platform_settings.payment_access_encrypted is
      'The provider''s key, webhook secret and address, sealed; null: the environment''s.';
    comment on column platform_settings.payment_version is
      'Goes up with every change of payment_access_encrypted, so that servers open the provider anew.';
    create function note_changes_of_platform_settings() returns trigger language plpgsql as $$
    begin
      insert into changes (user_id, topic, subject_id) values (null, 'platform', null)
        on conflict do nothing;
      return null;
    end $$;
    create trigger platform_settings_note_updates after update on platform_settings
      for each statement execute function note_changes_of_platform_settings();
  `.execute(db);
}
