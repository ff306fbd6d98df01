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

create table admin_digests (
  topic text not null,
  notified_until timestamp with time zone default now() not null,
  written_at timestamp with time zone,
  waiting jsonb default '{}'::jsonb not null,
  constraint admin_digests_pkey PRIMARY KEY (topic),
  constraint admin_digests_topic_check CHECK ((topic = ANY (ARRAY['shipments'::text, 'payments'::text])))
);

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
  error_code text,
  constraint audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_newest ON public.audit_log USING btree (created_at DESC, id DESC);
CREATE INDEX audit_log_of_action ON public.audit_log USING btree (action, created_at DESC, id DESC);
CREATE INDEX audit_log_of_actor ON public.audit_log USING btree (actor_id, created_at DESC, id DESC);
CREATE INDEX audit_log_of_target ON public.audit_log USING btree (target, created_at DESC, id DESC);
CREATE TRIGGER audit_log_is_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION prevent_history_change();
CREATE TRIGGER audit_log_is_never_emptied BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION prevent_history_change();

create table backup_codes (
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint backup_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint backup_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES two_factors(user_id) ON DELETE CASCADE
);

create table backups (
  id bigint generated always as identity not null,
  finished_at timestamp with time zone not null,
  size_bytes bigint not null,
  constraint backups_pkey PRIMARY KEY (id),
  constraint backups_size_bytes_check CHECK ((size_bytes > 0))
);

create table changes (
  xid xid8 default pg_current_xact_id() not null,
  user_id uuid,
  topic text not null,
  subject_id uuid,
  recorded_at timestamp with time zone default clock_timestamp() not null
);
CREATE INDEX changes_in_order ON public.changes USING btree (xid);
CREATE UNIQUE INDEX changes_once ON public.changes USING btree (user_id, xid, topic, subject_id) NULLS NOT DISTINCT;

create table deposit_disputes (
  dispute_id text not null,
  deposit_id uuid not null,
  status text not null,
  amount_cents bigint not null,
  debited_cents bigint default 0 not null,
  posting_count integer default 0 not null,
  is_over boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint deposit_disputes_pkey PRIMARY KEY (dispute_id),
  constraint deposit_disputes_amount_cents_check CHECK ((amount_cents >= 0)),
  constraint deposit_disputes_debited_cents_check CHECK ((debited_cents >= 0)),
  constraint deposit_disputes_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id)
);
CREATE INDEX deposit_disputes_of_deposit ON public.deposit_disputes USING btree (deposit_id);
CREATE INDEX deposit_disputes_open ON public.deposit_disputes USING btree (updated_at) WHERE (NOT is_over);

create table deposits (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  amount_cents bigint not null,
  idempotency_key uuid not null,
  transaction_id uuid default gen_random_uuid() not null,
  customer_id text,
  checkout_session_id text,
  payment_intent_id text,
  created_at timestamp with time zone not null,
  refunded_cents bigint default 0 not null,
  debited_cents bigint default 0 not null,
  reversal_count integer default 0 not null,
  reversal_read_count integer default 0 not null,
  constraint deposits_pkey PRIMARY KEY (id),
  constraint deposits_checkout_session_id_key UNIQUE (checkout_session_id),
  constraint deposits_payment_intent_id_key UNIQUE (payment_intent_id),
  constraint deposits_transaction_id_key UNIQUE (transaction_id),
  constraint deposits_user_id_idempotency_key_key UNIQUE (user_id, idempotency_key),
  constraint deposits_amount_cents_check CHECK (((amount_cents >= 100) AND (amount_cents <= 1000000))),
  constraint deposits_debited_cents_check CHECK ((debited_cents >= 0)),
  constraint deposits_refunded_cents_check CHECK ((refunded_cents >= 0))
);
CREATE INDEX deposits_newest ON public.deposits USING btree (created_at DESC);
CREATE INDEX deposits_not_debited ON public.deposits USING btree (created_at) WHERE (refunded_cents <> debited_cents);

create table emails (
  id uuid default gen_random_uuid() not null,
  recipient text not null,
  kind text not null,
  payload_encrypted bytea,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  attempts integer default 0 not null,
  last_error text,
  constraint emails_pkey PRIMARY KEY (id)
);
CREATE INDEX emails_recipient ON public.emails USING btree (recipient);
CREATE INDEX emails_waiting ON public.emails USING btree (created_at) WHERE (sent_at IS NULL);

create table error_groups (
  id uuid default gen_random_uuid() not null,
  fingerprint bytea not null,
  source text not null,
  error_message text not null,
  place text,
  times bigint not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  resolved_by uuid,
  constraint error_groups_pkey PRIMARY KEY (id),
  constraint error_groups_fingerprint_key UNIQUE (fingerprint),
  constraint error_groups_check CHECK (((resolved_at IS NULL) = (resolved_by IS NULL))),
  constraint error_groups_times_check CHECK ((times > 0))
);
CREATE INDEX error_groups_newest ON public.error_groups USING btree (last_seen_at DESC, id DESC);
CREATE INDEX error_groups_open ON public.error_groups USING btree (last_seen_at DESC, id DESC) WHERE (resolved_at IS NULL);

create table error_logs (
  id bigint generated always as identity not null,
  error_message text not null,
  error_stack text,
  user_id uuid,
  source text not null,
  context text,
  created_at timestamp with time zone default now() not null,
  group_id uuid not null,
  constraint error_logs_pkey PRIMARY KEY (id),
  constraint error_logs_group_id_fkey FOREIGN KEY (group_id) REFERENCES error_groups(id) ON DELETE CASCADE
);
CREATE INDEX error_logs_by_time ON public.error_logs USING btree (created_at);
CREATE INDEX error_logs_of_group ON public.error_logs USING btree (group_id, created_at DESC);
CREATE INDEX error_logs_user_id ON public.error_logs USING btree (user_id);

create table holds (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  transaction_id uuid not null,
  amount_cents bigint not null,
  state text default 'held'::text not null,
  leg_number integer,
  package_id uuid,
  reason text not null,
  idempotency_key uuid not null,
  held_by uuid not null,
  held_at timestamp with time zone not null,
  ended_by uuid,
  ended_at timestamp with time zone,
  settled_cents bigint,
  type text default 'shipping_fee'::text not null,
  constraint holds_pkey PRIMARY KEY (id),
  constraint holds_idempotency_key_key UNIQUE (idempotency_key),
  constraint holds_transaction_id_key UNIQUE (transaction_id),
  constraint holds_amount_cents_check CHECK (((amount_cents >= 1) AND (amount_cents <= 100000000))),
  constraint holds_check CHECK (((state = 'held'::text) = (ended_at IS NULL))),
  constraint holds_check1 CHECK (((state = 'settled'::text) = (settled_cents IS NOT NULL))),
  constraint holds_leg_number_check CHECK (((leg_number >= 1) AND (leg_number <= 3))),
  constraint holds_reason_check CHECK ((reason <> ''::text)),
  constraint holds_settled_cents_check CHECK ((settled_cents >= 0)),
  constraint holds_state_check CHECK ((state = ANY (ARRAY['held'::text, 'settled'::text, 'released'::text]))),
  constraint holds_type_check CHECK ((type = ANY (ARRAY['shipping_fee'::text, 'payout'::text])))
);
CREATE INDEX holds_open ON public.holds USING btree (user_id, held_at) WHERE (state = 'held'::text);
CREATE TRIGGER holds_prevent_delete BEFORE DELETE OR TRUNCATE ON public.holds FOR EACH STATEMENT EXECUTE FUNCTION prevent_history_change();
CREATE TRIGGER holds_update_held_cents AFTER INSERT OR UPDATE ON public.holds FOR EACH ROW EXECUTE FUNCTION update_held_cents();

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
  held_cents bigint default 0 not null,
  constraint ledger_accounts_pkey PRIMARY KEY (id),
  constraint ledger_accounts_user_id_key UNIQUE (user_id),
  constraint wallet_is_not_overdrawn CHECK ((balance_cents >= (- overdraft_cents)))
);
CREATE TRIGGER ledger_accounts_prevent_delete BEFORE DELETE OR TRUNCATE ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION prevent_history_change();
CREATE TRIGGER ledger_accounts_prevent_direct_write BEFORE UPDATE ON public.ledger_accounts FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION prevent_direct_write();
CREATE TRIGGER ledger_accounts_record_updates AFTER UPDATE ON public.ledger_accounts FOR EACH ROW WHEN ((new.held_cents IS DISTINCT FROM old.held_cents)) EXECUTE FUNCTION record_wallet_change();
CREATE TRIGGER ledger_accounts_start_empty BEFORE INSERT ON public.ledger_accounts FOR EACH ROW EXECUTE FUNCTION require_empty_account();

create table ledger_entries (
  transfer_id bigint not null,
  account_id uuid not null,
  change_cents bigint not null,
  balance_cents bigint,
  version bigint,
  constraint ledger_entries_pkey PRIMARY KEY (transfer_id, account_id)
);
CREATE UNIQUE INDEX ledger_entries_wallet_version ON public.ledger_entries USING btree (account_id, version) WHERE (version IS NOT NULL);
CREATE TRIGGER ledger_entries_prevent_change BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION prevent_history_change();
CREATE TRIGGER ledger_entries_prevent_direct_write BEFORE INSERT ON public.ledger_entries FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION prevent_direct_write();

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
  constraint ledger_transfers_idempotency_key_key UNIQUE (idempotency_key)
);
CREATE INDEX ledger_transfers_by_time ON public.ledger_transfers USING brin (created_at) WITH (autosummarize='on');
CREATE INDEX ledger_transfers_of_wallet ON public.ledger_transfers USING btree (wallet_id, created_at);
CREATE TRIGGER ledger_transfers_prevent_change BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION prevent_history_change();
CREATE TRIGGER ledger_transfers_prevent_direct_write BEFORE INSERT ON public.ledger_transfers FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION prevent_direct_write();

create table package_count_changes (
  id bigint generated always as identity not null,
  status text not null,
  day date not null,
  change bigint not null,
  constraint package_count_changes_pkey PRIMARY KEY (id)
);

create table package_counts (
  status text not null,
  day date not null,
  count bigint not null,
  constraint package_counts_pkey PRIMARY KEY (status, day)
);
CREATE INDEX package_counts_of_day ON public.package_counts USING btree (day);

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
  constraint package_events_kind_check CHECK ((kind = ANY (ARRAY['package_created'::text, 'package_status_changed'::text, 'leg_added'::text, 'leg_changed'::text, 'leg_status_changed'::text, 'final_weight_changed'::text, 'image_added'::text, 'image_deleted'::text, 'qr_code_generated'::text, 'qr_code_deleted'::text, 'package_deleted'::text])))
);
CREATE INDEX package_events_in_transit ON public.package_events USING btree (created_at) WHERE ((kind = ANY (ARRAY['package_status_changed'::text, 'package_deleted'::text])) AND ((before = 'in_transit'::text) OR (after = 'in_transit'::text)));
CREATE INDEX package_events_of_package ON public.package_events USING btree (package_id, id);
CREATE TRIGGER package_events_are_append_only BEFORE UPDATE ON public.package_events FOR EACH ROW WHEN (((old.kind <> ALL (ARRAY['image_added'::text, 'image_deleted'::text, 'leg_changed'::text])) OR (new.before IS NOT NULL) OR (new.after IS NOT NULL) OR (((((((new.id IS DISTINCT FROM old.id) OR (new.package_id IS DISTINCT FROM old.package_id)) OR (new.kind IS DISTINCT FROM old.kind)) OR (new.leg_number IS DISTINCT FROM old.leg_number)) OR (new.actor_id IS DISTINCT FROM old.actor_id)) OR (new.by_staff IS DISTINCT FROM old.by_staff)) OR (new.created_at IS DISTINCT FROM old.created_at)))) EXECUTE FUNCTION prevent_history_change();
CREATE TRIGGER package_events_are_never_deleted BEFORE DELETE ON public.package_events FOR EACH ROW EXECUTE FUNCTION prevent_history_change();
CREATE TRIGGER package_events_are_never_emptied BEFORE TRUNCATE ON public.package_events FOR EACH STATEMENT EXECUTE FUNCTION prevent_history_change();
CREATE TRIGGER package_events_record_inserts AFTER INSERT ON public.package_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_package_events_changes();

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
CREATE TRIGGER package_images_record_deletes AFTER DELETE ON public.package_images REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_package_images_changes();
CREATE TRIGGER package_images_record_inserts AFTER INSERT ON public.package_images REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_package_images_changes();
CREATE TRIGGER package_images_record_updates AFTER UPDATE ON public.package_images REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_package_images_changes();

create table package_totals (
  status text not null,
  count bigint not null,
  month date not null,
  constraint package_totals_pkey PRIMARY KEY (status, month)
);

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
  idempotency_key uuid not null,
  request_hash bytea not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp with time zone not null,
  constraint packages_pkey PRIMARY KEY (id),
  constraint packages_user_id_idempotency_key_key UNIQUE (user_id, idempotency_key),
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
CREATE INDEX packages_active ON public.packages USING btree (created_at DESC, id DESC) WHERE (status <> 'delivered'::text);
CREATE INDEX packages_by_status ON public.packages USING btree (status, created_at DESC, id DESC);
CREATE INDEX packages_newest ON public.packages USING btree (created_at DESC, id DESC) INCLUDE (user_id, tracking_number);
CREATE INDEX packages_of_user ON public.packages USING btree (user_id, created_at DESC, id DESC) INCLUDE (status);
CREATE INDEX packages_tracking_number_months ON public.packages USING gin (parts_of_month(tracking_number, month_number(created_at))) WITH (fastupdate=off);
CREATE INDEX packages_tracking_number_sixes ON public.packages USING gin (tracking_number_parts(tracking_number)) WITH (fastupdate=off);
CREATE TRIGGER packages_added_are_counted AFTER INSERT ON public.packages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_packages();
CREATE TRIGGER packages_changed_are_counted AFTER UPDATE ON public.packages REFERENCING OLD TABLE AS unchanged NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_changed_packages();
CREATE TRIGGER packages_emptied_are_counted AFTER TRUNCATE ON public.packages FOR EACH STATEMENT EXECUTE FUNCTION reset_package_counts();
CREATE TRIGGER packages_record_deletes AFTER DELETE ON public.packages REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_packages_changes();
CREATE TRIGGER packages_record_inserts AFTER INSERT ON public.packages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_packages_changes();
CREATE TRIGGER packages_record_updates AFTER UPDATE ON public.packages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_packages_changes();
CREATE TRIGGER packages_removed_are_counted AFTER DELETE ON public.packages REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_packages();

create table payout_requests (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  amount_cents bigint not null,
  details_encrypted bytea,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  settled_by uuid,
  hold_id uuid,
  started_at timestamp with time zone,
  started_by uuid,
  outcome text,
  reason text,
  reference text,
  constraint payout_requests_pkey PRIMARY KEY (id),
  constraint payout_requests_hold_id_key UNIQUE (hold_id),
  constraint payout_requests_amount_cents_check CHECK ((amount_cents > 0)),
  constraint payout_requests_check CHECK (((settled_at IS NULL) OR (details_encrypted IS NULL))),
  constraint payout_requests_open_are_held CHECK (((settled_at IS NOT NULL) OR (hold_id IS NOT NULL))),
  constraint payout_requests_outcome_check CHECK ((outcome = ANY (ARRAY['paid'::text, 'declined'::text, 'withdrawn'::text]))),
  constraint payout_requests_settled_by_somebody CHECK (((settled_at IS NULL) = (settled_by IS NULL))),
  constraint payout_requests_settled_with_outcome CHECK (((settled_at IS NULL) = (outcome IS NULL))),
  constraint payout_requests_started_by_somebody CHECK (((started_at IS NULL) = (started_by IS NULL))),
  constraint payout_requests_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES holds(id)
);
CREATE INDEX payout_requests_newest ON public.payout_requests USING btree (created_at DESC, id DESC);
CREATE UNIQUE INDEX payout_requests_one_open ON public.payout_requests USING btree (user_id) WHERE (settled_at IS NULL);
CREATE TRIGGER payout_requests_record_inserts AFTER INSERT ON public.payout_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_payout_requests_changes();
CREATE TRIGGER payout_requests_record_updates AFTER UPDATE ON public.payout_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_payout_requests_changes();

create table pending_registrations (
  id uuid default gen_random_uuid() not null,
  email text not null,
  full_name text not null,
  password_hash text not null,
  chosen_plan text,
  token_hash bytea,
  token_expires_at timestamp with time zone,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint pending_registrations_pkey PRIMARY KEY (id),
  constraint pending_registrations_token_hash_key UNIQUE (token_hash),
  constraint pending_registrations_check CHECK (((token_hash IS NULL) = (token_expires_at IS NULL))),
  constraint pending_registrations_chosen_plan_check CHECK ((chosen_plan = ANY (ARRAY['Basic'::text, 'Super'::text, 'Premium'::text]))),
  constraint pending_registrations_email_check CHECK ((email = lower(email)))
);
CREATE INDEX pending_registrations_email ON public.pending_registrations USING btree (email, created_at DESC);
CREATE INDEX pending_registrations_expiry ON public.pending_registrations USING btree (expires_at);

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
CREATE INDEX plan_payments_counted ON public.plan_payments USING btree (created_at);
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
  complimentary_plan text,
  complimentary_from timestamp with time zone,
  constraint plan_periods_pkey PRIMARY KEY (id),
  constraint plan_periods_invoice_id_key UNIQUE (invoice_id),
  constraint plan_periods_check CHECK ((ends_at > starts_at)),
  constraint plan_periods_check1 CHECK (((subscription_id IS NULL) = (invoice_id IS NULL))),
  constraint plan_periods_check2 CHECK (((complimentary_plan IS NULL) = (complimentary_from IS NULL))),
  constraint plan_periods_check3 CHECK (((complimentary_plan IS NULL) OR (subscription_id IS NULL))),
  constraint plan_periods_complimentary_plan_check CHECK ((complimentary_plan = ANY (ARRAY['Basic'::text, 'Super'::text, 'Premium'::text]))),
  constraint plan_periods_used_packages_check CHECK ((used_packages >= 0)),
  constraint plan_periods_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id)
);
CREATE INDEX plan_periods_begun ON public.plan_periods USING btree (starts_at, user_id);
CREATE INDEX plan_periods_complimentary_due ON public.plan_periods USING btree (ends_at) WHERE (is_current AND (complimentary_plan IS NOT NULL));
CREATE UNIQUE INDEX plan_periods_complimentary_once ON public.plan_periods USING btree (user_id, complimentary_from, starts_at) WHERE (complimentary_plan IS NOT NULL);
CREATE INDEX plan_periods_newest ON public.plan_periods USING btree (subscription_id, starts_at DESC);
CREATE UNIQUE INDEX plan_periods_one_current ON public.plan_periods USING btree (user_id) WHERE is_current;
CREATE TRIGGER plan_periods_record_inserts AFTER INSERT ON public.plan_periods REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_plan_periods_changes();
CREATE TRIGGER plan_periods_record_updates AFTER UPDATE ON public.plan_periods REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_plan_periods_changes();

create table profile_count_changes (
  id bigint generated always as identity not null,
  is_admin boolean not null,
  is_subscribed boolean not null,
  is_suspended boolean not null,
  is_closed boolean not null,
  change integer not null,
  constraint profile_count_changes_pkey PRIMARY KEY (id)
);

create table profile_counts (
  is_admin boolean not null,
  is_subscribed boolean not null,
  is_suspended boolean not null,
  is_closed boolean not null,
  count bigint not null,
  constraint profile_counts_pkey PRIMARY KEY (is_admin, is_subscribed, is_suspended, is_closed)
);

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
  email_notifications boolean default true not null,
  shipment_updates boolean default true not null,
  marketing_emails boolean default false not null,
  closed_at timestamp with time zone,
  suspended_at timestamp with time zone,
  suspension_reason text,
  chosen_plan text,
  constraint profiles_pkey PRIMARY KEY (id),
  constraint profiles_email_key UNIQUE (email),
  constraint profiles_chosen_plan_check CHECK ((chosen_plan = ANY (ARRAY['Basic'::text, 'Super'::text, 'Premium'::text]))),
  constraint profiles_country_check CHECK (((country = ''::text) OR (country ~ '^[A-Z]{2}$'::text))),
  constraint profiles_max_weight_grams_check CHECK ((max_weight_grams >= 0)),
  constraint profiles_package_quota_check CHECK ((package_quota >= 0)),
  constraint profiles_subscription_check CHECK ((subscription = ANY (ARRAY['Basic'::text, 'Super'::text, 'Premium'::text]))),
  constraint profiles_suspended_with_reason CHECK (((suspended_at IS NULL) = (suspension_reason IS NULL))),
  constraint profiles_id_fkey FOREIGN KEY (id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX profiles_by_name ON public.profiles USING btree (lower(full_name), id);
CREATE INDEX profiles_email_pairs ON public.profiles USING gin (pairs_of(email)) WITH (fastupdate=off);
CREATE INDEX profiles_email_parts ON public.profiles USING gin (email gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX profiles_full_name_parts ON public.profiles USING gin (full_name gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX profiles_newest ON public.profiles USING btree (created_at DESC, id DESC);
CREATE INDEX profiles_subscribed ON public.profiles USING btree (id) WHERE ((subscription IS NOT NULL) AND (NOT is_admin) AND (closed_at IS NULL) AND (suspended_at IS NULL));
CREATE TRIGGER profiles_added_or_removed_are_counted AFTER INSERT OR DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION count_profile();
CREATE TRIGGER profiles_changed_are_counted AFTER UPDATE ON public.profiles FOR EACH ROW WHEN (((((old.is_admin IS DISTINCT FROM new.is_admin) OR ((old.subscription IS NULL) IS DISTINCT FROM (new.subscription IS NULL))) OR ((old.suspended_at IS NULL) IS DISTINCT FROM (new.suspended_at IS NULL))) OR ((old.closed_at IS NULL) IS DISTINCT FROM (new.closed_at IS NULL)))) EXECUTE FUNCTION count_profile();
CREATE TRIGGER profiles_create_wallet AFTER INSERT ON public.profiles FOR EACH ROW EXECUTE FUNCTION create_wallet_for_profile();
CREATE TRIGGER profiles_record_inserts AFTER INSERT ON public.profiles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_profiles_changes();
CREATE TRIGGER profiles_record_updates AFTER UPDATE ON public.profiles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_profiles_changes();

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
CREATE INDEX provider_events_by_state ON public.provider_events USING btree (state, received_at DESC, id DESC);
CREATE INDEX provider_events_newest ON public.provider_events USING btree (received_at DESC, id DESC);
CREATE INDEX provider_events_unfinished ON public.provider_events USING btree (received_at) WHERE (state = ANY (ARRAY['received'::text, 'failed'::text]));
CREATE TRIGGER provider_events_record_inserts AFTER INSERT ON public.provider_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_provider_events_changes();
CREATE TRIGGER provider_events_record_updates AFTER UPDATE ON public.provider_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_provider_events_changes();

create table qr_codes (
  id uuid default gen_random_uuid() not null,
  package_id uuid not null,
  leg_number integer not null,
  path text not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  constraint qr_codes_pkey PRIMARY KEY (id),
  constraint qr_codes_package_id_leg_number_key UNIQUE (package_id, leg_number),
  constraint qr_codes_path_key UNIQUE (path),
  constraint qr_codes_package_id_leg_number_fkey FOREIGN KEY (package_id, leg_number) REFERENCES shipping_legs(package_id, leg_number) ON DELETE CASCADE
);
CREATE TRIGGER qr_codes_record_deletes AFTER DELETE ON public.qr_codes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_qr_codes_changes();
CREATE TRIGGER qr_codes_record_inserts AFTER INSERT ON public.qr_codes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_qr_codes_changes();
CREATE TRIGGER qr_codes_record_updates AFTER UPDATE ON public.qr_codes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_qr_codes_changes();

create table reconciliations (
  id uuid default gen_random_uuid() not null,
  cause text not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone not null,
  window_starts_at timestamp with time zone not null,
  window_ends_at timestamp with time zone not null,
  payments_compared integer not null,
  repaired_count integer not null,
  difference_cents bigint not null,
  repairs jsonb not null,
  differences jsonb not null,
  constraint reconciliations_pkey PRIMARY KEY (id),
  constraint reconciliations_cause_check CHECK ((cause = ANY (ARRAY['schedule'::text, 'console'::text, 'admin'::text]))),
  constraint reconciliations_difference_cents_check CHECK ((difference_cents >= 0))
);
CREATE INDEX reconciliations_newest ON public.reconciliations USING btree (started_at DESC, id DESC);
CREATE TRIGGER reconciliations_record_inserts AFTER INSERT ON public.reconciliations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_reconciliations_changes();

create table sessions (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  token text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  reauthenticated_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_key UNIQUE (token),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_user_id ON public.sessions USING btree (user_id);
CREATE TRIGGER sessions_record_deletes AFTER DELETE ON public.sessions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_sessions_changes();
CREATE TRIGGER sessions_record_inserts AFTER INSERT ON public.sessions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_sessions_changes();

create table settings (
  is_only boolean default true not null,
  allow_new_registrations boolean default true not null,
  maintenance_mode boolean default false not null,
  shipment_notifications boolean default true not null,
  payment_notifications boolean default true not null,
  payment_access_encrypted bytea,
  payment_version integer default 0 not null,
  updated_at timestamp with time zone default now() not null,
  constraint settings_pkey PRIMARY KEY (is_only),
  constraint settings_is_only_check CHECK (is_only)
);
CREATE TRIGGER platform_settings_record_updates AFTER UPDATE ON public.settings FOR EACH STATEMENT EXECUTE FUNCTION record_settings_changes();

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
CREATE INDEX shipping_legs_silent ON public.shipping_legs USING btree (updated_at, id) WHERE (status = 'in_transit'::text);
CREATE TRIGGER shipping_legs_record_deletes AFTER DELETE ON public.shipping_legs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_shipping_legs_changes();
CREATE TRIGGER shipping_legs_record_inserts AFTER INSERT ON public.shipping_legs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_shipping_legs_changes();
CREATE TRIGGER shipping_legs_record_updates AFTER UPDATE ON public.shipping_legs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_shipping_legs_changes();

create table sign_in_challenges (
  token_hash bytea not null,
  user_id uuid not null,
  is_for_admin boolean not null,
  tries integer default 0 not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint sign_in_challenges_pkey PRIMARY KEY (token_hash),
  constraint sign_in_challenges_tries_check CHECK (((tries >= 0) AND (tries <= 5))),
  constraint sign_in_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_challenges_user_id ON public.sign_in_challenges USING btree (user_id);

create table subscriber_locks (
  user_id uuid not null,
  holder uuid not null,
  locked_until timestamp with time zone not null,
  constraint subscriber_locks_pkey PRIMARY KEY (user_id)
);

create table subscription_checkouts (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  idempotency_key uuid not null,
  plan text not null,
  state text default 'open'::text not null,
  customer_id text,
  checkout_session_id text,
  created_at timestamp with time zone not null,
  constraint subscription_checkouts_pkey PRIMARY KEY (id),
  constraint subscription_checkouts_checkout_session_id_key UNIQUE (checkout_session_id),
  constraint subscription_checkouts_user_id_idempotency_key_key UNIQUE (user_id, idempotency_key),
  constraint subscription_checkouts_plan_check CHECK ((plan = ANY (ARRAY['Basic'::text, 'Super'::text, 'Premium'::text]))),
  constraint subscription_checkouts_state_check CHECK ((state = ANY (ARRAY['open'::text, 'paid'::text, 'over'::text])))
);
CREATE UNIQUE INDEX subscription_checkouts_one_open ON public.subscription_checkouts USING btree (user_id) WHERE (state = 'open'::text);
CREATE TRIGGER subscription_checkouts_record_inserts AFTER INSERT ON public.subscription_checkouts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_subscription_checkouts_changes();
CREATE TRIGGER subscription_checkouts_record_updates AFTER UPDATE ON public.subscription_checkouts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_subscription_checkouts_changes();

create table subscriptions (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  provider_subscription_id text not null,
  provider_status text not null,
  plan text,
  next_plan text,
  grants_plan boolean not null,
  is_live boolean not null,
  rejected_at timestamp with time zone,
  current_period_starts_at timestamp with time zone not null,
  current_period_ends_at timestamp with time zone not null,
  cancels_at_period_end boolean not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_provider_subscription_id_key UNIQUE (provider_subscription_id),
  constraint subscriptions_check CHECK ((NOT (grants_plan AND (plan IS NULL)))),
  constraint subscriptions_check1 CHECK ((NOT (grants_plan AND (rejected_at IS NOT NULL)))),
  constraint subscriptions_check2 CHECK ((current_period_starts_at <= current_period_ends_at)),
  constraint subscriptions_next_plan_check CHECK ((next_plan = ANY (ARRAY['Basic'::text, 'Super'::text, 'Premium'::text]))),
  constraint subscriptions_plan_check CHECK ((plan = ANY (ARRAY['Basic'::text, 'Super'::text, 'Premium'::text]))),
  constraint subscriptions_version_check CHECK ((version > 0))
);
CREATE UNIQUE INDEX subscriptions_one_live ON public.subscriptions USING btree (user_id) WHERE (is_live AND (rejected_at IS NULL));
CREATE TRIGGER subscriptions_record_inserts AFTER INSERT ON public.subscriptions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_subscriptions_changes();
CREATE TRIGGER subscriptions_record_updates AFTER UPDATE ON public.subscriptions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_subscriptions_changes();

create table suspended_lanes (
  id uuid default gen_random_uuid() not null,
  carrier_id text not null,
  service text,
  destination_code text not null,
  reason text not null,
  source text,
  suspended_on date not null,
  confidence text not null,
  suspended_by uuid,
  created_at timestamp with time zone not null,
  reopened_by uuid,
  reopened_at timestamp with time zone,
  constraint suspended_lanes_pkey PRIMARY KEY (id),
  constraint suspended_lanes_carrier_id_check CHECK ((carrier_id <> ''::text)),
  constraint suspended_lanes_check CHECK (((reopened_by IS NULL) OR (reopened_at IS NOT NULL))),
  constraint suspended_lanes_confidence_check CHECK ((confidence = ANY (ARRAY['announced'::text, 'reported'::text, 'rumoured'::text]))),
  constraint suspended_lanes_destination_code_check CHECK ((destination_code ~ '^[A-Z]{2}$'::text)),
  constraint suspended_lanes_reason_check CHECK ((reason <> ''::text)),
  constraint suspended_lanes_service_check CHECK ((service = ANY (ARRAY['air'::text, 'surface'::text])))
);
CREATE UNIQUE INDEX suspended_lanes_active_once ON public.suspended_lanes USING btree (carrier_id, destination_code, COALESCE(service, ''::text)) WHERE (reopened_at IS NULL);
CREATE TRIGGER suspended_lanes_record_changes AFTER INSERT OR UPDATE ON public.suspended_lanes FOR EACH STATEMENT EXECUTE FUNCTION record_suspended_lanes_changes();

create table transactions (
  id uuid default gen_random_uuid() not null,
  number bigint generated always as identity not null,
  user_id uuid not null,
  type text not null,
  amount_cents bigint not null,
  status text not null,
  created_at timestamp with time zone default now() not null,
  metadata jsonb default '{}'::jsonb not null,
  constraint transactions_pkey PRIMARY KEY (id)
);
CREATE INDEX transactions_newest ON public.transactions USING btree (user_id, created_at DESC, number DESC);
CREATE INDEX transactions_plan_payments ON public.transactions USING btree (created_at DESC, number DESC) INCLUDE (amount_cents) WHERE (type = 'subscription'::text);
CREATE TRIGGER transactions_guard BEFORE INSERT OR UPDATE ON public.transactions FOR EACH ROW WHEN (((pg_trigger_depth() = 0) OR (NOT has_table_privilege(('ledger_transfers'::regclass)::oid, 'insert'::text)))) EXECUTE FUNCTION guard_transaction();
CREATE TRIGGER transactions_prevent_delete BEFORE DELETE OR TRUNCATE ON public.transactions FOR EACH STATEMENT EXECUTE FUNCTION prevent_history_change();
CREATE TRIGGER transactions_record_changes AFTER INSERT OR UPDATE ON public.transactions FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION record_wallet_change();

create table two_factors (
  user_id uuid not null,
  secret_encrypted bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint,
  created_at timestamp with time zone not null,
  constraint two_factors_pkey PRIMARY KEY (user_id),
  constraint two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

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
CREATE TRIGGER users_create_profile AFTER INSERT ON public.users FOR EACH ROW EXECUTE FUNCTION create_profile_for_user();

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

create view ledger_postings as
 SELECT NULL::text AS idempotency_key,
    NULL::text AS request,
    NULL::uuid AS transaction_id,
    NULL::uuid AS user_id,
    NULL::text AS type,
    NULL::bigint AS amount_cents,
    NULL::jsonb AS metadata,
    NULL::timestamp with time zone AS at,
    NULL::text AS against,
    NULL::text AS outcome,
    NULL::bigint AS balance_cents,
    NULL::bigint AS version
  WHERE false;

CREATE OR REPLACE FUNCTION public.count_added_packages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into package_count_changes (status, day, change)
  select status, (created_at at time zone 'UTC')::date, count(*) from added group by 1, 2;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_attempt(p_bucket text, p_most integer, p_since timestamp with time zone, p_now timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  v_id bigint;
begin
  -- Who is over the limit is told so without waiting for anybody.
  if (select count(*) from attempts where bucket = p_bucket and attempted_at > p_since) >= p_most then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(p_bucket, 0));
  delete from attempts where bucket = p_bucket and attempted_at <= p_since;
  if (select count(*) from attempts where bucket = p_bucket) >= p_most then
    return null;
  end if;
  insert into attempts (bucket, attempted_at) values (p_bucket, p_now) returning id into v_id;
  return v_id;
end $function$;

CREATE OR REPLACE FUNCTION public.count_changed_packages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into package_count_changes (status, day, change)
  select status, day, sum(change) from (
    select status, (created_at at time zone 'UTC')::date as day, 1 as change from changed
    union all
    select status, (created_at at time zone 'UTC')::date, -1 from unchanged
  ) both_sides group by 1, 2 having sum(change) <> 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_profile()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    insert into profile_count_changes (is_admin, is_subscribed, is_suspended, is_closed, change)
    values (old.is_admin, old.subscription is not null, old.suspended_at is not null,
      old.closed_at is not null, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into profile_count_changes (is_admin, is_subscribed, is_suspended, is_closed, change)
    values (new.is_admin, new.subscription is not null, new.suspended_at is not null,
      new.closed_at is not null, 1);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_removed_packages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into package_count_changes (status, day, change)
  select status, (created_at at time zone 'UTC')::date, -count(*) from removed group by 1, 2;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.create_profile_for_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into profiles (id, email, full_name, created_at, updated_at)
  values (new.id, new.email, new.name, new.created_at, new.created_at);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.create_wallet_for_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into ledger_accounts (kind, user_id, balance_cents, version)
  values ('wallet', new.id, 0, 0) on conflict (user_id) do nothing;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.guard_transaction()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    raise exception 'transactions are completed by posting alone'
      using errcode = 'restrict_violation';
  end if;
  if new.type not in ('deposit', 'shipping_fee', 'admin_credit', 'refund', 'subscription',
      'deposit_refund', 'dispute', 'dispute_release', 'payout')
    or new.amount_cents not between 1 and 100000000
    or new.status not in ('pending', 'failed', 'canceled')
    or jsonb_typeof(new.metadata) <> 'object' then
    raise exception 'this is no transaction' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_wallet(p_user_id uuid)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select balance_cents - held_cents from ledger_accounts where user_id = p_user_id for update
$function$;

CREATE OR REPLACE FUNCTION public.month_number(p_at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (((EXTRACT(year FROM (p_at AT TIME ZONE 'UTC'::text)) * (12)::numeric) + EXTRACT(month FROM (p_at AT TIME ZONE 'UTC'::text))))::integer;

CREATE OR REPLACE FUNCTION public.pairs_of(p_text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT DISTINCT substr(pairs_of.p_text, n.n, size.size) AS substr FROM generate_series(1, length(pairs_of.p_text)) n(n), generate_series(1, 2) size(size));

CREATE OR REPLACE FUNCTION public.parts_of_month(p_text text, p_month integer)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT DISTINCT ((parts_of_month.p_month || ' '::text) || substr(parts_of_month.p_text, n.n, 3)) FROM generate_series(1, (length(parts_of_month.p_text) - 2)) n(n));

CREATE OR REPLACE FUNCTION public.post_to_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  change_cents bigint := case
    when new.type in ('deposit', 'admin_credit', 'refund', 'dispute_release') then new.amount_cents
    when new.type in ('shipping_fee', 'deposit_refund', 'dispute', 'payout') then -new.amount_cents
    when new.type = 'subscription' then 0
  end;
  hash bytea := sha256(convert_to(
    concat_ws('|', new.user_id, new.type, new.amount_cents, new.request), 'UTF8'));
  wallet_id uuid;
  transfer_id bigint;
begin
  if new.amount_cents is null or new.amount_cents not between 1 and 100000000 then
    return rejected_posting(new, hash);
  end if;
  if change_cents is null then
    raise exception '% is no type of transaction', new.type using errcode = 'check_violation';
  end if;
  -- What a refund that failed brings back comes from where it went.
  if new.against is not null and (new.against <> 'provider' or new.type <> 'refund') then
    raise exception '% is not posted against %', new.type, new.against
      using errcode = 'check_violation';
  end if;
  if change_cents = 0 then
    select a.id, a.balance_cents, a.version into wallet_id, new.balance_cents, new.version
      from ledger_accounts a where a.user_id = new.user_id for update;
  else
    update ledger_accounts a set
      balance_cents = a.balance_cents + change_cents,
      version = a.version + 1,
      overdraft_cents = greatest(0, -(a.balance_cents + change_cents))
    where a.user_id = new.user_id and (change_cents > 0 or new.type = 'dispute'
      or a.balance_cents - a.held_cents + change_cents >= 0)
    returning a.id, a.balance_cents, a.version into wallet_id, new.balance_cents, new.version;
  end if;
  if wallet_id is null then
    return rejected_posting(new, hash);
  end if;

  new.transaction_id := coalesce(new.transaction_id, gen_random_uuid());
  insert into ledger_transfers
    (idempotency_key, request_hash, transaction_id, wallet_id, wallet_version, created_at)
  values (new.idempotency_key, hash, new.transaction_id, wallet_id, new.version, new.at)
  on conflict (idempotency_key) do nothing
  returning id into transfer_id;
  if transfer_id is null then
    if change_cents <> 0 then
      update ledger_accounts a set
        balance_cents = a.balance_cents - change_cents,
        version = a.version - 1,
        overdraft_cents = greatest(0, -(a.balance_cents - change_cents))
      where a.id = wallet_id;
    end if;
    return repeated_posting(new, hash);
  end if;

  insert into transactions as kept (id, user_id, type, amount_cents, status, created_at, metadata)
  values (new.transaction_id, new.user_id, new.type, new.amount_cents, 'completed', new.at, new.metadata)
  on conflict (id) do update
    set status = 'completed', metadata = kept.metadata || excluded.metadata
    where kept.user_id = excluded.user_id and kept.type = excluded.type
      and kept.amount_cents = excluded.amount_cents and kept.status <> 'completed';
  if not found then
    raise exception 'transaction % is another one, or completed already', new.transaction_id
      using errcode = 'integrity_constraint_violation';
  end if;

  if change_cents <> 0 then
    insert into ledger_entries (transfer_id, account_id, change_cents, balance_cents, version)
    values
      (transfer_id, wallet_id, change_cents, new.balance_cents, new.version),
      (transfer_id, case
        when new.type in ('deposit', 'deposit_refund') or new.against = 'provider'
          then '00000000-0000-4000-8000-000000000001'
        when new.type in ('shipping_fee', 'refund') then '00000000-0000-4000-8000-000000000002'
        when new.type = 'admin_credit' then '00000000-0000-4000-8000-000000000003'
        when new.type = 'payout' then '00000000-0000-4000-8000-000000000005'
        else '00000000-0000-4000-8000-000000000004'
      end::uuid, -change_cents, null, null);
  end if;
  insert into changes (user_id, topic, subject_id) values (new.user_id, 'wallet', new.user_id)
    on conflict do nothing;
  new.outcome := 'applied';
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.prevent_direct_write()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is written by posting alone', tg_table_name
    using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.prevent_history_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name
    using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.record_package_events_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select distinct packages.user_id, 'package', packages.id
      from changed join packages on packages.id = changed.package_id
      on conflict do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_package_images_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select distinct packages.user_id, 'package', packages.id
      from changed join packages on packages.id = changed.package_id
      on conflict do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_packages_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select user_id, 'package', id from changed
      on conflict do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_payout_requests_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select distinct null::uuid, 'admin', null::uuid from changed
      union select user_id, 'wallet', user_id from changed
      on conflict do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_plan_periods_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select distinct user_id, 'plan', user_id from changed
      on conflict do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_profiles_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select id, 'profile', id from changed
      on conflict do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_provider_events_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select distinct null::uuid, 'admin', null::uuid from changed
      on conflict do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_qr_codes_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select distinct packages.user_id, 'package', packages.id
      from changed join packages on packages.id = changed.package_id
      on conflict do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_reconciliations_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select distinct null::uuid, 'admin', null::uuid from changed
      on conflict do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_sessions_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select user_id, 'session', id from changed
      on conflict do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_settings_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changes (user_id, topic, subject_id) values (null, 'settings', null)
    on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_shipping_legs_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select distinct packages.user_id, 'package', packages.id
      from changed join packages on packages.id = changed.package_id
      on conflict do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_subscription_checkouts_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select distinct user_id, 'plan', user_id from changed
      on conflict do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_subscriptions_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
    insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
      on conflict do nothing;
  else
    insert into changes (user_id, topic, subject_id)
      select distinct user_id, 'plan', user_id from changed
      on conflict do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_suspended_lanes_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changes (user_id, topic, subject_id) values (null, 'lane', null)
    on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_wallet_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changes (user_id, topic, subject_id) values (new.user_id, 'wallet', new.user_id)
    on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.rejected_posting(posting ledger_postings, hash bytea)
 RETURNS ledger_postings
 LANGUAGE plpgsql
AS $function$
declare
  repeated ledger_postings;
begin
  -- Others may be moving this wallet under the same key: they come to their end first.
  perform from ledger_accounts where user_id = posting.user_id for update;
  if not found then
    posting.outcome := 'no_wallet';
    return posting;
  end if;
  repeated := repeated_posting(posting, hash);
  if repeated.outcome is not null then
    return repeated;
  end if;
  posting.outcome := case
    when posting.amount_cents between 1 and 100000000 then 'insufficient_balance'
    else 'invalid_amount'
  end;
  return posting;
end $function$;

CREATE OR REPLACE FUNCTION public.repeated_posting(posting ledger_postings, hash bytea)
 RETURNS ledger_postings
 LANGUAGE plpgsql
AS $function$
declare
  wallet ledger_accounts%rowtype;
  earlier ledger_transfers%rowtype;
begin
  select * into earlier from ledger_transfers where idempotency_key = posting.idempotency_key;
  if not found then
    return null;
  end if;
  if earlier.request_hash <> hash then
    posting.outcome := 'key_reused';
    posting.transaction_id := null;
    return posting;
  end if;
  posting.outcome := 'replayed';
  posting.transaction_id := earlier.transaction_id;
  posting.version := earlier.wallet_version;
  select balance_cents into posting.balance_cents from ledger_entries
    where account_id = earlier.wallet_id and version = earlier.wallet_version;
  posting.balance_cents := coalesce(posting.balance_cents, 0);
  return posting;
end $function$;

CREATE OR REPLACE FUNCTION public.require_empty_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.kind not in ('wallet', 'provider', 'freight', 'adjustments', 'disputes', 'payouts')
    or (new.kind = 'wallet') <> (new.user_id is not null)
    or (new.kind = 'wallet') <> (new.balance_cents is not null)
    or (new.kind = 'wallet') <> (new.version is not null)
    or coalesce(new.balance_cents, 0) <> 0 or coalesce(new.version, 0) <> 0
    or new.overdraft_cents <> 0 or new.held_cents <> 0 then
    raise exception 'an account is a wallet of somebody or the platform''s, and begins at zero'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.reset_package_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  truncate package_counts, package_totals, package_count_changes;
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

CREATE OR REPLACE FUNCTION public.tracking_number_parts(p_number text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT DISTINCT substr(tracking_number_parts.p_number, n.n, 6) AS substr FROM generate_series(1, (length(tracking_number_parts.p_number) - 5)) n(n));

CREATE OR REPLACE FUNCTION public.update_held_cents()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
    if (old.id, old.user_id, old.transaction_id, old.amount_cents, old.type)
      is distinct from (new.id, new.user_id, new.transaction_id, new.amount_cents, new.type)
      or old.state <> 'held' or new.state = 'held' then
      raise exception 'a hold is only ever ended, once' using errcode = 'restrict_violation';
    end if;
    update ledger_accounts set held_cents = held_cents - old.amount_cents
      where user_id = old.user_id;
  end if;
  return null;
end $function$;

-- What the application's role may do, and nothing else.
-- nothing on kysely_migration_lock
grant select on backups to the application;
grant select on kysely_migration to the application;
grant select on ledger_accounts to the application;
grant select on ledger_entries to the application;
grant select on ledger_transfers to the application;
grant select, insert on audit_log to the application;
grant select, insert on ledger_postings to the application;
grant select, insert on plan_payments to the application;
grant select, insert on reconciliations to the application;
grant select, insert, delete on attempts to the application;
grant select, insert, delete on changes to the application;
grant select, insert, delete on package_images to the application;
grant select, insert, delete on provider_customers to the application;
grant select, insert, delete on qr_codes to the application;
grant select, insert, update (before), update (after) on package_events to the application;
grant select, insert, update (status) on transactions to the application;
grant select, insert, update on deposit_disputes to the application;
grant select, insert, update on deposits to the application;
grant select, insert, update on holds to the application;
grant select, insert, update on package_totals to the application;
grant select, insert, update on payout_requests to the application;
grant select, insert, update on plan_periods to the application;
grant select, insert, update on profile_counts to the application;
grant select, insert, update on profiles to the application;
grant select, insert, update on provider_events to the application;
grant select, insert, update on shipping_legs to the application;
grant select, insert, update on subscription_checkouts to the application;
grant select, insert, update on subscriptions to the application;
grant select, insert, update on suspended_lanes to the application;
grant select, insert, update on users to the application;
grant select, insert, update, delete on accounts to the application;
grant select, insert, update, delete on backup_codes to the application;
grant select, insert, update, delete on emails to the application;
grant select, insert, update, delete on error_groups to the application;
grant select, insert, update, delete on error_logs to the application;
grant select, insert, update, delete on package_count_changes to the application;
grant select, insert, update, delete on package_counts to the application;
grant select, insert, update, delete on packages to the application;
grant select, insert, update, delete on pending_registrations to the application;
grant select, insert, update, delete on profile_count_changes to the application;
grant select, insert, update, delete on sessions to the application;
grant select, insert, update, delete on sign_in_challenges to the application;
grant select, insert, update, delete on subscriber_locks to the application;
grant select, insert, update, delete on two_factors to the application;
grant select, insert, update, delete on verifications to the application;
grant select, update on admin_digests to the application;
grant select, update on settings to the application;
