-- Payments: customers and events of the payment provider, deposits with their refunds and disputes, payouts, and
-- reconciliations.

create table provider_customers (
  user_id uuid primary key references users (id) on delete cascade,
  customer_id text not null unique,
  created_at timestamptz not null
);

create table provider_events (
  id text primary key,
  type text not null,
  payload jsonb not null,
  state text not null default 'received' check (state in ('received', 'processed', 'ignored', 'failed')),
  attempts integer not null default 0,
  last_error text,
  received_at timestamptz not null default now(),
  processed_at timestamptz
);
create index provider_events_unfinished on provider_events (received_at)
  where state in ('received', 'failed');
create index provider_events_newest on provider_events (received_at desc, id desc);
create index provider_events_by_state on provider_events (state, received_at desc, id desc);

create table deposits (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  amount_cents bigint not null check (amount_cents between 100 and 1000000),
  idempotency_key uuid not null,
  transaction_id uuid not null unique default gen_random_uuid(),
  customer_id text,
  checkout_session_id text unique,
  payment_intent_id text unique,
  charge_id text unique,
  created_at timestamptz not null,
  refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  debited_cents bigint not null default 0 check (debited_cents >= 0),
  reversal_count integer not null default 0,
  reversal_read_count integer not null default 0,
  language text not null default 'en' check (language in ('en', 'zh-Hant-HK', 'zh-Hans')),
  unique (user_id, idempotency_key)
);
create index deposits_newest on deposits (created_at desc);
create index deposits_not_debited on deposits (created_at) where refunded_cents <> debited_cents;
comment on column deposits.transaction_id is
  'Inserted when the checkout is opened, and completed when it is paid.';
comment on column deposits.charge_id is
  'Of the payment, by which the provider names it in its own lists and emails; staff search for it.';
comment on column deposits.language is 'In which the checkout describes the payment.';
comment on column deposits.refunded_cents is 'Refunded to the payer, according to the provider.';
comment on column deposits.debited_cents is
  'Debited from the wallet for refunds; less where the money was spent already.';
comment on column deposits.reversal_read_count is
  'Incremented with each read of refunds and disputes, so that an older result never replaces a newer one.';

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
  'What the dispute holds or has finally debited from the wallet.';

create table payout_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  details_encrypted bytea,
  created_at timestamptz not null,
  settled_at timestamptz,
  settled_by uuid,
  hold_id uuid unique references holds (id),
  started_at timestamptz,
  started_by uuid,
  outcome text check (outcome in ('paid', 'declined', 'withdrawn')),
  reason text,
  reference text,
  check (settled_at is null or details_encrypted is null),
  constraint payout_requests_open_are_held check (settled_at is not null or hold_id is not null),
  constraint payout_requests_settled_by_somebody check ((settled_at is null) = (settled_by is null)),
  constraint payout_requests_settled_with_outcome check ((settled_at is null) = (outcome is null)),
  constraint payout_requests_started_by_somebody check ((started_at is null) = (started_by is null))
);
create unique index payout_requests_one_open on payout_requests (user_id) where settled_at is null;
create index payout_requests_newest on payout_requests (created_at desc, id desc);
comment on column payout_requests.details_encrypted is
  'The bank details; deleted when the payout ends.';
comment on column payout_requests.started_at is
  'When an admin first saw the bank details; from then on the customer cannot cancel it.';
comment on column payout_requests.settled_by is 'Who paid, declined or canceled it.';
comment on column payout_requests.reason is 'Why it was declined; shown to the customer.';
comment on column payout_requests.reference is 'The reference of the bank transfer.';

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
  'The sum of the absolute differences that remain after repairs.';
