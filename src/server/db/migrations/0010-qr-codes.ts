// QR codes of legs, and the event that an image was deleted.
import { sql, type Kysely } from "kysely";

/** Creates qr_codes, and lets a package's history tell of deleted images. */
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
  `.execute(db);
}
