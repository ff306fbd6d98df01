import { sql, type Kysely } from "kysely";

const usualPrices = "Usual prices of forwarders in Hong Kong and China, 2026";
const proposal = "Proposed with the product";
const firstPrices = "The first prices";
const firstServices = sql`('hk-post-air', 'hk-post-surface', 'sg-post-air', 'sg-post-surface')`;

/**
 * What was seeded besides the specification's rates becomes suggestions, which staff accept. Where no warehouse was entered, the
 * seeds go that nobody changed and nothing refers to; all others stay in force, and their suggestions count as accepted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table suggestions (
      code text primary key check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(code) <= 60),
      position integer not null unique,
      kind text not null check (kind in ('suspension', 'storage_rates', 'extra_service', 'box', 'ship_requests', 'service',
        'duty_rule')),
      content jsonb not null check (jsonb_typeof(content) = 'object'),
      source text not null check (char_length(source) between 1 and 200),
      source_day date not null,
      accepted_by uuid,
      accepted_at timestamptz,
      check (accepted_by is null or accepted_at is not null)
    );
    comment on table suggestions is
      'Rows for other tables that come with the product; none of them is in force before staff accept it.';
    comment on column suggestions.content is 'The row that is added when it is accepted, without its day and source.';
    comment on column suggestions.source_day is 'The day for which the source states it.';
    comment on column suggestions.accepted_by is 'null with a time: it was in force before there were suggestions.';

    alter table shipping_services add column takes_ship_requests boolean not null default true;
    comment on column shipping_services.takes_ship_requests is
      'Whether ship requests may take it; otherwise its rates price the calculator alone.';
  `.execute(db);
  await suggestPrices(db);
  await suggestRules(db);
  await removeSeeds(db);
  await acceptWhatStays(db);
}

async function suggestPrices(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into suggestions (code, position, kind, content, source, source_day) values
      ('storage-prices', 10, 'storage_rates', '{"stepGrams": 5000, "volumeDivisor": 6000, "rates": [
        {"plan": null, "freeDays": 14, "dayCents": 20, "capCents": 2000},
        {"plan": "Basic", "freeDays": 30, "dayCents": 20, "capCents": 2000},
        {"plan": "Super", "freeDays": 60, "dayCents": 20, "capCents": 2000},
        {"plan": "Premium", "freeDays": 90, "dayCents": 20, "capCents": 2000}]}', ${sql.lit(usualPrices)}, '2026-11-01');

    insert into suggestions (code, position, kind, content, source, source_day)
    select 'box-' || code, place, 'box', jsonb_build_object(
        'names', jsonb_build_object('en', en, 'zh-Hant-HK', hant, 'zh-Hans', hans),
        'sidesMm', jsonb_build_array(length, width, height), 'emptyGrams', grams, 'priceCents', price
      ), ${sql.lit(proposal)}, '2026-11-01'
    from (values
      (20, 'small', 'Small', '小號', '小号', 200, 150, 100, 80, 30),
      (21, 'medium', 'Medium', '中號', '中号', 300, 200, 150, 180, 60),
      (22, 'large', 'Large', '大號', '大号', 400, 300, 250, 400, 120),
      (23, 'extra-large', 'Extra large', '特大號', '特大号', 600, 400, 400, 900, 250)
    ) boxes (place, code, en, hant, hans, length, width, height, grams, price);

    insert into suggestions (code, position, kind, content, source, source_day)
    select 'extra-service-' || replace(code, '_', '-'), place, 'extra_service', jsonb_build_object(
        'code', code, 'names', jsonb_build_object('en', en, 'zh-Hant-HK', hant, 'zh-Hans', hans), 'per', per,
        'priceCents', price, 'freePlans', '[]'::jsonb, 'promisedHours', hours, 'needsImages', images, 'canRefuse', refusable
      ), ${sql.lit(usualPrices)}, '2026-11-01'
    from (values
      (30, 'detail_photo', 'Detail photo', '細節相片', '细节照片', 'photo', 25, 24, true, true),
      (31, 'contents_check', 'Count and check the contents', '清點及檢查內容', '清点并检查内容',
        'inbound_parcel', 140, 48, true, true),
      (32, 'function_test', 'Switch on and test', '通電測試', '通电测试', 'inbound_parcel', 200, 48, true, true),
      (33, 'remove_packaging', 'Remove the seller’s packaging', '拆除賣家包裝', '拆除卖家包装',
        'inbound_parcel', 50, 48, false, true),
      (34, 'bubble_wrap', 'Bubble wrap', '氣泡紙包裝', '气泡膜包裹', 'package', 110, 48, false, false),
      (35, 'stretch_film', 'Stretch film', '纏繞膜', '缠绕膜', 'package', 60, 48, false, false),
      (36, 'wooden_frame', 'Wooden frame', '木架加固', '木架加固', 'package', 550, 72, true, true),
      (37, 'priority_packing', 'Priority packing', '優先打包', '优先打包', 'package', 140, 12, false, false),
      (38, 'unpack', 'Take a packed box apart', '拆開已打包的箱子', '拆开已打包的箱子', 'package', 150, 48, false, false)
    ) services (place, code, en, hant, hans, per, price, hours, images, refusable);
  `.execute(db);
}

async function suggestRules(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into suggestions (code, position, kind, content, source, source_day)
    select 'ship-requests-' || code, place, 'ship_requests', jsonb_build_object(
        'code', code, 'duty', duty, 'refusedGoods', '["liquid", "aerosol"]'::jsonb,
        'refusedBatteries', '["installed", "packed", "loose"]'::jsonb
      ), ${sql.lit(proposal)}, '2026-11-01'
    from (values
      (40, 'hk-post-air', 'recipient'), (41, 'hk-post-surface', 'recipient'),
      (42, 'sg-post-air', 'prepaid'), (43, 'sg-post-surface', 'prepaid')
    ) services (place, code, duty);

    insert into suggestions (code, position, kind, content, source, source_day) values
      ('service-via-singapore-air', 50, 'service', '{
        "code": "via-singapore-air", "carrierCode": "sg-post", "mode": "air", "originCode": "HK",
        "names": {"en": "By way of Singapore, air", "zh-Hant-HK": "空郵（經新加坡）", "zh-Hans": "航空（经新加坡）"},
        "legs": [
          {"originCode": "HK", "destinationCode": "SG", "carrierCode": "hk-post", "pricedBy": "hk-post-air"},
          {"originCode": "SG", "destinationCode": null, "carrierCode": "sg-post", "pricedBy": "sg-post-air"}],
        "countries": ["US"], "currency": "SGD", "divisor": null, "roundsSidesUp": false, "volumetricFromSideMm": null,
        "roundingGrams": 1, "minimumGrams": 1, "maximumGrams": 30000, "maximumSideMm": null, "maximumGirthMm": null,
        "tracked": null, "signature": null, "duty": "prepaid", "includedCoverCents": 0,
        "refusedGoods": ["liquid", "aerosol"], "refusedBatteries": ["installed", "packed", "loose"], "label": "typed",
        "deliveryMin": 14, "deliveryMax": 28, "deliveryUnit": "business_days"}', ${sql.lit(proposal)}, '2026-11-01');

    insert into suggestions (code, position, kind, content, source, source_day)
    select 'duty-' || lower(country_code), 60, 'duty_rule', jsonb_build_object(
        'countryCode', country_code, 'payer', payer, 'validFrom', valid_from), source, valid_from
    from duty_rules where country_code = 'US' and valid_from = '2025-08-29';

    insert into suggestions (code, position, kind, content, source, source_day)
    select 'suspension-hk-post-us-' || service, 70 + row_number() over (order by service), 'suspension',
      jsonb_build_object('carrierId', carrier_id, 'service', service, 'destinationCode', destination_code,
        'reason', reason, 'suspendedOn', suspended_on, 'confidence', confidence, 'translations', translations),
      source, '2025-04-16'
    from suspended_lanes where suspended_by is null;
  `.execute(db);
}

/** Only where no warehouse was entered; a service of the specification stays, without what it refused. */
async function removeSeeds(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table storage_rates disable trigger storage_rates_are_never_deleted;
    delete from storage_rates where not exists (select from warehouses)
      and not exists (select from storage_rates where created_by is not null or source <> ${sql.lit(firstPrices)})
      and not exists (select from inbound_parcels where storage_rate_id is not null);
    alter table storage_rates enable trigger storage_rates_are_never_deleted;

    delete from boxes where not exists (select from warehouses)
      and created_by is null and version = 1 and source = ${sql.lit(firstPrices)}
      and not exists (select from ship_requests r where r.box_id = boxes.id);

    delete from extra_services where not exists (select from warehouses)
      and created_by is null and version = 1 and source = ${sql.lit(usualPrices)}
      and not exists (select from extra_service_requests r where r.code = extra_services.code);

    delete from suspended_lanes where not exists (select from warehouses)
      and suspended_by is null and reopened_at is null;

    delete from duty_rules where not exists (select from warehouses)
      and country_code = 'US' and valid_from = '2025-08-29' and valid_until is null;

    create function is_unused_seed(p_code text) returns boolean language sql stable return (
      select not exists (select from warehouses)
        and not exists (select from shipping_services s
          where s.code = p_code and (s.version > 1 or s.created_by is not null or s.source <> ${sql.lit(firstPrices)}))
        and not exists (select from number_ranges where service_code = p_code)
        and not exists (select from ship_requests where service_code = p_code)
        and not exists (select from shipping_services s where s.code = p_code and (
          exists (select from shipping_legs where service_id = s.id) or exists (select from quotes where service_id = s.id)
          or exists (select from labels where service_id = s.id)))
    );
    alter table shipping_services disable trigger shipping_services_are_append_only;
    delete from shipping_services where code = 'via-singapore-air' and is_unused_seed(code);
    update shipping_services set takes_ship_requests = false, duty = 'recipient', refused_goods = '{}', refused_batteries = '{}'
      where code in ${firstServices} and is_unused_seed(code);
    alter table shipping_services enable trigger shipping_services_are_append_only;
    drop function is_unused_seed(text);
  `.execute(db);
}

async function acceptWhatStays(db: Kysely<unknown>): Promise<void> {
  await sql`
    update suggestions set accepted_at = now() where exists (select from warehouses) or case kind
      when 'storage_rates' then exists (select from storage_rates)
      when 'box' then exists (select from boxes b where b.created_by is null and (b.names -> 'en' = content #> '{names,en}'
        or jsonb_build_array(b.length_mm, b.width_mm, b.height_mm) = content -> 'sidesMm'))
      when 'extra_service' then exists (select from extra_services s where s.code = content ->> 'code')
      when 'ship_requests' then exists (
        select from shipping_services s where s.code = content ->> 'code' and s.takes_ship_requests)
      when 'service' then exists (select from shipping_services s where s.code = content ->> 'code')
      when 'duty_rule' then exists (select from duty_rules r where r.country_code = content ->> 'countryCode')
      when 'suspension' then exists (select from suspended_lanes l where l.carrier_id = content ->> 'carrierId'
        and l.service = content ->> 'service' and l.destination_code = content ->> 'destinationCode')
    end;
  `.execute(db);
}
