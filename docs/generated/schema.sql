-- The database after all migrations. Written by scripts/write-generated-docs.ts; not to be run.

create table accounts (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  password text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX accounts_user_id ON public.accounts USING btree (user_id);

create table attempts (
  id bigint generated always as identity not null,
  bucket text not null,
  attempted_at timestamp with time zone default now() not null,
  constraint attempts_pkey PRIMARY KEY (id)
);
CREATE INDEX attempts_bucket ON public.attempts USING btree (bucket, attempted_at);

create table audit_log (
  id bigint generated always as identity not null,
  actor_id uuid,
  action text not null,
  target text not null,
  before jsonb,
  after jsonb,
  reason text,
  ip_address text,
  created_at timestamp with time zone default now() not null,
  constraint audit_log_pkey PRIMARY KEY (id)
);
CREATE TRIGGER audit_log_is_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();
CREATE TRIGGER audit_log_is_never_emptied BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();

create table deposits (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  amount_cents bigint not null,
  request_key uuid not null,
  transaction_id uuid default gen_random_uuid() not null,
  customer_id text,
  checkout_session_id text,
  payment_intent_id text,
  created_at timestamp with time zone not null,
  constraint deposits_pkey PRIMARY KEY (id),
  constraint deposits_checkout_session_id_key UNIQUE (checkout_session_id),
  constraint deposits_payment_intent_id_key UNIQUE (payment_intent_id),
  constraint deposits_transaction_id_key UNIQUE (transaction_id),
  constraint deposits_user_id_request_key_key UNIQUE (user_id, request_key),
  constraint deposits_amount_cents_check CHECK (((amount_cents >= 100) AND (amount_cents <= 1000000)))
);

create table error_logs (
  id bigint generated always as identity not null,
  error_message text not null,
  error_stack text,
  user_id uuid,
  source text not null,
  context text,
  created_at timestamp with time zone default now() not null,
  constraint error_logs_pkey PRIMARY KEY (id)
);

create table kysely_migration (
  name character varying(255) not null,
  timestamp character varying(255) not null,
  constraint kysely_migration_pkey PRIMARY KEY (name)
);

create table kysely_migration_lock (
  id character varying(255) not null,
  is_locked integer default 0 not null,
  constraint kysely_migration_lock_pkey PRIMARY KEY (id)
);

create table ledger_accounts (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  user_id uuid,
  balance_cents bigint,
  overdraft_cents bigint default 0 not null,
  version bigint,
  constraint ledger_accounts_pkey PRIMARY KEY (id),
  constraint ledger_accounts_user_id_key UNIQUE (user_id),
  constraint ledger_accounts_balance_cents_check CHECK (((balance_cents >= '-900000000000000'::bigint) AND (balance_cents <= '900000000000000'::bigint))),
  constraint ledger_accounts_check CHECK (((kind = 'wallet'::text) = (user_id IS NOT NULL))),
  constraint ledger_accounts_check1 CHECK (((kind = 'wallet'::text) = (balance_cents IS NOT NULL))),
  constraint ledger_accounts_check2 CHECK (((kind = 'wallet'::text) = (version IS NOT NULL))),
  constraint ledger_accounts_kind_check CHECK ((kind = ANY (ARRAY['wallet'::text, 'provider'::text, 'freight'::text, 'adjustments'::text, 'disputes'::text]))),
  constraint ledger_accounts_overdraft_cents_check CHECK ((overdraft_cents >= 0)),
  constraint wallet_is_not_overdrawn CHECK ((balance_cents >= (- overdraft_cents)))
);
CREATE TRIGGER accounts_begin_at_zero BEFORE INSERT ON public.ledger_accounts FOR EACH ROW EXECUTE FUNCTION require_empty_account();
CREATE TRIGGER accounts_stay BEFORE DELETE OR TRUNCATE ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();
CREATE TRIGGER balances_are_posted BEFORE UPDATE ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION require_posting();

create table ledger_entries (
  transfer_id bigint not null,
  account_id uuid not null,
  change_cents bigint not null,
  balance_cents bigint,
  version bigint,
  constraint ledger_entries_pkey PRIMARY KEY (transfer_id, account_id),
  constraint ledger_entries_change_cents_check CHECK ((change_cents <> 0)),
  constraint ledger_entries_check CHECK (((balance_cents IS NULL) = (version IS NULL))),
  constraint ledger_entries_version_check CHECK ((version > 0))
);
CREATE UNIQUE INDEX ledger_entries_wallet_version ON public.ledger_entries USING btree (account_id, version) WHERE (version IS NOT NULL);
CREATE TRIGGER entries_are_posted BEFORE INSERT ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION require_posting();
CREATE TRIGGER entries_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();

create table ledger_transfers (
  id bigint generated always as identity not null,
  idempotency_key text not null,
  request_hash bytea not null,
  transaction_id uuid not null,
  wallet_id uuid not null,
  wallet_version bigint not null,
  currency text default 'USD'::text not null,
  created_at timestamp with time zone not null,
  constraint ledger_transfers_pkey PRIMARY KEY (id),
  constraint ledger_transfers_idempotency_key_key UNIQUE (idempotency_key),
  constraint ledger_transfers_transaction_id_key UNIQUE (transaction_id),
  constraint ledger_transfers_currency_check CHECK ((currency = 'USD'::text))
);
CREATE TRIGGER transfers_are_posted BEFORE INSERT ON public.ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION require_posting();
CREATE TRIGGER transfers_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();

create table letters (
  id uuid default gen_random_uuid() not null,
  recipient text not null,
  kind text not null,
  payload_encrypted bytea,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  attempts integer default 0 not null,
  last_error text,
  constraint letters_pkey PRIMARY KEY (id)
);
CREATE INDEX letters_waiting ON public.letters USING btree (created_at) WHERE (sent_at IS NULL);

create table package_events (
  id bigint generated always as identity not null,
  package_id uuid not null,
  kind text not null,
  leg_number integer,
  before text,
  after text,
  actor_id uuid not null,
  by_staff boolean not null,
  created_at timestamp with time zone not null,
  constraint package_events_pkey PRIMARY KEY (id),
  constraint package_events_kind_check CHECK ((kind = ANY (ARRAY['package_created'::text, 'package_status_changed'::text, 'leg_added'::text, 'leg_changed'::text, 'leg_status_changed'::text, 'final_weight_changed'::text, 'image_added'::text, 'package_deleted'::text])))
);
CREATE INDEX package_events_of_package ON public.package_events USING btree (package_id, id);
CREATE TRIGGER package_events_are_append_only BEFORE DELETE OR UPDATE ON public.package_events FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();
CREATE TRIGGER package_events_are_never_emptied BEFORE TRUNCATE ON public.package_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();

create table package_images (
  id uuid default gen_random_uuid() not null,
  package_id uuid not null,
  image_name text not null,
  image_url text not null,
  thumbnail_url text not null,
  file_size integer not null,
  content_type text not null,
  uploaded_by uuid not null,
  created_at timestamp with time zone not null,
  constraint package_images_pkey PRIMARY KEY (id),
  constraint package_images_image_url_key UNIQUE (image_url),
  constraint package_images_thumbnail_url_key UNIQUE (thumbnail_url),
  constraint package_images_content_type_check CHECK ((content_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text]))),
  constraint package_images_file_size_check CHECK ((file_size > 0)),
  constraint package_images_image_name_check CHECK (((char_length(image_name) >= 1) AND (char_length(image_name) <= 200))),
  constraint package_images_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id) ON DELETE CASCADE
);
CREATE INDEX package_images_of_package ON public.package_images USING btree (package_id, created_at, id);

create table packages (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  tracking_number text not null,
  origin text not null,
  destination text not null,
  description text,
  estimated_weight_grams integer,
  final_weight_grams integer,
  images_count integer default 0 not null,
  status text default 'pending'::text not null,
  delivered_at timestamp with time zone,
  request_key uuid not null,
  request_hash bytea not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp with time zone not null,
  constraint packages_pkey PRIMARY KEY (id),
  constraint packages_user_id_request_key_key UNIQUE (user_id, request_key),
  constraint packages_check CHECK (((status = 'delivered'::text) = (delivered_at IS NOT NULL))),
  constraint packages_description_check CHECK (((char_length(description) >= 1) AND (char_length(description) <= 2000))),
  constraint packages_destination_check CHECK (((char_length(destination) >= 1) AND (char_length(destination) <= 60))),
  constraint packages_estimated_weight_grams_check CHECK (((estimated_weight_grams >= 1) AND (estimated_weight_grams <= 1000000))),
  constraint packages_final_weight_grams_check CHECK (((final_weight_grams >= 1) AND (final_weight_grams <= 1000000))),
  constraint packages_images_count_check CHECK (((images_count >= 0) AND (images_count <= 10))),
  constraint packages_origin_check CHECK (((char_length(origin) >= 1) AND (char_length(origin) <= 60))),
  constraint packages_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'in_transit'::text, 'delivered'::text, 'voided'::text, 'cancelled'::text]))),
  constraint packages_tracking_number_check CHECK ((tracking_number ~ '^[A-Z0-9-]{6,40}$'::text)),
  constraint packages_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id)
);
CREATE INDEX packages_by_status ON public.packages USING btree (status, created_at DESC, id DESC);
CREATE INDEX packages_newest ON public.packages USING btree (created_at DESC, id DESC);
CREATE INDEX packages_of_user ON public.packages USING btree (user_id, created_at DESC, id DESC);

create table plan_payments (
  invoice_id text not null,
  period_id uuid not null,
  plan text not null,
  amount_cents bigint not null,
  paid_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint plan_payments_pkey PRIMARY KEY (invoice_id),
  constraint plan_payments_amount_cents_check CHECK ((amount_cents >= 0)),
  constraint plan_payments_plan_check CHECK ((plan = ANY (ARRAY['Basic'::text, 'Super'::text, 'Premium'::text]))),
  constraint plan_payments_period_id_fkey FOREIGN KEY (period_id) REFERENCES plan_periods(id)
);
CREATE INDEX plan_payments_period ON public.plan_payments USING btree (period_id);

create table plan_periods (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  subscription_id uuid,
  invoice_id text,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  used_packages integer default 0 not null,
  adjustment_packages integer default 0 not null,
  is_current boolean default false not null,
  created_at timestamp with time zone not null,
  constraint plan_periods_pkey PRIMARY KEY (id),
  constraint plan_periods_invoice_id_key UNIQUE (invoice_id),
  constraint plan_periods_check CHECK ((ends_at > starts_at)),
  constraint plan_periods_check1 CHECK (((subscription_id IS NULL) = (invoice_id IS NULL))),
  constraint plan_periods_used_packages_check CHECK ((used_packages >= 0)),
  constraint plan_periods_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id)
);
CREATE INDEX plan_periods_newest ON public.plan_periods USING btree (subscription_id, starts_at DESC);
CREATE UNIQUE INDEX plan_periods_one_current ON public.plan_periods USING btree (user_id) WHERE is_current;

create table profiles (
  id uuid not null,
  email text not null,
  full_name text default ''::text not null,
  phone text default ''::text not null,
  address text default ''::text not null,
  city text default ''::text not null,
  country text default ''::text not null,
  postal_code text default ''::text not null,
  subscription text,
  package_quota integer default 0 not null,
  max_weight_grams integer default 0 not null,
  is_admin boolean default false not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint profiles_pkey PRIMARY KEY (id),
  constraint profiles_email_key UNIQUE (email),
  constraint profiles_country_check CHECK (((country = ''::text) OR (country ~ '^[A-Z]{2}$'::text))),
  constraint profiles_max_weight_grams_check CHECK ((max_weight_grams >= 0)),
  constraint profiles_package_quota_check CHECK ((package_quota >= 0)),
  constraint profiles_subscription_check CHECK ((subscription = ANY (ARRAY['Basic'::text, 'Super'::text, 'Premium'::text]))),
  constraint profiles_id_fkey FOREIGN KEY (id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX profiles_newest ON public.profiles USING btree (created_at DESC, id DESC);
CREATE TRIGGER profiles_have_wallets AFTER INSERT ON public.profiles FOR EACH ROW EXECUTE FUNCTION keep_wallet_beside_profile();

create table provider_customers (
  user_id uuid not null,
  customer_id text not null,
  created_at timestamp with time zone not null,
  constraint provider_customers_pkey PRIMARY KEY (user_id),
  constraint provider_customers_customer_id_key UNIQUE (customer_id),
  constraint provider_customers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table provider_events (
  id text not null,
  type text not null,
  payload jsonb not null,
  state text default 'received'::text not null,
  attempts integer default 0 not null,
  last_error text,
  received_at timestamp with time zone default now() not null,
  processed_at timestamp with time zone,
  constraint provider_events_pkey PRIMARY KEY (id),
  constraint provider_events_state_check CHECK ((state = ANY (ARRAY['received'::text, 'processed'::text, 'ignored'::text, 'failed'::text])))
);
CREATE INDEX provider_events_unfinished ON public.provider_events USING btree (received_at) WHERE (state = ANY (ARRAY['received'::text, 'failed'::text]));

create table sessions (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  token text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  proved_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_key UNIQUE (token),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_user_id ON public.sessions USING btree (user_id);

create table shipping_legs (
  id uuid default gen_random_uuid() not null,
  package_id uuid not null,
  leg_number integer not null,
  origin text not null,
  destination text not null,
  carrier text,
  tracking_number text,
  estimated_departure timestamp with time zone,
  estimated_arrival timestamp with time zone,
  notes text,
  status text default 'pending'::text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint shipping_legs_pkey PRIMARY KEY (id),
  constraint shipping_legs_package_id_leg_number_key UNIQUE (package_id, leg_number),
  constraint shipping_legs_carrier_check CHECK (((char_length(carrier) >= 1) AND (char_length(carrier) <= 120))),
  constraint shipping_legs_destination_check CHECK (((char_length(destination) >= 1) AND (char_length(destination) <= 120))),
  constraint shipping_legs_leg_number_check CHECK (((leg_number >= 1) AND (leg_number <= 3))),
  constraint shipping_legs_notes_check CHECK (((char_length(notes) >= 1) AND (char_length(notes) <= 2000))),
  constraint shipping_legs_origin_check CHECK (((char_length(origin) >= 1) AND (char_length(origin) <= 120))),
  constraint shipping_legs_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'in_transit'::text, 'delivered'::text, 'cancelled'::text, 'voided'::text]))),
  constraint shipping_legs_tracking_number_check CHECK (((char_length(tracking_number) >= 1) AND (char_length(tracking_number) <= 64))),
  constraint shipping_legs_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id) ON DELETE CASCADE
);

create table subscription_checkouts (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  request_key uuid not null,
  plan text not null,
  state text default 'open'::text not null,
  customer_id text,
  checkout_session_id text,
  created_at timestamp with time zone not null,
  constraint subscription_checkouts_pkey PRIMARY KEY (id),
  constraint subscription_checkouts_checkout_session_id_key UNIQUE (checkout_session_id),
  constraint subscription_checkouts_user_id_request_key_key UNIQUE (user_id, request_key),
  constraint subscription_checkouts_plan_check CHECK ((plan = ANY (ARRAY['Basic'::text, 'Super'::text, 'Premium'::text]))),
  constraint subscription_checkouts_state_check CHECK ((state = ANY (ARRAY['open'::text, 'paid'::text, 'over'::text])))
);
CREATE UNIQUE INDEX subscription_checkouts_one_open ON public.subscription_checkouts USING btree (user_id) WHERE (state = 'open'::text);

create table subscriptions (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  provider_subscription_id text not null,
  provider_status text not null,
  plan text,
  next_plan text,
  grants_plan boolean not null,
  is_live boolean not null,
  refused_at timestamp with time zone,
  current_period_starts_at timestamp with time zone not null,
  current_period_ends_at timestamp with time zone not null,
  cancels_at_period_end boolean not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_provider_subscription_id_key UNIQUE (provider_subscription_id),
  constraint subscriptions_check CHECK ((NOT (grants_plan AND (plan IS NULL)))),
  constraint subscriptions_check1 CHECK ((NOT (grants_plan AND (refused_at IS NOT NULL)))),
  constraint subscriptions_check2 CHECK ((current_period_starts_at <= current_period_ends_at)),
  constraint subscriptions_next_plan_check CHECK ((next_plan = ANY (ARRAY['Basic'::text, 'Super'::text, 'Premium'::text]))),
  constraint subscriptions_plan_check CHECK ((plan = ANY (ARRAY['Basic'::text, 'Super'::text, 'Premium'::text]))),
  constraint subscriptions_version_check CHECK ((version > 0))
);
CREATE UNIQUE INDEX subscriptions_one_live ON public.subscriptions USING btree (user_id) WHERE (is_live AND (refused_at IS NULL));

create table transactions (
  id uuid default gen_random_uuid() not null,
  number bigint generated always as identity not null,
  user_id uuid not null,
  type text not null,
  amount_cents bigint not null,
  status text not null,
  created_at timestamp with time zone default now() not null,
  metadata jsonb default '{}'::jsonb not null,
  constraint transactions_pkey PRIMARY KEY (id),
  constraint transactions_amount_cents_check CHECK (((amount_cents >= 1) AND (amount_cents <= 100000000))),
  constraint transactions_metadata_check CHECK ((jsonb_typeof(metadata) = 'object'::text)),
  constraint transactions_status_check CHECK ((status = ANY (ARRAY['completed'::text, 'pending'::text, 'failed'::text, 'canceled'::text]))),
  constraint transactions_type_check CHECK ((type = ANY (ARRAY['deposit'::text, 'shipping_fee'::text, 'admin_credit'::text, 'refund'::text, 'subscription'::text, 'deposit_refund'::text, 'dispute'::text, 'dispute_release'::text])))
);
CREATE INDEX transactions_newest ON public.transactions USING btree (user_id, created_at DESC, number DESC);
CREATE TRIGGER transactions_keep_their_word BEFORE INSERT OR UPDATE ON public.transactions FOR EACH ROW EXECUTE FUNCTION guard_transaction();
CREATE TRIGGER transactions_stay BEFORE DELETE OR TRUNCATE ON public.transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();

create table users (
  id uuid default gen_random_uuid() not null,
  name text not null,
  email text not null,
  email_verified boolean default false not null,
  image text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_email_check CHECK ((email = lower(email)))
);
CREATE TRIGGER users_have_profiles AFTER INSERT ON public.users FOR EACH ROW EXECUTE FUNCTION keep_profile_beside_user();

create table verifications (
  id uuid default gen_random_uuid() not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint verifications_pkey PRIMARY KEY (id)
);
CREATE INDEX verifications_identifier ON public.verifications USING btree (identifier);

CREATE OR REPLACE FUNCTION public.guard_transaction()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      call_stack text;
    begin
      if tg_op = 'UPDATE' then
        if (old.id, old.number, old.user_id, old.type, old.amount_cents, old.created_at)
          is distinct from
          (new.id, new.number, new.user_id, new.type, new.amount_cents, new.created_at) then
          raise exception 'what a transaction says is never changed'
            using errcode = 'restrict_violation';
        end if;
        if old.status = 'completed' then
          raise exception 'a completed transaction is never changed'
            using errcode = 'restrict_violation';
        end if;
      end if;
      if new.status = 'completed' then
        get diagnostics call_stack = pg_context;
        if not is_posting(call_stack) then
          raise exception 'transactions are completed by post_transaction alone'
            using errcode = 'restrict_violation';
        end if;
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION public.is_posting(call_stack text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (POSITION(('PL/pgSQL function post_transaction('::text) IN (call_stack)) > 0);

CREATE OR REPLACE FUNCTION public.keep_profile_beside_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into profiles (id, email, full_name, created_at, updated_at)
      values (new.id, new.email, new.name, new.created_at, new.created_at);
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION public.keep_wallet_beside_profile()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into ledger_accounts (kind, user_id, balance_cents, version)
      values ('wallet', new.id, 0, 0) on conflict (user_id) do nothing;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION public.post_transaction(p_idempotency_key text, p_request text, p_transaction_id uuid, p_user_id uuid, p_type text, p_amount_cents bigint, p_metadata jsonb, p_at timestamp with time zone, OUT outcome text, OUT posted_id uuid, OUT new_balance_cents bigint, OUT new_version bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
    declare
      wallet ledger_accounts%rowtype;
      earlier ledger_transfers%rowtype;
      new_transfer_id bigint;
      signed_change_cents bigint;
      opposite_id uuid;
      hash bytea := sha256(convert_to(
        concat_ws('|', p_user_id, p_type, p_amount_cents, p_request), 'UTF8'));
    begin
      select * into wallet from ledger_accounts where user_id = p_user_id for update;
      if not found then
        outcome := 'no_wallet';
        return;
      end if;

      select * into earlier from ledger_transfers where idempotency_key = p_idempotency_key;
      if found then
        if earlier.request_hash <> hash then
          outcome := 'key_reused';
          return;
        end if;
        outcome := 'replayed';
        posted_id := earlier.transaction_id;
        new_version := earlier.wallet_version;
        select balance_cents into new_balance_cents from ledger_entries
          where account_id = wallet.id and version = earlier.wallet_version;
        new_balance_cents := coalesce(new_balance_cents, 0);
        return;
      end if;

      if p_amount_cents is null or p_amount_cents not between 1 and 100000000 then
        outcome := 'invalid_amount';
        return;
      end if;
      signed_change_cents := case
        when p_type in ('deposit', 'admin_credit', 'refund', 'dispute_release') then p_amount_cents
        when p_type in ('shipping_fee', 'deposit_refund', 'dispute') then -p_amount_cents
        when p_type = 'subscription' then 0
      end;
      opposite_id := case
        when p_type in ('deposit', 'deposit_refund') then '00000000-0000-4000-8000-000000000001'
        when p_type in ('shipping_fee', 'refund') then '00000000-0000-4000-8000-000000000002'
        when p_type = 'admin_credit' then '00000000-0000-4000-8000-000000000003'
        when p_type in ('dispute', 'dispute_release') then '00000000-0000-4000-8000-000000000004'
      end::uuid;
      new_balance_cents := wallet.balance_cents + signed_change_cents;
      new_version := wallet.version + abs(sign(signed_change_cents));
      if signed_change_cents < 0 and new_balance_cents < 0 and p_type <> 'dispute' then
        outcome := 'insufficient_balance';
        new_balance_cents := null;
        new_version := null;
        return;
      end if;

      posted_id := coalesce(p_transaction_id, gen_random_uuid());
      insert into ledger_transfers
        (idempotency_key, request_hash, transaction_id, wallet_id, wallet_version, created_at)
      values (p_idempotency_key, hash, posted_id, wallet.id, new_version, p_at)
      on conflict (idempotency_key) do nothing
      returning id into new_transfer_id;
      if new_transfer_id is null then
        -- Another wallet's request took the key between the look above and now.
        outcome := 'key_reused';
        posted_id := null;
        new_balance_cents := null;
        new_version := null;
        return;
      end if;

      insert into transactions as kept (id, user_id, type, amount_cents, status, created_at, metadata)
      values (posted_id, p_user_id, p_type, p_amount_cents, 'completed', p_at, p_metadata)
      on conflict (id) do update
        set status = 'completed', metadata = kept.metadata || excluded.metadata
        where kept.user_id = excluded.user_id and kept.type = excluded.type
          and kept.amount_cents = excluded.amount_cents and kept.status <> 'completed';
      if not found then
        raise exception 'transaction % is another one, or completed already', posted_id
          using errcode = 'integrity_constraint_violation';
      end if;

      if signed_change_cents <> 0 then
        insert into ledger_entries (transfer_id, account_id, change_cents, balance_cents, version)
        values
          (new_transfer_id, wallet.id, signed_change_cents, new_balance_cents, new_version),
          (new_transfer_id, opposite_id, -signed_change_cents, null, null);
        update ledger_accounts set
          balance_cents = new_balance_cents,
          version = new_version,
          overdraft_cents = case when p_type = 'dispute' or signed_change_cents > 0
            then greatest(0, -new_balance_cents) else overdraft_cents end
        where id = wallet.id;
      end if;
      outcome := 'applied';
    end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      raise exception 'rows of % are never changed or removed', tg_table_name
        using errcode = 'restrict_violation';
    end $function$;

CREATE OR REPLACE FUNCTION public.require_empty_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if coalesce(new.balance_cents, 0) <> 0 or coalesce(new.version, 0) <> 0
        or new.overdraft_cents <> 0 then
        raise exception 'an account begins at zero' using errcode = 'restrict_violation';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION public.require_posting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      call_stack text;
    begin
      get diagnostics call_stack = pg_context;
      if not is_posting(call_stack) then
        raise exception '% is written by post_transaction alone', tg_table_name
          using errcode = 'restrict_violation';
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.spend_quota(p_user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
    begin
      update profiles set package_quota = package_quota - 1
        where id = p_user_id and subscription is not null and package_quota > 0;
      if not found then
        return false;
      end if;
      -- The profile stays locked from here on, so that no other month can become the current one.
      update plan_periods set used_packages = used_packages + 1
        where user_id = p_user_id and is_current;
      return true;
    end $function$;
