// Sign-ups whose address is not verified yet: each keeps what was typed at it until its own link is used.
import { sql, type Kysely } from "kysely";

/** Creates pending_registrations and moves there whoever signed up and has not verified the address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pending_registrations (
      id uuid primary key default gen_random_uuid(),
      email text not null check (email = lower(email)),
      full_name text not null,
      password_hash text not null,
      chosen_plan text check (chosen_plan in ('Basic', 'Super', 'Premium')),
      token_hash bytea unique,
      token_expires_at timestamptz,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      check ((token_hash is null) = (token_expires_at is null))
    );
    create index pending_registrations_email on pending_registrations (email, created_at desc);
    create index pending_registrations_expiry on pending_registrations (expires_at);
    comment on table pending_registrations is
      'Sign-ups whose link was not used. A user is made from one when its own link is, and from no other.';
    comment on column pending_registrations.token_hash is
      'SHA-256 of the token in the newest link of this sign-up; null: none was sent, or none is good any more.';
  `.execute(db);
  await moveUnverifiedUsers(db);
}

/**
 * A user with an address that staff changed is unverified as well, and has a history: whoever an admin ever did
 * something about stays, and so does whoever has moved money. Links that are out go on working. The wallet of a user is
 * never removed, so what is left of one who moves is a closed account without a name.
 */
async function moveUnverifiedUsers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create temporary table moving as
    select users.id, users.email, profiles.full_name, profiles.chosen_plan, users.updated_at, accounts.password
    from users
      join profiles on profiles.id = users.id
      join accounts on accounts.user_id = users.id and accounts.provider_id = 'credential'
    where not users.email_verified and accounts.password is not null
      and profiles.closed_at is null and profiles.suspended_at is null
      and profiles.subscription is null and not profiles.is_admin
      and not exists (select from audit_log where audit_log.target = users.id::text)
      and not exists (select from ledger_accounts where user_id = users.id and version > 0)
  `.execute(db);
  await sql`
    insert into pending_registrations
      (email, full_name, password_hash, chosen_plan, token_hash, token_expires_at, created_at, expires_at)
    select moving.email, moving.full_name, moving.password, moving.chosen_plan, link.hash, link.expires_at,
      moving.updated_at, greatest(moving.updated_at + interval '7 days', now() + interval '1 day')
    from moving left join lateral (
      select decode(translate(substr(identifier, 14), '-_', '+/') || '=', 'base64') as hash, expires_at
      from verifications
      where value = moving.id::text and identifier like 'verify-email:%'
      order by created_at desc limit 1
    ) as link on true
  `.execute(db);
  await sql`
    delete from verifications where value in (select id::text from moving)
  `.execute(db);
  await sql`delete from accounts where user_id in (select id from moving)`.execute(db);
  await sql`delete from sessions where user_id in (select id from moving)`.execute(db);
  await sql`
    update users set name = 'Closed account', email = 'closed-' || id || '@account.invalid'
    where id in (select id from moving)
  `.execute(db);
  await sql`
    update profiles set full_name = 'Closed account', email = 'closed-' || id || '@account.invalid',
      chosen_plan = null, closed_at = now(), updated_at = now()
    where id in (select id from moving)
  `.execute(db);
  await sql`drop table moving`.execute(db);
}
