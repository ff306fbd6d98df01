-- Stored files, whatever they belong to.

create table files (
  id uuid primary key default gen_random_uuid(),
  owner_kind text not null check (owner_kind in (
    'package', 'leg', 'inbound_parcel', 'parcel_claim', 'ship_request', 'extra_service_request', 'manifest',
    'case_message', 'label', 'goods_proof'
  )),
  owner_id uuid not null,
  kind text not null check (kind in (
    'image', 'qr_code', 'outside', 'label', 'scale', 'contents', 'damage', 'proof', 'open_box',
    'closed_on_scale', 'extra_service', 'signature', 'carrier_label'
  )),
  name text not null check (char_length(name) between 1 and 200),
  key text not null unique,
  thumbnail_key text unique,
  content_type text not null check (content_type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
  bytes integer not null check (bytes > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  created_by uuid not null,
  created_at timestamptz not null,
  idempotency_key uuid,
  request_hash bytea,
  unique (created_by, idempotency_key),
  check ((idempotency_key is null) = (request_hash is null))
);
create index files_of_owner on files (owner_id, created_at, id);
create unique index files_only_one on files (owner_id) where kind in ('qr_code', 'signature', 'carrier_label');
comment on column files.owner_id is
  'The id of a row of the table of the owner kind; whoever deletes that row deletes its files.';
comment on column files.name is 'Under which it is downloaded.';
comment on column files.key is 'Key in the file store, and so is the thumbnail''s.';
comment on column files.sha256 is 'Of what lies under its key, which never changes.';
comment on column files.request_hash is 'Of what was sent with the idempotency key.';
