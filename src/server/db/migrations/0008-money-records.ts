// Records about money: holds, refunds and disputes of deposits, reconciliations, months of plans that staff give.
import { sql, type Kysely } from "kysely";

/** Adds holds, deposit_disputes and reconciliations, and what deposits and months of plans need besides. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createHolds(db);
  await createReversals(db);
  await createReconciliations(db);
  await allowGivenPlans(db);
}

async function createHolds(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table holds (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null,
      transaction_id uuid not null unique,
      amount_cents bigint not null check (amount_cents between 1 and 100000000),
      state text not null default 'held' check (state in ('held', 'settled', 'released')),
      leg_number integer check (leg_number between 1 and 3),
      package_id uuid,
      reason text not null check (reason <> ''),
      request_key uuid not null unique,
      held_by uuid not null,
      held_at timestamptz not null,
      ended_by uuid,
      ended_at timestamptz,
      settled_cents bigint check (settled_cents >= 0),
      check ((state = 'held') = (ended_at is null)),
      check ((state = 'settled') = (settled_cents is not null))
    );
    create index holds_open on holds (user_id, held_at) where state = 'held';
    comment on column holds.transaction_id is
      'The fee in the history: pending while held, completed at this amount when settled, else canceled.';

    create function keep_held_cents() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        if new.state <> 'held' then
          raise exception 'a hold begins as held' using errcode = 'restrict_violation';
        end if;
        update ledger_accounts set held_cents = held_cents + new.amount_cents
          where user_id = new.user_id and balance_cents - held_cents >= new.amount_cents;
        if not found then
          raise exception 'the wallet has not enough to hold' using errcode = 'check_violation';
        end if;
      else
        if (old.id, old.user_id, old.transaction_id, old.amount_cents)
          is distinct from (new.id, new.user_id, new.transaction_id, new.amount_cents)
          or old.state <> 'held' or new.state = 'held' then
          raise exception 'a hold is only ever ended, once' using errcode = 'restrict_violation';
        end if;
        update ledger_accounts set held_cents = held_cents - old.amount_cents
          where user_id = old.user_id;
      end if;
      return null;
    end $$;
    create trigger holds_are_kept_in_the_wallet after insert or update on holds
      for each row execute function keep_held_cents();
    create trigger holds_stay before delete or truncate on holds
      for each statement execute function refuse_change_of_history();
  `.execute(db);
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
