-- Cases: what customers say is wrong with a thing of theirs, and how it ended.

create table cases (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  user_id uuid not null references profiles (id),
  subject text not null check (subject in ('inbound_parcel', 'package', 'ship_request', 'account')),
  subject_id uuid not null,
  subject_name text not null check (char_length(subject_name) <= 60),
  kind text not null check (kind in ('question', 'damaged', 'missing', 'lost', 'other')),
  state text not null check (state in ('waiting_for_us', 'closed')),
  due_at timestamptz not null,
  outcome text not null default '' check (char_length(outcome) <= 4000),
  opened_at timestamptz not null,
  closed_at timestamptz,
  check ((state = 'closed') = (closed_at is not null))
);
create unique index cases_open_thing on cases (user_id, subject_id, kind) where state <> 'closed';
create index cases_of_user on cases (user_id, opened_at desc);
create index cases_open on cases (due_at, id) where state <> 'closed';
comment on table cases is
  'One stays when its package is deleted, which is why the subject is named and no foreign key.';
comment on column cases.subject_name is
  'The number of the thing as it was opened; empty of an account.';
comment on column cases.due_at is 'By when staff answer.';
comment on column cases.outcome is 'What staff wrote to the customer when they closed it.';

create table case_messages (
  id uuid primary key default gen_random_uuid(),
  case_id uuid not null references cases (id),
  user_id uuid not null references profiles (id),
  text text not null check (char_length(text) <= 4000),
  created_at timestamptz not null
);
create index case_messages_of_case on case_messages (case_id, created_at);
create index case_messages_of_user on case_messages (user_id);
comment on column case_messages.user_id is 'Whose case it is, who reads the files of the message.';

-- The text is emptied when the account is closed.
create trigger case_messages_are_append_only before update on case_messages
  for each row when (
    new.text <> '' or to_jsonb(new) - 'text' is distinct from to_jsonb(old) - 'text'
  ) execute function prevent_history_change();
create trigger case_messages_are_never_deleted before delete on case_messages
  for each row execute function prevent_history_change();
create trigger case_messages_are_never_emptied before truncate on case_messages
  for each statement execute function prevent_history_change();

-- Who of the staff attends to which thing of the open work.
create table work_assignments (
  kind text not null check (kind in ('waiting_for_customers', 'owner_unknown', 'open_cases', 'tracking_questions', 'late')),
  subject_id uuid not null,
  user_id uuid not null references profiles (id),
  taken_at timestamptz not null,
  primary key (kind, subject_id)
);
create index work_assignments_of_user on work_assignments (user_id);
comment on table work_assignments is
  'One is deleted when it is given back; one whose thing has left its stage is not shown, and deleted by a job.';
comment on column work_assignments.subject_id is
  'Of the thing as the list of its stage has it: a ship request, inbound parcel, case, leg or package.';
