import { type Kysely, sql } from "kysely";

/**
 * Whether a warehouse has been open once is stored, since a closed one hides its address alone. The sandbox's sample goes:
 * where something happened in it, it is an ordinary closed warehouse from now on. Without a warehouse parcels end with their
 * packages.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table warehouses add column opened_at timestamptz;
    comment on column warehouses.opened_at is
      'When it was first saved as active; it stays when the warehouse is closed. null: never yet.';
    update warehouses set opened_at = created_at
    where not is_sample and (is_active
      or exists (select from inbound_parcels where warehouse_id = warehouses.id)
      or exists (
        select from audit_log where target = warehouses.id::text and error_code is null
          and action in ('warehouses.createWarehouse', 'warehouses.updateWarehouse')
          and (after ->> 'isActive' = 'true' or before ->> 'isActive' = 'true')
      ));
    alter table warehouses add constraint warehouses_opened_check check (opened_at is not null or not is_active)
      not valid;

    update inbound_parcels set warehouse_id = null
    from warehouses
    where warehouses.id = inbound_parcels.warehouse_id and is_sample and received_at is null
      and not exists (select from receiving_records where inbound_parcel_id = inbound_parcels.id);
    delete from warehouses where is_sample
      and not exists (select from inbound_parcels where warehouse_id = warehouses.id)
      and not exists (select from storage_locations where warehouse_id = warehouses.id)
      and not exists (select from stocktakes where warehouse_id = warehouses.id)
      and not exists (select from ship_requests where warehouse_id = warehouses.id)
      and not exists (select from manifests where warehouse_id = warehouses.id)
      and not exists (select from boxes where warehouse_id = warehouses.id);
    update warehouses set is_active = false, opened_at = created_at where is_sample;
    alter table warehouses drop column is_sample;
    alter table warehouses validate constraint warehouses_opened_check;

    -- Before there is a warehouse a parcel ends with its package; until now it stayed awaited when its package had left.
    update inbound_parcels set state = 'cancelled', updated_at = now()
    where state = 'expected' and package_id is null
      and not exists (select from warehouses where opened_at is not null)
      and exists (
        select from inbound_parcel_events events join packages on packages.id = events.package_id
        where events.inbound_parcel_id = inbound_parcels.id and events.kind = 'taken_out'
          and packages.stage in ('handed_over', 'on_the_way', 'delivered', 'ended')
      );

    -- That a warehouse is entered or first opened shows on the open pages of everybody.
    create trigger warehouses_record_inserts after insert on warehouses
      for each statement execute function record_settings_changes();
    create trigger warehouses_record_openings after update of opened_at on warehouses for each row
      when (old.opened_at is distinct from new.opened_at) execute function record_settings_changes();
  `.execute(db);
}
