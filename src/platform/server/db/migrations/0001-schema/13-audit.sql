-- The audit log of admins' actions and attempts, which is append-only.

create table audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid,
  action text not null,
  target text not null,
  before jsonb,
  after jsonb,
  reason text,
  ip_address text,
  created_at timestamptz not null default now(),
  error_code text
);
create index audit_log_newest on audit_log (created_at desc, id desc);
create index audit_log_of_actor on audit_log (actor_id, created_at desc, id desc);
create index audit_log_of_action on audit_log (action, created_at desc, id desc);
create index audit_log_of_target on audit_log (target, created_at desc, id desc);
comment on column audit_log.error_code is
  'The error of a rejected attempt; null: it succeeded.';

create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function prevent_history_change();
create trigger audit_log_is_never_emptied before truncate on audit_log
  for each statement execute function prevent_history_change();
