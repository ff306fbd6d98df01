-- Sign-up and sign-in: registrations, sessions, passwords, one-time tokens and the second factor.

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  reauthenticated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user_id on sessions (user_id);

create table one_time_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index one_time_tokens_user_id on one_time_tokens (user_id);
comment on column one_time_tokens.token_hash is 'SHA-256 of the token in the link of an email.';

create table two_factors (
  user_id uuid primary key references users (id) on delete cascade,
  secret_encrypted bytea not null,
  confirmed_at timestamptz,
  last_step bigint,
  created_at timestamptz not null
);
comment on column two_factors.confirmed_at is
  'null: set-up is not complete, so signing in needs no code.';
comment on column two_factors.last_step is
  'The time step of the last used code; only later codes are accepted.';

create table backup_codes (
  user_id uuid not null references two_factors (user_id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table sign_in_challenges (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  is_for_admin boolean not null,
  tries integer not null default 0 check (tries between 0 and 5),
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index sign_in_challenges_user_id on sign_in_challenges (user_id);
comment on table sign_in_challenges is
  'Sign-ins with a correct password that still need the second factor.';

create table pending_registrations (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  full_name text not null,
  password_hash text not null,
  chosen_plan text check (chosen_plan in ('Basic', 'Super', 'Premium')),
  language text not null default 'en' check (language in ('en', 'zh-Hant-HK', 'zh-Hans')),
  token_hash bytea unique,
  token_expires_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((token_hash is null) = (token_expires_at is null))
);
create index pending_registrations_email on pending_registrations (email, created_at desc);
create index pending_registrations_expiry on pending_registrations (expires_at);
comment on table pending_registrations is
  'Sign-ups whose link was not used yet. Using its link creates the user.';
comment on column pending_registrations.token_hash is
  'SHA-256 of the token in the newest link of this sign-up; null: none was sent, or it is no longer valid.';

create table staff_invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  role text not null check (role in ('receiver', 'packer', 'support', 'finance', 'manager')),
  invited_by uuid not null references profiles (id),
  state text not null default 'open' check (state in ('open', 'accepted', 'withdrawn')),
  token_hash bytea not null unique,
  invited_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > invited_at)
);
create unique index staff_invitations_open on staff_invitations (email) where state = 'open';
create index staff_invitations_expiry on staff_invitations (expires_at);
create index staff_invitations_invited_by on staff_invitations (invited_by);
comment on table staff_invitations is
  'Invitations of staff by email. Each is deleted a day after its link has expired, whatever became of it.';
comment on column staff_invitations.token_hash is
  'SHA-256 of the token in the newest link; sending it again replaces it.';

create table auth_email_requests (
  id uuid primary key,
  request_encrypted bytea not null,
  created_at timestamptz not null
);
create index auth_email_requests_created_at on auth_email_requests (created_at);
comment on table auth_email_requests is
  'What an auth page asked an email for, with the address, until the email is written or nothing is to be sent.';
