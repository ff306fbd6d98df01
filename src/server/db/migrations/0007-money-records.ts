// Records about money: refunds and disputes of deposits, reconciliations, months of plans that staff give.
import { sql, type Kysely } from "kysely";

/** Adds deposit_disputes and reconciliations, and what deposits and months of plans need besides. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createReversals(db);
  await createReconciliations(db);
  await allowGivenPlans(db);
}

async function createReversals(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table deposits
      add column refunded_cents bigint not null default 0 check (refunded_cents >= 0),
      add column debited_cents bigint not null default 0 check (debited_cents >= 0),
      add column reversal_count integer not null default 0,
      add column looks integer not null default 0;
    comment on column deposits.refunded_cents is 'What the provider says it gave back to the payer.';
    comment on column deposits.debited_cents is
      'What of that was taken off the wallet; less, where the money was spent already.';
    comment on column deposits.looks is
      'Grows with each look at refunds and disputes, so that an older look never replaces a newer one.';
    create index deposits_not_debited on deposits (created_at) where refunded_cents <> debited_cents;

    create table deposit_disputes (
      dispute_id text primary key,
      deposit_id uuid not null references deposits (id),
      status text not null,
      amount_cents bigint not null check (amount_cents >= 0),
      debited_cents bigint not null default 0 check (debited_cents >= 0),
      posting_count integer not null default 0,
      is_over boolean not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index deposit_disputes_of_deposit on deposit_disputes (deposit_id);
    create index deposit_disputes_open on deposit_disputes (updated_at) where not is_over;
    comment on column deposit_disputes.debited_cents is
      'What it holds, or has taken for good, of the wallet.';

    create index provider_events_newest on provider_events (received_at desc, id desc);
  `.execute(db);
}

async function createReconciliations(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reconciliations (
      id uuid primary key default gen_random_uuid(),
      cause text not null check (cause in ('schedule', 'console', 'admin')),
      started_at timestamptz not null,
      finished_at timestamptz not null,
      window_starts_at timestamptz not null,
      window_ends_at timestamptz not null,
      payments_compared integer not null,
      repaired_count integer not null,
      difference_cents bigint not null check (difference_cents >= 0),
      repairs jsonb not null,
      differences jsonb not null
    );
    create index reconciliations_newest on reconciliations (started_at desc, id desc);
    comment on column reconciliations.difference_cents is
      'The sum of what the differences left after repairing are over, whichever way they go.';
  `.execute(db);
}

async function allowGivenPlans(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table plan_periods
      add column given_plan text check (given_plan in ('Basic', 'Super', 'Premium')),
      add column given_from timestamptz,
      add check ((given_plan is null) = (given_from is null)),
      add check (given_plan is null or subscription_id is null);
    create unique index plan_periods_given_once on plan_periods (user_id, given_from, starts_at)
      where given_plan is not null;
    create index plan_periods_given_due on plan_periods (ends_at)
      where is_current and given_plan is not null;
    comment on column plan_periods.given_from is
      'The day from which the months of a plan that staff gave are counted.';
  `.execute(db);
}
