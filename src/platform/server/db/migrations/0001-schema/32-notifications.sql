-- Notifications of customers, and the devices to which they are pushed.

create table notifications (
  id bigint generated always as identity primary key,
  user_id uuid not null references profiles (id),
  kind text not null check (kind in (
    'package_moved', 'package_ready_for_collection', 'package_late', 'package_complete', 'parcel_received',
    'parcel_undeclared', 'claim_decided', 'parcel_condition', 'parcel_goods', 'storage_reminder',
    'deposit_received', 'wallet_charged', 'low_balance', 'plan_renewed', 'plan_changed', 'payment_failed',
    'deposit_refunded', 'deposit_disputed', 'payout_settled', 'ship_request_packed', 'ship_request_waiting',
    'ship_request_reminder', 'ship_request_shelved', 'ship_request_cancelled', 'extra_service_ended',
    'case_answered', 'case_finished', 'case_reminder', 'case_decided', 'case_customs', 'parcel_removed', 'parcel_removal', 'parcel_proof'
  )),
  subject_id uuid not null,
  dedupe_key text not null,
  payload jsonb not null check (jsonb_typeof(payload) = 'object'),
  created_at timestamptz not null,
  step text,
  is_joined boolean not null default false,
  due_at timestamptz,
  handled_at timestamptz,
  emailed_at timestamptz,
  read_at timestamptz,
  constraint notifications_once unique (user_id, kind, dedupe_key),
  check (emailed_at is null or handled_at is not null),
  check (step is null or not is_joined)
);
create unique index notifications_step on notifications (user_id, step) where step is not null;
create index notifications_due on notifications (due_at) where handled_at is null and due_at is not null;
create index notifications_open on notifications (user_id, created_at) where handled_at is null;
create index notifications_of_user on notifications (user_id, emailed_at desc);
create index notifications_inbox on notifications (user_id, id desc) where not is_joined;
create index notifications_unread on notifications (user_id) where read_at is null and not is_joined;
create index notifications_of_subject on notifications (subject_id, id desc);
create index notifications_of_age on notifications (created_at);
comment on column notifications.subject_id is
  'The parcel, package, claim or case; of money the deposit, charge, subscription, payout or customer.';
comment on column notifications.dedupe_key is 'Whatever happens twice is notified once.';
comment on column notifications.payload is
  'Facts for its sentence, which is written when it is read.';
comment on column notifications.step is
  'What joins this entry while it is open: the next notification with the same step stands in its place.';
comment on column notifications.is_joined is
  'A later entry of the same step says it too, so that it is not listed by itself.';
comment on column notifications.due_at is
  'From when it may be emailed; null where it is emailed with the change, or only together with others.';
comment on column notifications.handled_at is
  'When it was put into an email, or left out because the account gets none or it no longer holds.';

create table notification_preferences (
  user_id uuid not null references profiles (id),
  kind text not null,
  channel text not null check (channel in ('email', 'push')),
  primary key (user_id, kind, channel)
);
comment on table notification_preferences is 'What customers turned off; without a row it is on.';

create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles (id),
  session_id uuid not null unique references sessions (id) on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 2000),
  keys_encrypted bytea not null,
  time_zone text not null,
  shows_details boolean not null default false,
  created_at timestamptz not null,
  last_ok_at timestamptz,
  failures integer not null default 0 check (failures >= 0)
);
create index push_subscriptions_of_user on push_subscriptions (user_id);
comment on table push_subscriptions is
  'Browsers that are notified by push. Each ends with the session that subscribed it.';
comment on column push_subscriptions.failures is 'Messages in a row that its push service refused.';

create table push_messages (
  notification_id bigint not null references notifications (id) on delete cascade,
  subscription_id uuid not null references push_subscriptions (id) on delete cascade,
  state text not null default 'queued' check (state in ('queued', 'sent', 'dropped')),
  due_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  sent_at timestamptz,
  primary key (notification_id, subscription_id),
  check ((state = 'sent') = (sent_at is not null))
);
create index push_messages_due on push_messages (due_at) where state = 'queued';
create index push_messages_of_subscription on push_messages (subscription_id);
comment on column push_messages.state is
  'Dropped: it was read or turned off before it was sent, refused, or too old.';
comment on column push_messages.due_at is
  'While it is being sent, a moment at which another process may try again if this one died.';
