import { sql, type Kysely } from "kysely";

/** One table names every stored file, whatever it belongs to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table files (
      id uuid primary key default gen_random_uuid(),
      owner_kind text not null check (owner_kind in ('package', 'leg', 'inbound_parcel', 'parcel_claim', 'ship_request',
        'extra_service_request', 'manifest')),
      owner_id uuid not null,
      kind text not null check (kind in ('image', 'qr_code', 'outside', 'label', 'scale', 'contents', 'damage', 'proof',
        'open_box', 'closed_on_scale', 'extra_service', 'signature')),
      name text not null check (char_length(name) between 1 and 200),
      key text not null unique,
      thumbnail_key text unique,
      content_type text not null check (content_type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
      bytes integer not null check (bytes > 0),
      created_by uuid not null,
      created_at timestamptz not null,
      idempotency_key uuid,
      request_hash bytea,
      unique (created_by, idempotency_key),
      check ((idempotency_key is null) = (request_hash is null))
    );
    create index files_of_owner on files (owner_id, created_at, id);
    create unique index files_only_one on files (owner_id) where kind in ('qr_code', 'signature');
    comment on column files.owner_id is
      'The id of a row of the table of the owner kind; whoever deletes that row deletes its files.';
    comment on column files.name is 'Under which it is downloaded.';
    comment on column files.key is 'Key in the file store, and so is the thumbnail''s.';
    comment on column files.request_hash is 'Of what was sent with the idempotency key.';

    drop table package_images, qr_codes, inbound_parcel_images, inbound_parcel_claim_files, packing_images;
    drop function record_package_images_changes(), record_qr_codes_changes();
    alter table packages disable trigger user;
    update packages set images_count = 0 where images_count > 0;
    alter table packages enable trigger user;
    alter table inbound_parcels drop column images_count;
    alter table manifests drop column signature_url, drop column hand_over_key,
      add check ((handed_over_by is null) = (hand_over_started_at is null));

    create function record_files_changes() returns trigger language plpgsql as $$
    begin
      if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
        insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
          on conflict do nothing;
      else
        insert into changes (user_id, topic, subject_id)
          select user_id, 'package', id from packages
            where id in (select owner_id from changed)
              or id in (select package_id from shipping_legs where id in (select owner_id from changed))
          union all select user_id, 'inbound_parcel', id from inbound_parcels
            where id in (select owner_id from changed)
          union all select user_id, 'inbound_parcel', id from inbound_parcel_claims
            where id in (select owner_id from changed)
          union all select user_id, 'ship_request', id from ship_requests
            where id in (select owner_id from changed)
          union all select user_id, 'ship_request', coalesce(ship_request_id, id) from extra_service_requests
            where id in (select owner_id from changed)
          on conflict do nothing;
      end if;
      return null;
    end $$;
    create trigger files_record_inserts after insert on files referencing new table as changed
      for each statement execute function record_files_changes();
    create trigger files_record_deletes after delete on files referencing old table as changed
      for each statement execute function record_files_changes();
  `.execute(db);
}
