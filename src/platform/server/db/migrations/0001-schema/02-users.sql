-- Users, their profiles with counts, and the roles of staff.

create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  password_hash text,
  is_customer boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column users.password_hash is
  'scrypt, as salt:key; null: no password signs in, as after the account was closed.';
comment on column users.is_customer is
  'Whether the account has wallet and member code. Staff who were invited have neither until they ask for them.';

create table profiles (
  id uuid primary key references users (id) on delete cascade,
  email text not null unique,
  full_name text not null default '',
  latin_name text check (latin_name <> ''),
  phone text not null default '',
  address text not null default '',
  address_line2 text not null default '',
  city text not null default '',
  state text not null default '',
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
  language text not null default 'en' check (language in ('en', 'zh-Hant-HK', 'zh-Hans')),
  display_currency text not null default 'USD'
    check (display_currency in ('HKD', 'SGD', 'AUD', 'EUR', 'GBP', 'CAD', 'CNY', 'USD')),
  closed_at timestamptz,
  suspended_at timestamptz,
  suspension_reason text,
  chosen_plan text check (chosen_plan in ('Basic', 'Super', 'Premium')),
  constraint profiles_suspended_with_reason
    check ((suspended_at is null) = (suspension_reason is null))
);
comment on column profiles.latin_name is
  'The name in Latin letters, which couriers print on labels; null where unknown or not needed.';
comment on column profiles.closed_at is
  'When the account was closed; personal data of the row is erased then.';
comment on column profiles.suspended_at is
  'When the account was suspended: its sessions are invalid, and none can be opened.';
comment on column profiles.chosen_plan is
  'The plan chosen at registration, which the upgrade page offers first; null after the first plan.';

-- Shorter searches cannot use the trigram index below.
create function pairs_of(p_text text) returns text[]
  language sql immutable strict parallel safe cost 10000
  return array(select distinct substr(p_text, n, size)
    from generate_series(1, length(p_text)) n, generate_series(1, 2) size);

create function name_key(p_full_name text, p_latin_name text) returns text
  language sql immutable parallel safe
  return search_key(p_full_name || ' ' || coalesce(p_latin_name, ''));

-- Without `fastupdate` readers need not search a list of pending entries.
create index profiles_email_pairs on profiles using gin (pairs_of(email)) with (fastupdate = off);
create index profiles_email_parts on profiles using gin (email gin_trgm_ops) with (fastupdate = off);
create index profiles_name_parts on profiles
  using gin (search_parts(name_key(full_name, latin_name))) with (fastupdate = off);
-- Numbers are written with a country's code or without.
create function phone_end(p_phone text) returns text
  language sql immutable strict parallel safe
  return right(regexp_replace(p_phone, '\D', '', 'g'), 7);
create index profiles_phone_end on profiles (phone_end(phone)) where phone <> '';
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

create table staff_roles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles (id),
  role text not null check (role in ('receiver', 'packer', 'support', 'finance', 'manager')),
  granted_by uuid references profiles (id),
  granted_at timestamptz not null,
  ended_at timestamptz check (ended_at >= granted_at)
);
create unique index staff_roles_open on staff_roles (user_id, role) where ended_at is null;
comment on table staff_roles is
  'Rows stay when a role has ended. An account that is closed, or becomes an admin, has no open role.';
