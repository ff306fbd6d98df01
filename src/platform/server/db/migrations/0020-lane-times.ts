import { sql, type Kysely } from "kysely";

/** How long legs took on each lane, and the span by which a leg that has departed is expected. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lane_times (
      carrier_code text not null references carriers (code),
      service text not null check (service in ('air', 'surface')),
      origin text not null check (origin ~ '^[A-Z]{2}$'),
      destination text not null check (destination ~ '^[A-Z]{2}$'),
      month date not null check (extract(day from month) = 1),
      days_histogram integer[] not null
        check (array_ndims(days_histogram) = 1 and cardinality(days_histogram) = 61 and 0 <= all (days_histogram)),
      silence_histogram integer[] not null
        check (array_ndims(silence_histogram) = 1 and cardinality(silence_histogram) = 61 and 0 <= all (silence_histogram)),
      primary key (carrier_code, service, origin, destination, month)
    );
    comment on table lane_times is
      'How long delivered legs took, by lane and month of arrival in UTC; aggregated every night.';
    comment on column lane_times.days_histogram is
      'How many legs took 0 to 60 days from departure to arrival, begun days counted; 60 or more are the last.';
    comment on column lane_times.silence_histogram is
      'How many legs were without news for 0 to 60 full days at the longest; only those of which a carrier reported something.';
    create index lane_times_by_month on lane_times (month);

    alter table shipping_legs
      add column transit_span jsonb,
      add column late_after timestamptz,
      add column silent_days smallint check (silent_days > 0),
      add check ((transit_span is null) = (late_after is null));
    comment on column shipping_legs.transit_span is
      'How long it takes, as known when it departed; null before, and for a carrier of which nothing is known.';
    comment on column shipping_legs.late_after is 'It is late after this moment while it is on its way.';
    comment on column shipping_legs.silent_days is 'It is silent after so many days without news; null: five.';
    create index shipping_legs_late on shipping_legs (late_after, id) where status = 'in_transit';
    create index shipping_legs_measured on shipping_legs (arrived_at)
      where status = 'delivered' and carrier_code is not null and departed_at is not null;
  `.execute(db);
}
