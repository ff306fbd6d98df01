-- Plans: checkouts of subscriptions, the provider's subscriptions, and paid months.

create table subscription_checkouts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  idempotency_key uuid not null,
  plan text not null check (plan in ('Basic', 'Super', 'Premium')),
  state text not null default 'open' check (state in ('open', 'paid', 'over')),
  customer_id text,
  checkout_session_id text unique,
  created_at timestamptz not null,
  unique (user_id, idempotency_key)
);
create unique index subscription_checkouts_one_open on subscription_checkouts (user_id)
  where state = 'open';
comment on column subscription_checkouts.state is
  'paid: it created a subscription; over: it expired unpaid or was replaced by a later one.';

create table subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  provider_subscription_id text not null unique,
  provider_status text not null,
  plan text check (plan in ('Basic', 'Super', 'Premium')),
  next_plan text check (next_plan in ('Basic', 'Super', 'Premium')),
  grants_plan boolean not null,
  is_live boolean not null,
  rejected_at timestamptz,
  current_period_starts_at timestamptz not null,
  current_period_ends_at timestamptz not null,
  cancels_at_period_end boolean not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (not (grants_plan and plan is null)),
  check (not (grants_plan and rejected_at is not null)),
  check (current_period_starts_at <= current_period_ends_at)
);
create unique index subscriptions_one_live on subscriptions (user_id)
  where is_live and rejected_at is null;
comment on column subscriptions.plan is
  'The plan last paid for; next_plan is the plan of the next invoice if it differs.';
comment on column subscriptions.is_live is
  'The provider may still bill it, whether or not it currently grants a plan.';
comment on column subscriptions.rejected_at is
  'Created while another one was live: it grants no plan and is canceled at the provider.';
comment on column subscriptions.version is
  'Incremented with each read from the provider, so that an older result never replaces a newer one.';

create table plan_periods (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  subscription_id uuid references subscriptions (id),
  invoice_id text unique,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  used_packages integer not null default 0 check (used_packages >= 0),
  adjustment_packages integer not null default 0,
  is_current boolean not null default false,
  created_at timestamptz not null,
  complimentary_plan text check (complimentary_plan in ('Basic', 'Super', 'Premium')),
  complimentary_from timestamptz,
  check ((subscription_id is null) = (invoice_id is null)),
  check ((complimentary_plan is null) = (complimentary_from is null)),
  check (complimentary_plan is null or subscription_id is null)
);
create unique index plan_periods_one_current on plan_periods (user_id) where is_current;
create index plan_periods_newest on plan_periods (subscription_id, starts_at desc);
create index plan_periods_begun on plan_periods (starts_at, user_id);
create unique index plan_periods_complimentary_once on plan_periods (user_id, complimentary_from, starts_at)
  where complimentary_plan is not null;
create index plan_periods_complimentary_due on plan_periods (ends_at)
  where is_current and complimentary_plan is not null;
comment on table plan_periods is
  'A month of a plan: started by a paid invoice, or (without subscription) complimentary.';
comment on column plan_periods.complimentary_from is
  'The start of the first month of a complimentary plan.';

create table plan_payments (
  invoice_id text primary key,
  period_id uuid not null references plan_periods (id),
  plan text not null check (plan in ('Basic', 'Super', 'Premium')),
  amount_cents bigint not null check (amount_cents >= 0),
  paid_at timestamptz not null,
  created_at timestamptz not null
);
create index plan_payments_period on plan_payments (period_id);
create index plan_payments_counted on plan_payments (created_at);
comment on table plan_payments is
  'Payments of a month: its first invoice, and those of upgrades.';

-- The only function that uses quota of a month.
create function spend_quota(p_user_id uuid) returns boolean language plpgsql as $$
begin
  update profiles set package_quota = package_quota - 1
    where id = p_user_id and subscription is not null and package_quota > 0;
  if not found then
    return false;
  end if;
  -- The profile stays locked, so that no other month can become the current one.
  update plan_periods set used_packages = used_packages + 1
    where user_id = p_user_id and is_current;
  return true;
end $$;

create table subscriber_locks (
  user_id uuid primary key,
  holder uuid not null,
  locked_until timestamptz not null
);
comment on table subscriber_locks is
  'A row while a process changes a subscriber at the provider; free after locked_until even if that process died.';
-- A foreign key to the profile would wait for locks of that row.
comment on column subscriber_locks.user_id is 'No foreign key, so that locking does not wait for the profile.';
comment on column subscriber_locks.locked_until is 'By the database clock, which all processes share.';
