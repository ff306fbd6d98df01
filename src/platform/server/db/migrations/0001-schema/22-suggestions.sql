-- Suggestions: prices and rules that come with the product, for staff to accept.

create table suggestions (
  code text primary key check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(code) <= 60),
  position integer not null unique,
  kind text not null check (kind in (
    'suspension', 'storage_rates', 'extra_service', 'box', 'ship_requests', 'service', 'duty_rule', 'goods_rules'
  )),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  source text not null check (char_length(source) between 1 and 200),
  source_day date not null,
  accepted_by uuid,
  accepted_at timestamptz,
  check ((accepted_by is null) = (accepted_at is null))
);
comment on table suggestions is
  'Rows for other tables that come with the product; none of them is in force before staff accept it.';
comment on column suggestions.content is
  'The row that is added when it is accepted, without its day and source.';
comment on column suggestions.source_day is 'The day for which the source states it.';

insert into suggestions (code, position, kind, content, source, source_day) values
  ('storage-prices', 10, 'storage_rates', '{"stepGrams": 5000, "volumeDivisor": 6000, "rates": [
      {"plan": null, "freeDays": 14, "dayCents": 20, "capCents": 2000},
      {"plan": "Basic", "freeDays": 30, "dayCents": 20, "capCents": 2000},
      {"plan": "Super", "freeDays": 60, "dayCents": 20, "capCents": 2000},
      {"plan": "Premium", "freeDays": 90, "dayCents": 20, "capCents": 2000}]}',
    'Usual prices of forwarders in Hong Kong and China, 2026', '2026-11-01');

insert into suggestions (code, position, kind, content, source, source_day)
select 'box-' || code, place, 'box', jsonb_build_object(
    'names', jsonb_build_object('en', en, 'zh-Hant-HK', hant, 'zh-Hans', hans),
    'sidesMm', jsonb_build_array(length, width, height), 'emptyGrams', grams, 'priceCents', price
  ), 'Proposed with the product', '2026-11-01'
from (values
  (20, 'small', 'Small', '小號', '小号', 200, 150, 100, 80, 30),
  (21, 'medium', 'Medium', '中號', '中号', 300, 200, 150, 180, 60),
  (22, 'large', 'Large', '大號', '大号', 400, 300, 250, 400, 120),
  (23, 'extra-large', 'Extra large', '特大號', '特大号', 600, 400, 400, 900, 250)
) as first_boxes (place, code, en, hant, hans, length, width, height, grams, price);

insert into suggestions (code, position, kind, content, source, source_day)
select 'extra-service-' || replace(code, '_', '-'), place, 'extra_service', jsonb_build_object(
    'code', code, 'names', jsonb_build_object('en', en, 'zh-Hant-HK', hant, 'zh-Hans', hans), 'per', per,
    'priceCents', price, 'freePlans', '[]'::jsonb, 'promisedHours', hours, 'needsImages', images,
    'canRefuse', refusable
  ), 'Usual prices of forwarders in Hong Kong and China, 2026', '2026-11-01'
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
) as first_services (place, code, en, hant, hans, per, price, hours, images, refusable);

-- What both posts do not take, or take only with a proof of what it is.
create function pg_temp.goods_rules_of(carriers text[]) returns jsonb language sql as $$
  select jsonb_agg(jsonb_build_object('carrierCode', carrier, 'flag', flag, 'answer', answer,
    'needsProof', answer = 'limited') order by carrier, place)
  from unnest(carriers) as carriers (carrier), (values
    (1, 'flammable', 'refused'), (2, 'lighter', 'refused'), (3, 'aerosol', 'refused'), (4, 'battery_installed', 'refused'),
    (5, 'battery_packed', 'refused'), (6, 'battery_loose', 'refused'), (7, 'counterfeit', 'refused'), (8, 'cash', 'refused'),
    (9, 'weapon', 'refused'), (10, 'liquid', 'limited'), (11, 'powder', 'limited'), (12, 'magnet', 'limited'),
    (13, 'blade', 'limited')
  ) as rules (place, flag, answer)
$$;

insert into suggestions (code, position, kind, content, source, source_day)
select 'ship-requests-' || code, place, 'ship_requests', jsonb_build_object(
    'code', code, 'duty', duty, 'goodsRules', pg_temp.goods_rules_of(array[carrier])
  ), 'Proposed with the product', '2026-11-01'
from (values
  (40, 'hk-post-air', 'hk-post', 'recipient'), (41, 'hk-post-surface', 'hk-post', 'recipient'),
  (42, 'sg-post-air', 'sg-post', 'prepaid'), (43, 'sg-post-surface', 'sg-post', 'prepaid')
) as first_services (place, code, carrier, duty);

insert into suggestions (code, position, kind, content, source, source_day) values
  ('service-via-singapore-air', 50, 'service', '{
      "code": "via-singapore-air", "carrierCode": "sg-post", "mode": "air", "originCode": "HK",
      "names": {"en": "By way of Singapore, air", "zh-Hant-HK": "空郵（經新加坡）", "zh-Hans": "航空（经新加坡）"},
      "legs": [
        {"originCode": "HK", "destinationCode": "SG", "carrierCode": "hk-post", "pricedBy": "hk-post-air"},
        {"originCode": "SG", "destinationCode": null, "carrierCode": "sg-post", "pricedBy": "sg-post-air"}],
      "countries": ["US"], "currency": "SGD", "divisor": null, "roundsSidesUp": false, "volumetricFromSideMm": null,
      "roundingGrams": 1, "minimumGrams": 1, "maximumGrams": 30000, "maximumSideMm": null, "maximumGirthMm": null,
      "tracked": null, "signature": null, "duty": "prepaid", "includedCoverCents": 0, "label": "typed",
      "deliveryMin": 14, "deliveryMax": 28, "deliveryUnit": "business_days"}'::jsonb
      || jsonb_build_object('goodsRules', pg_temp.goods_rules_of(array['hk-post', 'sg-post'])),
    'Proposed with the product', '2026-11-01'),
  ('duty-us', 60, 'duty_rule', '{"countryCode": "US", "payer": "prepaid", "validFrom": "2025-08-29"}',
    'Executive Order 14324; CBP CSMS 65934463', '2025-08-29'),
  ('goods-branded', 61, 'goods_rules', '{"goodsRules": [{
      "carrierCode": null, "flag": "branded", "answer": "limited", "needsProof": false,
      "countryCodes": ["US", "AT", "BE", "BG", "HR", "CY", "CZ", "DK", "EE", "FI", "FR", "DE", "GR", "HU", "IE", "IT", "LV",
        "LT", "LU", "MT", "NL", "PL", "PT", "RO", "SK", "SI", "ES", "SE"],
      "texts": {
        "en": "Customs there may ask for a proof of purchase.",
        "zh-Hant-HK": "當地海關可能要求提供購買證明。",
        "zh-Hans": "当地海关可能要求提供购买凭证。"}}]}',
    'Proposed with the product', '2026-11-01');

-- Loose batteries go nowhere, those in a device or packed with one by express alone.
insert into suggestions (code, position, kind, content, source, source_day)
select 'goods-batteries', 62, 'goods_rules', jsonb_build_object('goodsRules', jsonb_agg(
    jsonb_build_object('carrierCode', null, 'flag', flag, 'answer', answer, 'needsProof', false) || said
    order by place, flag)), 'Proposed with the product', '2026-11-01'
from (values
  (1, array['battery_loose'], 'refused', '{"texts": {
      "en": "Power banks are loose batteries.",
      "zh-Hant-HK": "尿袋屬獨立電池。",
      "zh-Hans": "充电宝属于单独电池。"}}'::jsonb),
  (2, array['battery_installed', 'battery_packed'], 'refused', '{"modes": ["air", "surface", "line"]}'),
  (3, array['battery_installed', 'battery_packed'], 'limited', '{"modes": ["express"], "texts": {
      "en": "At most 20 Wh a cell and 100 Wh a battery; in a package at most 4 cells or 2 batteries, of 5 kg net in all.",
      "zh-Hant-HK": "每個電芯最多 20 Wh，每個電池最多 100 Wh；每個包裹最多 4 個電芯或 2 個電池，電池淨重合計最多 5 公斤。",
      "zh-Hans": "每个电芯最多 20 Wh，每个电池最多 100 Wh；每个包裹最多 4 个电芯或 2 个电池，电池净重合计最多 5 公斤。"}}')
) as answers (place, flags, answer, said), unnest(flags) as flag;

drop function pg_temp.goods_rules_of(text[]);

insert into suggestions (code, position, kind, content, source, source_day)
select 'suspension-hk-post-us-' || service, place, 'suspension', jsonb_build_object(
    'carrierId', 'hk-post', 'service', service, 'destinationCode', 'US',
    'reason', 'Hong Kong Post takes no items that contain goods to the United States, since duty-free entry ended there. Documents are still taken.',
    'suspendedOn', suspended_on, 'confidence', 'reported',
    'translations', '{
      "zh-Hant-HK": {
        "reason": "由於美國已取消小額貨物的免稅入境安排，香港郵政暫停收寄寄往美國而載有物品的郵件。文件仍可寄遞。",
        "source": "新聞報道引述香港郵政 2025年4月16日的公布；暫未有恢復收寄的消息。"},
      "zh-Hans": {
        "reason": "因美国取消小额货物免税入境，香港邮政暂停收寄寄往美国的物品类邮件。文件仍可寄递。",
        "source": "新闻报道引述香港邮政 2025年4月16日的公告；尚未见到恢复收寄的消息。"}}'::jsonb),
  'News reports of its announcement of April 16, 2025; no resumption was found.', '2025-04-16'
from (values (71, 'air', '2025-04-27'), (72, 'surface', '2025-04-16')) as known (place, service, suspended_on);
