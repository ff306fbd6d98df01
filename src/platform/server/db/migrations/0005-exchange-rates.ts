import { sql, type Kysely } from "kysely";

/** The currency in which amounts are also shown to a user, and the exchange rates for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table profiles add column display_currency text not null default 'USD'
      check (display_currency in ('HKD', 'SGD', 'AUD', 'EUR', 'GBP', 'CAD', 'CNY', 'USD'));

    create table exchange_rates (
      source text not null,
      day date not null,
      currency text not null,
      rate numeric(18, 8) not null check (rate > 0),
      fetched_at timestamptz not null,
      primary key (source, day, currency)
    );
    comment on table exchange_rates is 'Units of a currency for one euro, as published on a day.';
  `.execute(db);
}
