import { type Kysely, sql } from "kysely";

/** Staff find numbers in any grouping, and addresses are checked by what labels print, whichever the carrier is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table carriers drop column needs_latin_address;

    -- The indexes of the column go with it.
    alter table inbound_parcels drop column searched_text;
    alter table inbound_parcels add column searched_text text generated always as (
      replace(upper(coalesce(tracking_number, '') || ' ' || label_code || ' '
        || regexp_replace(order_reference, '\\s', '', 'g')), '-', '')
    ) stored not null;
    comment on column inbound_parcels.searched_text is
      'What staff search: the number, the code of the label, and the order reference, without dashes and the last without spaces.';
    create index inbound_parcels_newest on inbound_parcels (created_at desc, id desc) include (searched_text);
    create index inbound_parcels_sixes on inbound_parcels
      using gin (tracking_number_parts(searched_text)) with (fastupdate = off);
    create index inbound_parcels_months on inbound_parcels
      using gin (parts_of_month(searched_text, month_number(created_at))) with (fastupdate = off);

    drop index packages_tracking_number_sixes, packages_tracking_number_months;
    create index packages_tracking_number_sixes on packages
      using gin (tracking_number_parts(replace(tracking_number, '-', ''))) with (fastupdate = off);
    create index packages_tracking_number_months on packages
      using gin (parts_of_month(replace(tracking_number, '-', ''), month_number(created_at)))
      with (fastupdate = off);
  `.execute(db);
}
