// What the office does about people: accounts that are suspended, and how a payout that was asked for ended.
import { sql, type Kysely } from "kysely";

/** Adds the suspension to profiles, and to payout_requests whether the money was paid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table profiles
      add column suspended_at timestamptz,
      add column suspension_reason text,
      add constraint profiles_suspended_with_reason
        check ((suspended_at is null) = (suspension_reason is null));
    comment on column profiles.suspended_at is
      'Since when the account is shut: no session of it counts, and none is opened.';

    alter table payout_requests
      add column is_paid boolean,
      add constraint payout_requests_paid_when_settled
        check (is_paid is null or settled_at is not null);
    comment on column payout_requests.is_paid is
      'false: staff declined it. null: it is open, or was settled before this was kept.';
  `.execute(db);
}
