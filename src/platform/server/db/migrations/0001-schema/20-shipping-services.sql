-- Shipping services with rates and surcharges, who pays duty, and exchange rates.

create table shipping_services (
  id uuid primary key default gen_random_uuid(),
  code text not null check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(code) <= 60),
  version integer not null check (version >= 1),
  carrier_code text not null references carriers (code),
  names jsonb not null check (jsonb_typeof(names) = 'object' and names ?& '{en,zh-Hant-HK,zh-Hans}'),
  mode text not null check (mode in ('air', 'surface', 'express', 'line')),
  origin_code text not null check (origin_code in ('CN', 'HK', 'SG')),
  legs jsonb not null check (jsonb_array_length(legs) between 1 and 3),
  countries text[],
  currency text not null check (currency in ('HKD', 'SGD', 'AUD', 'EUR', 'GBP', 'CAD', 'CNY', 'USD')),
  divisor integer check (divisor between 5000 and 8000),
  rounds_sides_up boolean not null,
  volumetric_from_side_mm integer check (volumetric_from_side_mm between 1 and 10000),
  rounding_grams integer not null check (rounding_grams between 1 and 100000),
  minimum_grams integer not null check (minimum_grams between 1 and 1000000),
  maximum_grams integer not null check (maximum_grams between 1 and 1000000),
  maximum_side_mm integer check (maximum_side_mm between 1 and 10000),
  maximum_girth_mm integer check (maximum_girth_mm between 1 and 50000),
  tracked boolean,
  signature boolean,
  duty text not null check (duty in ('recipient', 'prepaid', 'prepaid_required')),
  included_cover_cents integer not null check (included_cover_cents between 0 and 100000000),
  label text not null check (label in ('own', 'provider', 'typed')),
  customs jsonb not null
    default '{"form": "auto", "linesOnLabel": 4, "copies": 1, "wantsIdentifiers": false}'
    check (jsonb_typeof(customs) = 'object'),
  delivery_min integer not null check (delivery_min between 1 and 366),
  delivery_max integer not null check (delivery_max between 1 and 366),
  delivery_unit text not null check (delivery_unit in ('business_days', 'weeks')),
  takes_ship_requests boolean not null default true,
  money_days integer not null default 7 check (money_days between 0 and 366),
  lost_after_days integer not null default 10 check (lost_after_days between 0 and 366),
  lost_until_days integer not null default 90 check (lost_until_days between 0 and 732),
  is_active boolean not null,
  valid_from date not null,
  source text not null check (char_length(source) <= 200),
  created_by uuid,
  created_at timestamptz not null,
  unique (code, version),
  check (delivery_max >= delivery_min)
);
comment on table shipping_services is
  'Versions of shipping services. Of each code the one that counts on a day is the newest valid one; nothing is changed later.';
comment on column shipping_services.names is 'By language.';
comment on column shipping_services.legs is
  'Places and carriers; priced_by names the service whose rates price the leg, null is this one.';
comment on column shipping_services.countries is
  'The only ones that it goes to; null: all to which its legs have a price.';
comment on column shipping_services.divisor is
  'Cubic centimetres that count as a kilogram; null: the weight alone counts.';
comment on column shipping_services.maximum_girth_mm is 'Of the longest side and twice the sum of the others.';
comment on column shipping_services.customs is
  'Which customs paper goes with a package and how often it is printed, and whether identifiers of products are asked.';
comment on column shipping_services.money_days is
  'For how many days after the delivery money can be asked for what is damaged or missing.';
comment on column shipping_services.lost_after_days is
  'How many days after its usual time, counted from the hand-over, what did not come is lost.';
comment on column shipping_services.lost_until_days is
  'Until how many days after the hand-over money can be asked for it.';
comment on column shipping_services.tracked is 'null: not known.';
comment on column shipping_services.takes_ship_requests is
  'Whether ship requests may take it; otherwise its rates price the calculator alone.';

create table service_rates (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references shipping_services (id),
  position integer not null check (position >= 1),
  countries text[] not null check (cardinality(countries) >= 1),
  bands jsonb not null check (jsonb_array_length(bands) >= 1),
  step_grams integer check (step_grams between 1 and 1000000),
  step_cents integer check (step_cents between 0 and 100000000),
  unique (service_id, position),
  check ((step_grams is null) = (step_cents is null))
);
comment on table service_rates is
  'Prices of a version to some countries, in cents of its currency: bands from light to heavy, then each started step.';

create table service_surcharges (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references shipping_services (id),
  position integer not null check (position >= 1),
  kind text not null check (kind in ('fuel_percent', 'remote_area', 'oversize', 'per_kg', 'fixed')),
  condition jsonb not null,
  amount integer not null check (amount between 0 and 100000000),
  valid_from date not null,
  unique (service_id, position)
);
comment on column service_surcharges.amount is
  'Hundredths of a percent of the sum before it for fuel, cents for a started kilogram, otherwise cents.';

create trigger shipping_services_are_append_only before update or delete on shipping_services
  for each row execute function prevent_history_change();
create trigger service_rates_are_append_only before update or delete on service_rates
  for each row execute function prevent_history_change();
create trigger service_surcharges_are_append_only before update or delete on service_surcharges
  for each row execute function prevent_history_change();

-- The rates of the specification. They price the calculator; ship requests may take a service once staff say so.
insert into shipping_services (
  code, version, carrier_code, names, mode, origin_code, legs, countries, currency, divisor, rounds_sides_up,
  rounding_grams, minimum_grams, maximum_grams, duty, included_cover_cents,
  label, delivery_min, delivery_max, delivery_unit, takes_ship_requests, is_active, valid_from, source, created_at
)
select code, 1, carrier, jsonb_build_object('en', en, 'zh-Hant-HK', hant, 'zh-Hans', hans), mode, origin,
  jsonb_build_array(jsonb_build_object(
    'originCode', origin, 'destinationCode', null, 'carrierCode', carrier, 'pricedBy', null)),
  null, 'SGD', null, false, 1, 1, 30000, 'recipient', 0,
  'typed', earliest, latest, unit, false, true, '2026-01-01', 'The first prices', now()
from (values
  ('hk-post-air', 'hk-post', 'Hong Kong Post air', '香港郵政空郵', '香港邮政航空',
    'air', 'HK', 7, 14, 'business_days'),
  ('hk-post-surface', 'hk-post', 'Hong Kong Post surface', '香港郵政平郵', '香港邮政水陆路',
    'surface', 'HK', 2, 8, 'weeks'),
  ('sg-post-air', 'sg-post', 'Singapore Post air', '新加坡郵政空郵', '新加坡邮政航空',
    'air', 'SG', 7, 14, 'business_days'),
  ('sg-post-surface', 'sg-post', 'Singapore Post surface', '新加坡郵政平郵', '新加坡邮政水陆路',
    'surface', 'SG', 4, 12, 'weeks')
) as first_services (code, carrier, en, hant, hans, mode, origin, earliest, latest, unit);

insert into service_rates (service_id, position, countries, bands, step_grams, step_cents)
with europe (codes) as (values (
  'AD,AL,AT,AX,BA,BE,BG,BY,CH,CY,CZ,DE,DK,EE,ES,FI,FO,FR,GG,GI,GR,HR,HU,IE,IM,IS,IT,JE,LI,LT,LU,LV,MC,MD,ME,MK,'
  'MT,NL,NO,PL,PT,RO,RS,RU,SE,SI,SJ,SK,SM,UA,VA'
))
select services.id, place, string_to_array(replace(prices.countries, 'Europe', europe.codes), ','),
  jsonb_build_array(
    jsonb_build_object('upToGrams', 500, 'priceCents', to_500),
    jsonb_build_object('upToGrams', 1000, 'priceCents', to_1000),
    jsonb_build_object('upToGrams', 1500, 'priceCents', to_1500),
    jsonb_build_object('upToGrams', 2000, 'priceCents', to_2000)
  ), 500, step
from europe, (values
  ('hk-post-air', 1, 'SG,MY', 6500, 9500, 12500, 15500, 3000),
  ('hk-post-air', 2, 'US,CA,GB,Europe', 8500, 13500, 18500, 23500, 5000),
  ('hk-post-surface', 1, 'SG,MY', 3500, 5000, 6500, 8000, 1500),
  ('hk-post-surface', 2, 'US,CA', 4500, 7000, 9500, 12000, 2500),
  ('sg-post-air', 1, 'US,CA,GB,Europe', 2200, 3500, 4800, 6100, 1300),
  ('sg-post-air', 2, 'MY,HK', 800, 1200, 1600, 2000, 400),
  ('sg-post-surface', 1, 'US,CA,GB,Europe', 1200, 1800, 2400, 3000, 600)
) as prices (code, place, countries, to_500, to_1000, to_1500, to_2000, step)
join shipping_services services using (code);

create table goods_rules (
  id uuid primary key default gen_random_uuid(),
  flag text not null check (flag in (
    'liquid', 'powder', 'magnet', 'aerosol', 'blade', 'food', 'plant', 'medicine', 'branded', 'fragile', 'oversize',
    'flammable', 'lighter', 'counterfeit', 'cash', 'tobacco', 'weapon', 'battery_installed', 'battery_packed', 'battery_loose'
  )),
  service_code text check (service_code ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(service_code) <= 60),
  carrier_code text references carriers (code),
  mode text check (mode in ('air', 'surface', 'express', 'line')),
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  answer text not null check (answer in ('refused', 'limited', 'allowed')),
  needs_proof boolean not null check (not needs_proof or answer = 'limited'),
  texts jsonb not null check (jsonb_typeof(texts) = 'object' and texts ?& '{en,zh-Hant-HK,zh-Hans}'),
  source text not null check (char_length(source) between 1 and 200),
  source_day date not null,
  confidence text not null check (confidence in ('primary', 'several', 'single')),
  valid_from date not null,
  valid_until date check (valid_until >= valid_from - 1),
  created_by uuid,
  created_at timestamptz not null,
  ended_by uuid,
  ended_at timestamptz,
  check (ended_at is null or valid_until is not null)
);
create index goods_rules_by_day on goods_rules (valid_from, valid_until);
comment on table goods_rules is
  'Which goods services take: of each property the most specific row counts. A row is ended and followed, never changed.';
comment on column goods_rules.service_code is 'Null in this and the next three: for any.';
comment on column goods_rules.texts is 'By language; empty where the answer says all.';
comment on column goods_rules.source_day is 'The day for which the source states it.';
comment on column goods_rules.valid_until is
  'The last day; the day before the first one where it was ended before it ever counted.';

create table duty_rules (
  id uuid primary key default gen_random_uuid(),
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  payer text not null check (payer in ('recipient', 'prepaid')),
  valid_from date not null,
  valid_until date check (valid_until >= valid_from),
  source text not null check (length(source) between 1 and 200),
  created_at timestamptz not null default now(),
  unique (country_code, valid_from)
);
comment on table duty_rules is
  'Where duty on mail has to be paid before the delivery, and since when; a country without a row: the recipient pays.';

create table exchange_rates (
  source text not null,
  day date not null,
  currency text not null,
  rate numeric(18, 8) not null check (rate > 0),
  fetched_at timestamptz not null,
  primary key (source, day, currency)
);
comment on table exchange_rates is 'Units of a currency for one euro, as published on a day.';
