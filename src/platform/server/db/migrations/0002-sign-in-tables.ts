import { sql, type Kysely } from "kysely";

/**
 * Replaces the tables that the sign-in framework prescribed: the password becomes a column of the user, and the tokens
 * of links get a table of their own. Passwords and unused links stay valid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column password_hash text;
    comment on column users.password_hash is
      'scrypt, as salt:key; null: no password signs in, as after the account was closed.';
    update users set password_hash = accounts.password from accounts
      where accounts.user_id = users.id and accounts.provider_id = 'credential';
    drop table accounts;
    alter table users drop column image;

    create table one_time_tokens (
      token_hash bytea primary key,
      user_id uuid not null references users (id) on delete cascade,
      purpose text not null check (purpose in ('verify-email', 'reset-password')),
      created_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index one_time_tokens_user_id on one_time_tokens (user_id);
    comment on column one_time_tokens.token_hash is 'SHA-256 of the token in the link of an email.';
    -- An identifier was the purpose, a colon, and the hash as base64url.
    insert into one_time_tokens (token_hash, user_id, purpose, created_at, expires_at)
      select decode(translate(split_part(identifier, ':', 2), '-_', '+/') || '=', 'base64'),
        users.id, split_part(identifier, ':', 1), verifications.created_at, verifications.expires_at
      from verifications join users on users.id::text = verifications.value
      where split_part(identifier, ':', 1) in ('verify-email', 'reset-password');
    drop table verifications;
  `.execute(db);
}
