-- A database in use, as the version of the baseline leaves it: rows in every table, for a test that upgrades it. It is
-- written for the tables as the baseline makes them, so a later migration never changes it.

-- Users: 40 customers and an admin. Their profiles and wallets are made by triggers.
insert into users (id, name, email, email_verified, created_at)
select ('10000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
  case when n = 0 then 'Ada Admin' else 'Customer ' || n end,
  case when n = 0 then 'admin@example.com' else 'customer' || n || '@example.com' end,
  n % 9 <> 8, timestamptz '2026-01-05T08:00:00Z' + n * interval '31 hours'
from generate_series(0, 40) n;

create temporary table customers as
select id, row_number() over (order by created_at)::int as n
from users where email <> 'admin@example.com';

update profiles set is_admin = true where email = 'admin@example.com';
update profiles p set phone = '+49 30 ' || 100000 + n, address = n || ' Hafenstraße', city = 'Hamburg',
  country = case when n % 3 = 0 then 'US' else 'DE' end, postal_code = '20' || lpad(n::text, 3, '0'),
  marketing_emails = n % 4 = 0, chosen_plan = case when n % 10 = 9 then 'Super' end
from customers c where c.id = p.id;
update profiles p set suspended_at = '2026-04-01T00:00:00Z', suspension_reason = 'Chargebacks'
from customers c where c.id = p.id and n = 39;

insert into accounts (user_id, account_id, provider_id, password)
select id, id::text, 'credential', md5(email) || ':' || repeat(md5('key of ' || email), 4) from users;
insert into sessions (user_id, token, expires_at, ip_address, user_agent)
select id, 'token of ' || email, '2026-07-01T00:00:00Z', '203.0.113.7', 'Mozilla/5.0' from users;
insert into verifications (identifier, value, expires_at)
select purpose || ':' || translate(rtrim(encode(sha256(convert_to(purpose || ' of ' || email, 'UTF8')), 'base64'), '='), '+/', '-_'),
  id::text, '2026-07-01T00:00:00Z'
from users, unnest(array['verify-email', 'reset-password']) purpose where not email_verified;
insert into two_factors (user_id, secret_encrypted, confirmed_at, last_step, created_at)
select id, '\x0102', case when is_admin then timestamptz '2026-02-01T00:00:00Z' end, 59000000, '2026-02-01T00:00:00Z'
from profiles where is_admin or email like 'customer1%';
insert into backup_codes (user_id, code_hash, used_at)
select user_id, sha256(convert_to(user_id || ' ' || n, 'UTF8')), case when n = 1 then now() end
from two_factors, generate_series(1, 8) n;
insert into sign_in_challenges (token_hash, user_id, is_for_admin, tries, expires_at, created_at)
select sha256(convert_to(email, 'UTF8')), id, true, 2, '2026-06-01T00:05:00Z', '2026-06-01T00:00:00Z'
from profiles where is_admin;
select count_attempt('sign-in:203.0.113.' || n % 5, 10, '2026-06-01T00:00:00Z', '2026-06-01T00:01:00Z')
from generate_series(1, 30) n;

-- Deposits: begun at the provider and paid, but for every tenth.
insert into provider_customers (user_id, customer_id, created_at)
select id, 'cus_' || n, '2026-02-01T00:00:00Z' from customers where n <= 30;
insert into deposits (user_id, amount_cents, idempotency_key, customer_id, checkout_session_id, payment_intent_id, created_at)
select id, 1000 + 250 * n, gen_random_uuid(), 'cus_' || n, 'cs_' || n || '_' || m, 'pi_' || n || '_' || m,
  timestamptz '2026-02-01T00:00:00Z' + (n + 7 * m) * interval '5 hours'
from customers, generate_series(1, 5) m where n <= 30;
insert into transactions (id, user_id, type, amount_cents, status, created_at, metadata)
select transaction_id, user_id, 'deposit', amount_cents, 'pending', created_at, '{"method": "card"}' from deposits;
insert into ledger_postings (idempotency_key, request, transaction_id, user_id, type, amount_cents, metadata, at)
select 'deposit:' || id, '', transaction_id, user_id, 'deposit', amount_cents, '{}', created_at + interval '1 minute'
from deposits where payment_intent_id not like 'pi\_%0\_%';

-- Every other way in which money moves. The largest fees are refused, as they should be.
insert into ledger_postings (idempotency_key, request, user_id, type, amount_cents, metadata, at)
select 'fee:' || n || ':' || m, '', id, 'shipping_fee', 300 * m + 11 * n, '{"leg": 1}',
  timestamptz '2026-03-20T00:00:00Z' + (n + 10 * m) * interval '1 hour'
from customers, generate_series(1, 5) m;
insert into ledger_postings (idempotency_key, request, user_id, type, amount_cents, metadata, at)
select 'fee refund:' || n, '', id, 'refund', 311, '{}', '2026-04-10T00:00:00Z' from customers where n % 4 = 1;
insert into ledger_postings (idempotency_key, request, user_id, type, amount_cents, metadata, at)
select 'credit:' || n, '', id, 'admin_credit', 5000, '{"reason": "Goodwill"}', '2026-04-11T00:00:00Z'
from customers where n > 25;
insert into ledger_postings (idempotency_key, request, user_id, type, amount_cents, metadata, at)
select 'deposit refund:' || n, '', id, 'deposit_refund', 400, '{}', '2026-04-12T00:00:00Z'
from customers where n between 3 and 6;
update deposits set refunded_cents = 400, debited_cents = 400, reversal_count = 1, reversal_read_count = 2
where payment_intent_id in ('pi_3_1', 'pi_4_1', 'pi_5_1', 'pi_6_1');
-- A failed refund goes back to where it came from.
insert into ledger_postings (idempotency_key, request, user_id, type, amount_cents, metadata, at, against)
select 'refund failed:' || n, '', id, 'refund', 400, '{}', '2026-04-13T00:00:00Z', 'provider'
from customers where n = 6;

-- Disputes: one won, and one lost that took its wallet below zero.
insert into deposit_disputes
  (dispute_id, deposit_id, status, amount_cents, debited_cents, posting_count, is_over, created_at, updated_at)
select 'dp_' || payment_intent_id, id, case payment_intent_id when 'pi_7_1' then 'won' else 'needs_response' end,
  amount_cents, case payment_intent_id when 'pi_7_1' then 0 else 100000 end, 2, payment_intent_id = 'pi_7_1',
  '2026-05-01T00:00:00Z', '2026-05-09T00:00:00Z'
from deposits where payment_intent_id in ('pi_7_1', 'pi_8_1');
insert into ledger_postings (idempotency_key, request, user_id, type, amount_cents, metadata, at)
select 'dispute:' || n, '', id, 'dispute', 100000, '{}', '2026-05-01T00:00:00Z' from customers where n in (7, 8);
insert into ledger_postings (idempotency_key, request, user_id, type, amount_cents, metadata, at)
select 'dispute release:' || n, '', id, 'dispute_release', 100000, '{}', '2026-05-09T00:00:00Z'
from customers where n = 7;

-- Plans: 20 paid through the provider for three months, one granted by staff.
insert into subscription_checkouts (user_id, idempotency_key, plan, state, customer_id, checkout_session_id, created_at)
select id, gen_random_uuid(), 'Super', case when n <= 20 then 'paid' when n = 21 then 'open' else 'over' end,
  'cus_' || n, 'cs_plan_' || n, '2026-03-01T00:00:00Z'
from customers where n <= 22;
insert into subscriptions (user_id, provider_subscription_id, provider_status, plan, next_plan, grants_plan, is_live,
  current_period_starts_at, current_period_ends_at, cancels_at_period_end, created_at, updated_at)
select id, 'sub_' || n, 'active', 'Super', case when n = 2 then 'Premium' end, true, true, '2026-05-01T00:00:00Z',
  '2026-06-01T00:00:00Z', n % 5 = 0, '2026-03-01T00:00:00Z', '2026-05-01T00:00:00Z'
from customers where n <= 20;
insert into plan_periods (user_id, subscription_id, invoice_id, starts_at, ends_at, is_current, created_at)
select user_id, id, 'in_' || provider_subscription_id || '_' || month, make_timestamptz(2026, month, 1, 0, 0, 0, 'UTC'),
  make_timestamptz(2026, month + 1, 1, 0, 0, 0, 'UTC'), month = 5, make_timestamptz(2026, month, 1, 0, 0, 0, 'UTC')
from subscriptions, generate_series(3, 5) month;
insert into plan_payments (invoice_id, period_id, plan, amount_cents, paid_at, created_at)
select invoice_id, id, 'Super', 2900, starts_at, starts_at from plan_periods;
insert into ledger_postings (idempotency_key, request, user_id, type, amount_cents, metadata, at)
select 'plan:' || invoice_id, '', user_id, 'subscription', 2900, '{"plan": "Super"}', starts_at from plan_periods;
insert into plan_periods (user_id, starts_at, ends_at, is_current, created_at, complimentary_plan, complimentary_from)
select id, '2026-05-10T00:00:00Z', '2026-06-10T00:00:00Z', true, '2026-05-10T00:00:00Z', 'Premium', '2026-05-10T00:00:00Z'
from customers where n = 30;
update profiles p set subscription = case when n = 30 then 'Premium' else 'Super' end, package_quota = 30,
  max_weight_grams = 20000
from customers c where c.id = p.id and (n <= 20 or n = 30);

-- Packages of those with a plan, in every status; each has used up some quota. A third were counted a while ago.
insert into packages (id, user_id, tracking_number, origin, destination, description, estimated_weight_grams,
  final_weight_grams, status, delivered_at, idempotency_key, request_hash, created_at, updated_at)
select gen_random_uuid(), id, 'SMP-' || lpad(n::text, 3, '0') || lpad(m::text, 4, '0'), 'China', 'Germany',
  'A kettle — 茶', 1200 + m, case when m % 6 in (1, 2, 3) then 1300 + m end, status,
  case when status = 'delivered' then at + interval '9 days' end, gen_random_uuid(), '\x', at, at
from customers, generate_series(1, 12) m,
  lateral (select (array['pending', 'processing', 'in_transit', 'delivered', 'voided', 'cancelled'])[1 + m % 6] as status,
    timestamptz '2026-02-01T10:00:00Z' + (n + 20 * m) * interval '9 hours' as at) made
where n <= 20;
select spend_quota(user_id) from packages;
insert into package_counts (status, day, count)
select status, day, sum(change) from package_count_changes where status in ('delivered', 'voided') group by 1, 2;
insert into package_totals (status, month, count)
select status, date_trunc('month', day::timestamp)::date, sum(count) from package_counts group by 1, 2;
delete from package_count_changes where status in ('delivered', 'voided');
insert into profile_counts (is_admin, is_subscribed, is_suspended, is_closed, count)
select is_admin, is_subscribed, is_suspended, is_closed, sum(change) from profile_count_changes where not is_admin
group by 1, 2, 3, 4 having sum(change) <> 0;
delete from profile_count_changes where not is_admin;

insert into shipping_legs (package_id, leg_number, origin, destination, carrier, tracking_number, estimated_departure,
  notes, status, created_at, updated_at)
select id, leg, 'Shenzhen', 'Hamburg', 'Hong Kong Post', 'RB' || leg || '123456789HK', created_at + interval '2 days',
  'Handle with care', case when status = 'processing' then 'pending' else status end, created_at, created_at
from packages, generate_series(1, 3) leg;
insert into package_images (package_id, image_name, image_url, thumbnail_url, file_size, content_type, uploaded_by, created_at)
select id, 'front.jpg', 'package-images/' || id || '/1.jpg', 'package-thumbnails/' || id || '/1.jpg', 12345,
  'image/jpeg', user_id, created_at
from packages where status <> 'pending';
update packages set images_count = 1 where status <> 'pending';
insert into qr_codes (package_id, leg_number, path, created_by, created_at)
select id, 1, 'qr-codes/' || id || '/1.png', user_id, created_at from packages where status = 'in_transit';
insert into package_events (package_id, kind, before, after, actor_id, by_staff, created_at)
select id, 'package_created', null, status, user_id, false, created_at from packages
union all
select id, 'package_status_changed', 'pending', status, user_id, true, created_at + interval '1 day'
from packages where status <> 'pending';

-- Holds for the fees of legs: open, settled for less, and released.
insert into holds (user_id, transaction_id, amount_cents, leg_number, reason, idempotency_key, held_by, held_at)
select id, ('20000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 500 + n, 1, 'Freight', gen_random_uuid(), id,
  '2026-05-15T00:00:00Z'
from customers where n between 9 and 24 and n % 10 <> 0;
insert into transactions (id, user_id, type, amount_cents, status, created_at, metadata)
select transaction_id, user_id, 'shipping_fee', amount_cents, 'pending', held_at, '{"hold": true}' from holds;
update holds set state = 'released', ended_by = user_id, ended_at = '2026-05-20T00:00:00Z'
where amount_cents between 512 and 515;
update transactions set status = 'canceled' where id in (select transaction_id from holds where state = 'released');
update holds set state = 'settled', ended_by = user_id, ended_at = '2026-05-20T00:00:00Z', settled_cents = amount_cents
where amount_cents between 516 and 519;
insert into ledger_postings (idempotency_key, request, transaction_id, user_id, type, amount_cents, metadata, at)
select 'hold:' || id, '', transaction_id, user_id, 'shipping_fee', amount_cents, '{}', ended_at
from holds where state = 'settled';

-- Payouts: one requested and held, one paid, one declined.
insert into holds (user_id, transaction_id, amount_cents, type, reason, idempotency_key, held_by, held_at)
select id, ('20000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 700, 'payout', 'Requested by you',
  gen_random_uuid(), id, '2026-05-21T00:00:00Z'
from customers where n in (26, 27, 28);
insert into transactions (id, user_id, type, amount_cents, status, created_at, metadata)
select transaction_id, user_id, 'payout', amount_cents, 'pending', held_at, '{}' from holds where type = 'payout';
insert into payout_requests (user_id, amount_cents, details_encrypted, created_at, settled_at, settled_by, hold_id,
  outcome, reason, reference)
select customers.id, 700, case when n = 26 then '\x01'::bytea end, '2026-05-21T00:00:00Z',
  case when n > 26 then timestamptz '2026-05-22T00:00:00Z' end, case when n > 26 then customers.id end, holds.id,
  case n when 27 then 'paid' when 28 then 'declined' end, case n when 28 then 'Account unknown' end,
  case n when 27 then 'TR-27' end
from customers join holds on holds.user_id = customers.id and holds.type = 'payout';
update holds set state = 'settled', ended_by = user_id, ended_at = '2026-05-22T00:00:00Z', settled_cents = amount_cents
where id in (select hold_id from payout_requests where outcome = 'paid');
insert into ledger_postings (idempotency_key, request, transaction_id, user_id, type, amount_cents, metadata, at)
select 'payout:' || payout_requests.id, '', transaction_id, holds.user_id, 'payout', holds.amount_cents, '{}', ended_at
from holds join payout_requests on payout_requests.hold_id = holds.id where outcome = 'paid';
update holds set state = 'released', ended_by = user_id, ended_at = '2026-05-22T00:00:00Z'
where id in (select hold_id from payout_requests where outcome = 'declined');
update transactions set status = 'canceled'
where id in (select transaction_id from holds where type = 'payout' and state = 'released');

-- A sign-up whose link was not used, and a change at the provider that is under way.
insert into pending_registrations (email, full_name, password_hash, chosen_plan, created_at, expires_at)
values ('pending@example.com', 'Li Na', 'scrypt', 'Basic', '2026-05-30T00:00:00Z', '2026-06-06T00:00:00Z');
insert into subscriber_locks (user_id, holder, locked_until)
select id, gen_random_uuid(), '2026-05-30T00:00:10Z' from customers where n = 9;

-- What the provider reported, and how both sides were compared.
insert into provider_events (id, type, payload, state, attempts, received_at)
select 'evt_' || n, 'checkout.session.completed', jsonb_build_object('object', n),
  (array['received', 'processed', 'ignored', 'failed'])[1 + n % 4], n % 3, timestamptz '2026-05-01T00:00:00Z' + n * interval '1 hour'
from generate_series(1, 60) n;
insert into reconciliations (cause, started_at, finished_at, window_starts_at, window_ends_at, payments_compared,
  repaired_count, difference_cents, repairs, differences)
select 'schedule', day, day + interval '3 seconds', day - interval '3 days', day, 40, 0, 0, '[]', '[]'
from generate_series(timestamptz '2026-05-01T00:00:00Z', '2026-05-10T00:00:00Z', interval '1 day') day;

-- What staff did, and what the platform keeps of itself.
update settings set shipment_notifications = false, payment_access_encrypted = '\x0102', payment_version = 1;
update suspended_lanes set reopened_at = '2026-05-01T00:00:00Z' where service = 'surface';
insert into audit_log (actor_id, action, target, before, after, reason, error_code)
select p.id, 'wallet.adjustWallet', 'user:' || c.id, null, '{"amountCents": 5000}', 'Goodwill',
  case when n % 7 = 0 then 'insufficient_balance' end
from customers c, profiles p where p.is_admin;
insert into emails (recipient, kind, payload_encrypted, sent_at, attempts)
select email, 'welcome', case when n % 5 = 0 then '\x01'::bytea end, case when n % 5 > 0 then now() end, 1
from customers join users using (id);
update admin_digests set written_at = '2026-05-31T00:00:00Z', waiting = '{"failed": 2}' where topic = 'payments';
insert into error_groups (fingerprint, source, error_message, place, times, first_seen_at, last_seen_at)
select sha256(convert_to(n::text, 'UTF8')), 'server', 'Error ' || n, 'a.ts:1', 3, '2026-05-01T00:00:00Z', '2026-05-02T00:00:00Z'
from generate_series(1, 4) n;
insert into error_logs (error_message, source, group_id, user_id)
select error_message, source, id, null from error_groups, generate_series(1, 3);
insert into backups (finished_at, size_bytes)
select day, 1000000 from generate_series(timestamptz '2026-05-01T00:00:00Z', '2026-05-10T00:00:00Z', interval '1 day') day;

drop table customers;
