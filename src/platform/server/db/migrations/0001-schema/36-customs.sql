-- What customs ask of goods by destination, the unit of account of posts, codes of goods, and customs papers.

create table customs_data_rules (
  id uuid primary key default gen_random_uuid(),
  countries text[] not null check (cardinality(countries) >= 1),
  hs_digits integer not null check (hs_digits = 6 or hs_digits = 10),
  wants_identifiers boolean not null,
  maximum_post_cents integer check (maximum_post_cents >= 1),
  source text not null check (char_length(source) between 1 and 200),
  source_day date not null,
  confidence text not null check (confidence in ('primary', 'several', 'single')),
  valid_from date not null,
  valid_until date check (valid_until >= valid_from)
);
comment on table customs_data_rules is
  'What customs of destinations ask of each goods item; of a country without a row six digits of its code are asked.';
comment on column customs_data_rules.wants_identifiers is
  'Whether identifiers of products are asked of sales to consumers.';
comment on column customs_data_rules.maximum_post_cents is
  'The highest value that may come by post, in cents of US dollars; null: none is known.';

insert into customs_data_rules
  (countries, hs_digits, wants_identifiers, maximum_post_cents, source, source_day, confidence, valid_from)
values
  (array['US'], 10, false, 250000, '91 FR 37801; dhl-module-versenden-m1 2.2.0', '2026-11-28', 'several', '2026-07-24'),
  (string_to_array('AT,BE,BG,CY,CZ,DE,DK,EE,ES,FI,FR,GR,HR,HU,IE,IT,LT,LU,LV,MT,NL,PL,PT,RO,SE,SI,SK', ','), 6, true, null,
    'Implementing Regulation (EU) 2026/1200; docs.easypost.com', '2026-11-28', 'several', '2026-11-01');

create table hs_codes (
  code text primary key check (code ~ '^([0-9]{6}|[0-9]{8}|[0-9]{10})$'),
  description text not null check (char_length(description) between 1 and 500),
  edition text not null check (char_length(edition) between 1 and 40),
  source text not null check (char_length(source) between 1 and 200),
  imported_by uuid not null,
  imported_at timestamptz not null
);
comment on table hs_codes is
  'The official list of codes, as staff imported it. Until then a code is checked by its structure alone.';

create table sdr_rates (
  valid_from date primary key,
  usd_per_sdr text not null
    check (usd_per_sdr ~ '^[0-9]{1,2}(\.[0-9]{1,6})?$' and usd_per_sdr::numeric between 0.5 and 3),
  source text not null check (char_length(source) between 1 and 200),
  source_day date not null,
  confidence text not null check (confidence in ('primary', 'several', 'single')),
  created_by uuid,
  created_at timestamptz not null
);
comment on table sdr_rates is
  'US dollars for one special drawing right from a day on: posts decide by it which customs form a package needs.';
comment on column sdr_rates.usd_per_sdr is 'As exact decimal text.';
comment on column sdr_rates.created_by is 'null: it came with the product.';
create trigger sdr_rates_are_append_only before update or delete on sdr_rates
  for each row execute function prevent_history_change();

insert into sdr_rates (valid_from, usd_per_sdr, source, source_day, confidence, created_at) values
  ('2026-01-01', '1.40', 'dutiable.io', '2026-11-28', 'single', now());

create table customs_papers (
  id uuid primary key default gen_random_uuid(),
  label_id uuid not null unique references labels (id),
  form text not null check (form in ('cn22', 'cn23', 'invoice')),
  content jsonb check (jsonb_typeof(content) = 'object'),
  created_by uuid not null,
  created_at timestamptz not null
);
comment on table customs_papers is
  'The customs paper of a label, which is void where its label is.';
comment on column customs_papers.content is
  'Everything that is printed and sent as data, so that it is the same whenever it is printed again; null: erased.';

create function guard_customs_paper() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'content') is distinct from (to_jsonb(old) - 'content') or new.content is not null then
    raise exception 'a customs paper is only erased' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger customs_papers_are_append_only before update on customs_papers
  for each row execute function guard_customs_paper();
create trigger customs_papers_are_never_deleted before delete on customs_papers
  for each row execute function prevent_history_change();
