-- Carriers and couriers.

create table carriers (
  code text primary key check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(code) between 2 and 40),
  name text not null check (char_length(name) between 1 and 60),
  name_zh_hant text check (char_length(name_zh_hant) between 1 and 60),
  name_zh_hans text check (char_length(name_zh_hans) between 1 and 60),
  tracking_page text check (
    tracking_page ~ '^https://[a-z0-9.-]+/[^[:space:][:cntrl:]<>"]*$' and char_length(tracking_page) <= 500
  ),
  is_number_filled_in boolean not null,
  is_on_track_page boolean not null default false,
  provider_carrier text check (provider_carrier <> ''),
  address_line_characters integer check (address_line_characters between 10 and 200),
  is_active boolean not null default true,
  position integer not null check (position > 0),
  source text check (char_length(source) between 1 and 500),
  checked_on date not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (not is_on_track_page or tracking_page is not null)
);
create unique index carriers_name_once on carriers (lower(name));
comment on column carriers.name_zh_hant is 'Null: the same as name; so is name_zh_hans.';
comment on column carriers.tracking_page is
  'Address with {n} in place of the number; null where the carrier has no public page that is known.';
comment on column carriers.is_number_filled_in is 'Whether the page takes the number from its address.';
comment on column carriers.is_on_track_page is 'Listed on Track Shipment, in the order of position.';
comment on column carriers.provider_carrier is 'Code of the carrier at the tracking provider.';
comment on column carriers.address_line_characters is
  'The longest line of an address that it takes; null: any.';
comment on column carriers.source is
  'Where names and tracking page were found; checked_on is the day on which they were last looked at there.';

insert into carriers (
  code, name, name_zh_hant, name_zh_hans, tracking_page, is_number_filled_in, is_on_track_page, provider_carrier,
  address_line_characters, position, source, checked_on, created_at, updated_at
)
select code, name, name_zh_hant, name_zh_hans, tracking_page, is_number_filled_in, position <= 6, provider_carrier,
  address_line_characters, position,
  concat_ws('. ', replace(source, '17TRACK', '17TRACK''s list of carriers, copy of 2025-11-24'),
    case when provider_carrier is not null then 'Key: 17TRACK''s list of carriers, copy of 2025-04-13' end),
  date '2026-11-22', now(), now()
from (values
  (1, 'sf-express', 'SF Express', '順豐速運', '顺丰速运', '100012', null,
    'https://htm.sf-express.com/hk/en/dynamic_function/waybill/#search/bill-number/{n}', true,
    'Page: several public sources that agree'),
  (2, 'hk-post', 'Hong Kong Post', '香港郵政', '香港邮政', '8011', 35,
    'https://webapp.hongkongpost.hk/en/mail_tracking/index.html?trackcode={n}', false,
    'Page: one public source; it asks for a captcha and may not take the number'),
  (3, 'sg-post', 'Singapore Post', '新加坡郵政', '新加坡邮政', '19131', 35,
    'https://www.singpost.com/track-items?trackingid={n}', true, 'Page: one public source'),
  (4, 'dhl', 'DHL', null, null, '100001', null,
    'https://www.dhl.com/hk-en/home/tracking.html?tracking-id={n}&submit=1', true,
    'Page: several public sources that agree'),
  (5, 'fedex', 'FedEx', null, null, '100003', null,
    'https://www.fedex.com/fedextrack/?trknbr={n}', true, 'Page: several public sources that agree'),
  (6, 'ups', 'UPS', null, null, '100002', null,
    'https://www.ups.com/track?loc=en_US&tracknum={n}', true, 'Page: several public sources that agree'),
  (7, 'yto-express', 'YTO Express', '圓通速遞', '圆通速递', '190157', null, null, false, 'Names: 17TRACK'),
  (8, 'zto-express', 'ZTO Express', '中通快遞', '中通快递', '190455', null,
    'https://www.zto.com/express/expressCheck.html?txtBill={n}', true,
    'Names: 17TRACK. Page: as the search on www.zto.com opens it'),
  (9, 'sto-express', 'STO Express', '申通快遞', '申通快递', '190324', null, null, false, 'Names: 17TRACK'),
  (10, 'yunda-express', 'Yunda Express', '韻達快遞', '韵达快递', null, null, null, false,
    'Names: several public lists of couriers'),
  (11, 'jt-express', 'J&T Express', '極兔速遞', '极兔速递', '190442', null, null, false,
    'Names: 17TRACK; in Chinese several public lists of couriers'),
  (12, 'jd-logistics', 'JD Logistics', '京東物流', '京东物流', '191121', null, null, false, 'Names: 17TRACK'),
  (13, 'china-post', 'China Post', '中國郵政', '中国邮政', '3011', null, null, false, 'Names: 17TRACK'),
  (14, 'china-ems', 'China EMS', 'EMS', 'EMS', '3013', null, null, false,
    'Names: 17TRACK; in Chinese Kdniao''s list of couriers'),
  (15, 'cainiao', 'Cainiao', '菜鳥', '菜鸟', '190271', null, null, false, 'Names: 17TRACK'),
  (16, 'deppon-express', 'Deppon Express', '德邦快遞', '德邦快递', '190174', null, null, false,
    'Names: several public lists of couriers'),
  (17, 'yun-express', 'YunExpress', '雲途物流', '云途物流', '190008', null, null, false, 'Names: 17TRACK')
) as known (
  position, code, name, name_zh_hant, name_zh_hans, provider_carrier, address_line_characters, tracking_page,
  is_number_filled_in, source
);
