-- Users, their profiles, and counts of profiles.

create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table profiles (
  id uuid primary key references users (id) on delete cascade,
  email text not null unique,
  full_name text not null default '',
  phone text not null default '',
  address text not null default '',
  city text not null default '',
  country text not null default '' check (country = '' or country ~ '^[A-Z]{2}$'),
  postal_code text not null default '',
  subscription text check (subscription in ('Basic', 'Super', 'Premium')),
  package_quota integer not null default 0 check (package_quota >= 0),
  max_weight_grams integer not null default 0 check (max_weight_grams >= 0),
  is_admin boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  email_notifications boolean not null default true,
  shipment_updates boolean not null default true,
  marketing_emails boolean not null default false,
  closed_at timestamptz,
  suspended_at timestamptz,
  suspension_reason text,
  chosen_plan text check (chosen_plan in ('Basic', 'Super', 'Premium')),
  constraint profiles_suspended_with_reason
    check ((suspended_at is null) = (suspension_reason is null))
);
comment on column profiles.closed_at is
  'When the account was closed; personal data of the row is erased then.';
comment on column profiles.suspended_at is
  'When the account was suspended: its sessions are invalid, and none can be opened.';
comment on column profiles.chosen_plan is
  'The plan chosen at registration, which the upgrade page offers first; null after the first plan.';

-- Shorter searches cannot use the trigram index below.
create function pairs_of(p_text text) returns text[]
  language sql immutable strict parallel safe
  return array(select distinct substr(p_text, n, size)
    from generate_series(1, length(p_text)) n, generate_series(1, 2) size);

-- Without `fastupdate` readers need not search a list of pending entries.
create index profiles_email_pairs on profiles using gin (pairs_of(email)) with (fastupdate = off);
create index profiles_email_parts on profiles using gin (email gin_trgm_ops) with (fastupdate = off);
create index profiles_full_name_parts on profiles
  using gin (full_name gin_trgm_ops) with (fastupdate = off);
create index profiles_newest on profiles (created_at desc, id desc);
create index profiles_by_name on profiles (lower(full_name), id);
create index profiles_subscribed on profiles (id)
  where subscription is not null and not is_admin and closed_at is null and suspended_at is null;

create function create_profile_for_user() returns trigger language plpgsql as $$
begin
  insert into profiles (id, email, full_name, created_at, updated_at)
  values (new.id, new.email, new.name, new.created_at, new.created_at);
  return new;
end $$;

create trigger users_create_profile after insert on users
  for each row execute function create_profile_for_user();

-- Profiles are counted incrementally, since counting all takes long. A change inserts a row without locks;
-- `aggregate-profile-counts` adds the rows to the counts.

create table profile_counts (
  is_admin boolean not null,
  is_subscribed boolean not null,
  is_suspended boolean not null,
  is_closed boolean not null,
  count bigint not null,
  primary key (is_admin, is_subscribed, is_suspended, is_closed)
);
comment on table profile_counts is
  'Profiles by the filters of the admin list. Exact when profile_count_changes are added.';

create table profile_count_changes (
  id bigint generated always as identity primary key,
  is_admin boolean not null,
  is_subscribed boolean not null,
  is_suspended boolean not null,
  is_closed boolean not null,
  change integer not null
);

create function count_profile() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into profile_count_changes (is_admin, is_subscribed, is_suspended, is_closed, change)
    values (old.is_admin, old.subscription is not null, old.suspended_at is not null,
      old.closed_at is not null, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into profile_count_changes (is_admin, is_subscribed, is_suspended, is_closed, change)
    values (new.is_admin, new.subscription is not null, new.suspended_at is not null,
      new.closed_at is not null, 1);
  end if;
  return null;
end $$;

create trigger profiles_added_or_removed_are_counted after insert or delete on profiles
  for each row execute function count_profile();
create trigger profiles_changed_are_counted after update on profiles for each row
  when ((old.is_admin, old.subscription is null, old.suspended_at is null, old.closed_at is null)
    is distinct from
    (new.is_admin, new.subscription is null, new.suspended_at is null, new.closed_at is null))
  execute function count_profile();
