// People: accounts and sessions of the sign-in library, and the profile that the product keeps beside each.
import { sql, type Kysely } from "kysely";

/** Creates users, sessions, accounts, verifications and profiles; a profile is made by trigger with its user. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id uuid primary key default gen_random_uuid(),
      name text not null,
      email text not null unique check (email = lower(email)),
      email_verified boolean not null default false,
      image text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    create table sessions (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users (id) on delete cascade,
      token text not null unique,
      expires_at timestamptz not null,
      ip_address text,
      user_agent text,
      proved_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index sessions_user_id on sessions (user_id);

    create table accounts (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users (id) on delete cascade,
      account_id text not null,
      provider_id text not null,
      access_token text,
      refresh_token text,
      id_token text,
      access_token_expires_at timestamptz,
      refresh_token_expires_at timestamptz,
      scope text,
      password text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index accounts_user_id on accounts (user_id);

    create table verifications (
      id uuid primary key default gen_random_uuid(),
      identifier text not null,
      value text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index verifications_identifier on verifications (identifier);

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
      updated_at timestamptz not null default now()
    );
    create index profiles_newest on profiles (created_at desc, id desc);

    create function keep_profile_beside_user() returns trigger language plpgsql as $$
    begin
      insert into profiles (id, email, full_name, created_at, updated_at)
      values (new.id, new.email, new.name, new.created_at, new.created_at);
      return new;
    end $$;
    create trigger users_have_profiles after insert on users
      for each row execute function keep_profile_beside_user();

    create table attempts (
      id bigint generated always as identity primary key,
      bucket text not null,
      attempted_at timestamptz not null default now()
    );
    create index attempts_bucket on attempts (bucket, attempted_at);
  `.execute(db);
}
