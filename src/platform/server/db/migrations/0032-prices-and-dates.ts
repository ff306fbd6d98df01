import { sql, type Kysely } from "kysely";

/** Who pays duty in a country, what the first services refuse, and by which service a leg goes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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

    insert into duty_rules (country_code, payer, valid_from, source) values
      ('US', 'prepaid', '2025-08-29', 'Executive Order 14324; CBP CSMS 65934463');

    alter table shipping_services disable trigger shipping_services_are_append_only;
    update shipping_services set refused_goods = '{liquid,aerosol}'
      where version = 1 and source = 'The first prices'
        and code in ('hk-post-air', 'hk-post-surface', 'sg-post-air', 'sg-post-surface', 'via-singapore-air');
    update shipping_services set duty = 'prepaid'
      where version = 1 and source = 'The first prices'
        and code in ('sg-post-air', 'sg-post-surface', 'via-singapore-air');
    alter table shipping_services enable trigger shipping_services_are_append_only;

    alter table shipping_legs add column service_id uuid references shipping_services (id);
    comment on column shipping_legs.service_id is
      'The version of the service whose times it takes, from the acceptance of a quote on; null: none was accepted.';

    alter table lane_times drop constraint lane_times_service_check;
    alter table lane_times add check (service in ('air', 'surface', 'express', 'line'));
  `.execute(db);
}
