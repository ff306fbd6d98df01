-- Requests that are made once, however often they are sent.

create table requests (
  user_id uuid not null references profiles (id),
  key uuid not null,
  operation text not null,
  input_hash bytea not null check (octet_length(input_hash) = 32),
  answer jsonb,
  created_at timestamptz not null,
  primary key (user_id, key)
);
create index requests_by_age on requests (created_at);
comment on table requests is
  'Requests with an idempotency key and what they were answered, kept for 48 hours, so that a repeat changes nothing.';
comment on column requests.input_hash is 'SHA-256 of the checked input without the key.';
comment on column requests.answer is
  'What is answered to a repeat, or the id of what is described to it again; null only within the transaction.';
