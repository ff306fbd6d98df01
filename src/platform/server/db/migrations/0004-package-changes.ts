import { sql, type Kysely } from "kysely";

/** What customers correct of their packages, to whom a package goes, and which month's quota it used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table profiles
      add column address_line2 text not null default '',
      add column state text not null default '';

    create table package_recipients (
      package_id uuid primary key references packages (id) on delete cascade,
      name text not null,
      phone text not null,
      address text not null,
      address_line2 text not null,
      city text not null,
      state text not null,
      postal_code text not null
    );
    comment on table package_recipients is
      'To whom a package goes; the country is the package''s destination. A missing row or an empty field is unknown.';

    alter table packages
      add column plan_period_id uuid references plan_periods (id),
      add column quota_returned_at timestamptz;
    comment on column packages.plan_period_id is
      'The month whose quota the package used; null for packages of admins.';
    -- Open pages show none of it, so no change is recorded for them.
    alter table packages disable trigger packages_record_updates;
    update packages set plan_period_id = plan_periods.id
      from plan_periods join profiles on profiles.id = plan_periods.user_id
      where packages.user_id = plan_periods.user_id and plan_periods.is_current and not profiles.is_admin
        and packages.created_at >= plan_periods.starts_at;
    alter table packages enable trigger packages_record_updates;

    alter table package_events drop constraint package_events_kind_check;
    alter table package_events add constraint package_events_kind_check check (kind in (
      'package_created', 'package_status_changed', 'package_changed', 'recipient_changed',
      'package_cancelled', 'leg_added', 'leg_changed', 'leg_dates_changed', 'leg_status_changed',
      'final_weight_changed', 'image_added', 'image_deleted', 'qr_code_generated', 'qr_code_deleted',
      'package_deleted'
    ));
    drop trigger package_events_are_append_only on package_events;
    create trigger package_events_are_append_only before update on package_events
      for each row when (
        old.kind not in (
          'image_added', 'image_deleted', 'leg_changed', 'package_changed', 'package_cancelled'
        )
        or new.before is not null or new.after is not null
        or (new.id, new.package_id, new.kind, new.leg_number, new.actor_id, new.by_staff, new.created_at)
          is distinct from
          (old.id, old.package_id, old.kind, old.leg_number, old.actor_id, old.by_staff, old.created_at)
      ) execute function prevent_history_change();
  `.execute(db);
}
