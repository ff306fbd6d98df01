// QR codes of legs, and the event that an image was deleted.
import { sql, type Kysely } from "kysely";

/** Creates qr_codes, and lets a package's history tell of deleted images, whose names it may forget like others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table qr_codes (
      id uuid primary key default gen_random_uuid(),
      package_id uuid not null,
      leg_number integer not null,
      path text not null unique,
      created_by uuid not null,
      created_at timestamptz not null,
      unique (package_id, leg_number),
      foreign key (package_id, leg_number)
        references shipping_legs (package_id, leg_number) on delete cascade
    );
    comment on table qr_codes is
      'One code a leg. Its picture holds an address that ends in the id, which is random and tells nothing.';
    comment on column qr_codes.path is 'Key in the file store, never an address of its own.';

    alter table package_events drop constraint package_events_kind_check;
    alter table package_events add constraint package_events_kind_check check (kind in (
      'package_created', 'package_status_changed', 'leg_added', 'leg_changed', 'leg_status_changed',
      'final_weight_changed', 'image_added', 'image_deleted', 'package_deleted'
    ));
    drop trigger package_events_are_append_only on package_events;
    create trigger package_events_are_append_only before update on package_events
      for each row when (
        old.kind not in ('image_added', 'image_deleted', 'leg_changed')
        or new.before is not null or new.after is not null
        or (new.id, new.package_id, new.kind, new.leg_number, new.actor_id, new.by_staff, new.created_at)
          is distinct from
          (old.id, old.package_id, old.kind, old.leg_number, old.actor_id, old.by_staff, old.created_at)
      ) execute function refuse_change_of_history();
  `.execute(db);
}
