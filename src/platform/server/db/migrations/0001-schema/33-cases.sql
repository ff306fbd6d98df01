-- Cases: what customers say is wrong with a thing of theirs, what both sides write about it, and how it ended.

create table cases (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  user_id uuid not null references profiles (id),
  previous_id uuid references cases (id),
  subject text not null check (subject in ('inbound_parcel', 'package', 'ship_request', 'transaction', 'account')),
  subject_id uuid not null,
  subject_name text not null check (char_length(subject_name) <= 60),
  kind text not null check (kind in (
    'question', 'damaged', 'missing', 'lost', 'wrong_item', 'goods_refused', 'customs', 'money', 'return', 'order', 'other'
  )),
  state text not null check (state in ('waiting_for_us', 'waiting_for_customer', 'closed')),
  waiting_since timestamptz not null,
  due_at timestamptz,
  first_due_at timestamptz,
  first_answered_at timestamptz,
  reminded_at timestamptz,
  answer_by timestamptz,
  answer_reminded_at timestamptz,
  asked_cents integer check (asked_cents between 1 and 100000000),
  value_cents integer check (value_cents >= 0),
  concerned_goods jsonb not null default '[]' check (jsonb_typeof(concerned_goods) = 'array'),
  evidence jsonb not null default '{"photos": [], "weights": [], "events": []}' check (jsonb_typeof(evidence) = 'object'),
  granted_cents integer check (granted_cents between 1 and 100000000),
  granted_by uuid,
  granted_at timestamptz,
  grant_text text not null default '' check (char_length(grant_text) <= 4000),
  second_by uuid,
  transaction_id uuid unique,
  outcome text not null default '' check (char_length(outcome) <= 4000),
  opened_at timestamptz not null,
  last_at timestamptz not null,
  closed_at timestamptz,
  check ((state = 'closed') = (closed_at is not null)),
  check ((state = 'waiting_for_us') = (due_at is not null)),
  check (answer_by is null or state = 'waiting_for_customer'),
  check ((asked_cents is null) = (value_cents is null)),
  check (num_nulls(granted_cents, granted_by, granted_at) in (0, 3)),
  check (transaction_id is null or granted_cents is not null),
  constraint cases_second_person_check check (second_by is null or (transaction_id is not null and second_by <> granted_by))
);
create unique index cases_open_thing on cases (user_id, subject_id, kind) where state <> 'closed';
create index cases_of_user on cases (user_id, last_at desc, number desc);
create index cases_of_subject on cases (subject_id) where state <> 'closed';
create index cases_open on cases (due_at, waiting_since, id) where state <> 'closed';
create index cases_unanswered on cases (last_at) where state = 'waiting_for_customer' and reminded_at is null;
create index cases_to_answer on cases (answer_by) where answer_by is not null;
create index cases_granted on cases (user_id) where granted_cents is not null;
create index cases_by_time on cases (opened_at) include (first_due_at, first_answered_at);
comment on table cases is
  'One stays when its package is deleted, which is why the subject is named and no foreign key.';
comment on column cases.previous_id is 'The closed case that it goes on with.';
comment on column cases.subject_name is
  'The number of the thing as it was opened; empty of an account or transaction.';
comment on column cases.waiting_since is 'Since when it is in its state.';
comment on column cases.due_at is 'By when staff answer; null while they need not.';
comment on column cases.first_due_at is 'By when staff were to answer first; null of one that they opened.';
comment on column cases.reminded_at is
  'When its customer was reminded of the last answer of staff.';
comment on column cases.answer_by is
  'By when its customer is to answer; it then returns to staff, and nothing else happens.';
comment on column cases.answer_reminded_at is 'When its customer was reminded at half of that time.';
comment on column cases.asked_cents is 'How much money its customer asks for.';
comment on column cases.value_cents is 'What the goods concerned were worth when money was asked for, in cents of US dollars.';
comment on column cases.concerned_goods is 'Those goods as they were declared then.';
comment on column cases.evidence is
  'What was known of its thing when it was opened: the photos by file and hash, the weights and the newest events.';
comment on column cases.granted_cents is
  'How much staff grant; until transaction_id is set a second person is to confirm it.';
comment on column cases.grant_text is 'What is written to the customer with it.';
comment on column cases.second_by is 'Who confirmed it.';
comment on column cases.transaction_id is 'The compensation that paid it.';
comment on column cases.outcome is 'What staff wrote to the customer when they closed it.';
comment on column cases.last_at is 'When its customer or staff wrote last; notes do not count.';

-- What was known of the thing then is emptied when the account is closed, and never changed.
create trigger cases_keep_evidence before update of evidence on cases
  for each row when (
    new.evidence <> '{"photos": [], "weights": [], "events": []}' and new.evidence is distinct from old.evidence
  ) execute function prevent_history_change();

create table case_messages (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity,
  case_id uuid not null references cases (id),
  user_id uuid not null references profiles (id),
  author_id uuid references profiles (id),
  sender text not null check (sender in ('customer', 'staff', 'system')),
  event text check (event in (
    'received', 'packed', 'quote_accepted', 'handed_over', 'delivered', 'refund', 'customs_information_required',
    'choice_not_possible', 'answer_overdue'
  )),
  is_internal boolean not null default false,
  text text not null check (char_length(text) <= 4000),
  choices jsonb check (jsonb_typeof(choices) = 'array' and jsonb_array_length(choices) between 1 and 4),
  answers_id uuid unique references case_messages (id),
  choice text,
  created_at timestamptz not null,
  check ((sender = 'system') = (author_id is null)),
  check ((sender = 'system') = (event is not null)),
  check (sender = 'staff' or not is_internal),
  check (choices is null or (sender = 'staff' and not is_internal)),
  check ((answers_id is null) = (choice is null)),
  check (answers_id is null or sender = 'customer')
);
create index case_messages_of_case on case_messages (case_id, created_at, number);
create index case_messages_of_user on case_messages (user_id);
comment on column case_messages.number is 'Orders messages of the same time.';
comment on column case_messages.user_id is 'Whose case it is, who reads the files of the message.';
comment on column case_messages.author_id is 'null: the product itself.';
comment on column case_messages.event is
  'What happened to the thing, where the product says that instead of a text.';
comment on column case_messages.choices is
  'What its customer may choose, each with a code, a label and what is done then.';
comment on column case_messages.answers_id is
  'The message of staff of which its customer chose; each is answered once.';
comment on column case_messages.choice is 'The code of what was chosen.';
comment on column case_messages.is_internal is 'A note among staff, which its customer never reads.';

-- The text and the choices are emptied when the account is closed.
create trigger case_messages_are_append_only before update on case_messages
  for each row when (
    new.text <> '' or new.choices is not null
    or to_jsonb(new) - '{text,choices}'::text[] is distinct from to_jsonb(old) - '{text,choices}'::text[]
  ) execute function prevent_history_change();
create trigger case_messages_are_never_deleted before delete on case_messages
  for each row execute function prevent_history_change();
create trigger case_messages_are_never_emptied before truncate on case_messages
  for each statement execute function prevent_history_change();

-- Texts that staff insert into what they write in cases, where they are not the product's own.
create table case_snippets (
  code text primary key check (code in (
    'looking_into_it', 'photo_please', 'our_photo', 'carrier_asked', 'on_its_way', 'neighbour',
    'customs_invoice', 'address_check', 'parcel_found', 'search_goes_on', 'no_money', 'all_done'
  )),
  texts jsonb not null check (jsonb_typeof(texts) = 'object'),
  version integer not null,
  updated_at timestamptz not null
);
comment on column case_snippets.texts is 'By language; the customer''s name, a number and a day are filled in.';
comment on column case_snippets.version is 'Increased with every change; 0: the product''s own hold.';

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
-- What happens to a thing is said in its open cases, at most once a minute in each.

create function skip_frequent_case_event() returns trigger language plpgsql as $$
begin
  if exists (
    select from case_messages where case_id = new.case_id and sender = 'system'
      and created_at > new.created_at - interval '1 minute' and created_at < new.created_at + interval '1 minute'
  ) then
    return null;
  end if;
  return new;
end $$;
create trigger case_messages_skip_frequent_events before insert on case_messages
  for each row when (new.sender = 'system'
    and new.event not in ('customs_information_required', 'choice_not_possible', 'answer_overdue'))
  execute function skip_frequent_case_event();

-- What happens to a ship request is said in cases about its package too, and the other way round.
create function add_events_to_cases() returns trigger language plpgsql as $$
begin
  insert into case_messages (case_id, user_id, sender, event, text, created_at)
  select cases.id, cases.user_id, 'system', happened.event, '', happened.created_at
  from (
    select id, subject_kind, subject_id, created_at, case
      when subject_kind = 'inbound_parcel' and kind in ('received', 'packed') then kind
      when subject_kind = 'ship_request' and kind = 'box_closed' then 'packed'
      when subject_kind = 'ship_request' and kind = 'accepted' then 'quote_accepted'
      when subject_kind = 'ship_request' and kind = 'handed_over' then kind
      when subject_kind = 'package' and kind = 'package_status_changed' and facts ->> 'after' = 'delivered'
        then 'delivered'
    end as event
    from changed
  ) as happened
    cross join lateral (
      select happened.subject_id as id
      union all select package_id from ship_requests
        where happened.subject_kind = 'ship_request' and ship_requests.id = happened.subject_id
      union all select ship_requests.id from ship_requests
        where happened.subject_kind = 'package' and ship_requests.package_id = happened.subject_id
    ) as things
    join cases on cases.subject_id = things.id and cases.state <> 'closed'
  where happened.event is not null
  order by happened.id;
  return null;
end $$;
create trigger events_are_added_to_cases after insert on events
  referencing new table as changed
  for each statement execute function add_events_to_cases();

-- Called where the ledger posts refunds, since each trigger on transactions costs every posting. What the facts of a refund
-- name is compared as text: nothing in them may fail a posting.
create function add_refund_to_cases(p_user_id uuid, p_facts jsonb, p_at timestamptz) returns void
language sql as $$
  insert into case_messages (case_id, user_id, sender, event, text, created_at)
  select id, user_id, 'system', 'refund', '', p_at from cases
  where user_id = p_user_id and state <> 'closed'
    and subject_id::text in (p_facts ->> 'refunds', p_facts ->> 'shipRequestId', p_facts ->> 'packageId')
$$;
