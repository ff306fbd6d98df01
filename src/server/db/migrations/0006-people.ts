// People, complete: the second factor, what a person wants to be written about, payouts asked for, closed accounts.
import { sql, type Kysely } from "kysely";

/**
 * Creates two_factors, backup_codes, sign_in_challenges and payout_requests, and adds to profiles the notification
 * switches and the moment at which the account was closed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table two_factors (
      user_id uuid primary key references users (id) on delete cascade,
      secret_encrypted bytea not null,
      confirmed_at timestamptz,
      last_step bigint,
      created_at timestamptz not null
    );
    comment on column two_factors.confirmed_at is
      'null: begun, but no code has been shown yet, so signing in does not ask for one.';
    comment on column two_factors.last_step is
      'The time step of the newest code that was used; only a later one is accepted.';

    create table backup_codes (
      user_id uuid not null references two_factors (user_id) on delete cascade,
      code_hash bytea not null,
      used_at timestamptz,
      primary key (user_id, code_hash)
    );

    create table sign_in_challenges (
      token_hash bytea primary key,
      user_id uuid not null references users (id) on delete cascade,
      is_for_office boolean not null,
      tries integer not null default 0 check (tries between 0 and 5),
      expires_at timestamptz not null,
      created_at timestamptz not null
    );
    create index sign_in_challenges_user_id on sign_in_challenges (user_id);
    comment on table sign_in_challenges is
      'Sign-ins whose password was right and whose second factor is still missing.';

    create table payout_requests (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null,
      amount_cents bigint not null check (amount_cents > 0),
      details_encrypted bytea,
      created_at timestamptz not null,
      settled_at timestamptz,
      settled_by uuid,
      check (settled_at is null or details_encrypted is null),
      check ((settled_at is null) = (settled_by is null))
    );
    create unique index payout_requests_one_open on payout_requests (user_id)
      where settled_at is null;
    create index payout_requests_newest on payout_requests (created_at desc, id desc);
    comment on column payout_requests.details_encrypted is
      'Where the money is to go; forgotten once staff have paid it out.';

    alter table profiles
      add column email_notifications boolean not null default true,
      add column shipment_updates boolean not null default true,
      add column marketing_emails boolean not null default false,
      add column closed_at timestamptz;
    comment on column profiles.closed_at is
      'When the account was closed: nothing in the row tells any more whose it was.';

    create index error_logs_user_id on error_logs (user_id);
    create index letters_recipient on letters (recipient);
  `.execute(db);
}
