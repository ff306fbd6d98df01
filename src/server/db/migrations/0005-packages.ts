// Packages: what customers register, the legs they travel over, their images, and the history of both.
import { sql, type Kysely } from "kysely";

/**
 * Creates packages, shipping_legs, package_images and package_events. Events are only ever added, and outlive the
 * package that they tell of.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table packages (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references profiles (id),
      tracking_number text not null check (tracking_number ~ '^[A-Z0-9-]{6,40}$'),
      origin text not null check (char_length(origin) between 1 and 60),
      destination text not null check (char_length(destination) between 1 and 60),
      description text check (char_length(description) between 1 and 2000),
      estimated_weight_grams integer check (estimated_weight_grams between 1 and 1000000),
      final_weight_grams integer check (final_weight_grams between 1 and 1000000),
      images_count integer not null default 0 check (images_count between 0 and 10),
      status text not null default 'pending' check (
        status in ('pending', 'processing', 'in_transit', 'delivered', 'voided', 'cancelled')
      ),
      delivered_at timestamptz,
      request_key uuid not null,
      request_hash bytea not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz not null,
      unique (user_id, request_key),
      check ((status = 'delivered') = (delivered_at is not null))
    );
    comment on column packages.created_at is
      'Whole milliseconds, so that a reader can go on exactly behind the last row it has seen.';
    create index packages_of_user on packages (user_id, created_at desc, id desc);
    create index packages_newest on packages (created_at desc, id desc);
    create index packages_by_status on packages (status, created_at desc, id desc);

    create table shipping_legs (
      id uuid primary key default gen_random_uuid(),
      package_id uuid not null references packages (id) on delete cascade,
      leg_number integer not null check (leg_number between 1 and 3),
      origin text not null check (char_length(origin) between 1 and 120),
      destination text not null check (char_length(destination) between 1 and 120),
      carrier text check (char_length(carrier) between 1 and 120),
      tracking_number text check (char_length(tracking_number) between 1 and 64),
      estimated_departure timestamptz,
      estimated_arrival timestamptz,
      notes text check (char_length(notes) between 1 and 2000),
      status text not null default 'pending' check (
        status in ('pending', 'in_transit', 'delivered', 'cancelled', 'voided')
      ),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (package_id, leg_number)
    );

    create table package_images (
      id uuid primary key default gen_random_uuid(),
      package_id uuid not null references packages (id) on delete cascade,
      image_name text not null check (char_length(image_name) between 1 and 200),
      image_url text not null unique,
      thumbnail_url text not null unique,
      file_size integer not null check (file_size > 0),
      content_type text not null check (content_type in ('image/jpeg', 'image/png', 'image/webp')),
      uploaded_by uuid not null,
      created_at timestamptz not null
    );
    comment on column package_images.image_url is 'Key in the file store, never an address of its own.';
    create index package_images_of_package on package_images (package_id, created_at, id);

    create table package_events (
      id bigint generated always as identity primary key,
      package_id uuid not null,
      kind text not null check (kind in (
        'package_created', 'package_status_changed', 'leg_added', 'leg_changed', 'leg_status_changed',
        'final_weight_changed', 'image_added', 'package_deleted'
      )),
      leg_number integer,
      before text,
      after text,
      actor_id uuid not null,
      by_staff boolean not null,
      created_at timestamptz not null
    );
    create index package_events_of_package on package_events (package_id, id);
    create trigger package_events_are_append_only before update or delete on package_events
      for each row execute function refuse_change_of_history();
    create trigger package_events_are_never_emptied before truncate on package_events
      for each statement execute function refuse_change_of_history();
  `.execute(db);
}
