// What the figures on the office's first screen are read by.
import { sql, type Kysely } from "kysely";

/** Adds indexes for the figures and for what waits for somebody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // None holds a column that a wallet's movement changes, so that the ledger is as quick as before.
  await sql`
    create index profiles_subscribed on profiles (id)
      where subscription is not null and not is_admin and closed_at is null and suspended_at is null;
    create index plan_periods_begun on plan_periods (starts_at, user_id);
    create index transactions_plan_payments on transactions (created_at desc, number desc)
      include (amount_cents) where type = 'subscription';
    create index ledger_transfers_by_time on ledger_transfers using brin (created_at)
      with (autosummarize = on);
    create index package_events_in_transit on package_events (created_at)
      where kind in ('package_status_changed', 'package_deleted')
        and (before = 'in_transit' or after = 'in_transit');
    create index shipping_legs_silent on shipping_legs (updated_at, id) where status = 'in_transit';
  `.execute(db);
}
