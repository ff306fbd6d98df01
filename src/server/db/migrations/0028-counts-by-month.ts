// Sums of the counts of packages by month, so that a page far behind is found by a few of them.
import { sql, type Kysely } from "kysely";

/** Splits package_totals by month and lets the counts of one month be read alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table package_totals drop constraint package_totals_pkey;
    alter table package_totals add column month date;
    delete from package_totals;
    alter table package_totals alter column month set not null;
    alter table package_totals add primary key (status, month);
    insert into package_totals (status, month, count)
    select status, date_trunc('month', day::timestamp)::date, sum(count) from package_counts group by 1, 2;
    comment on table package_totals is
      'The sums of package_counts over the days of each month. With package_count_changes added they are exact.';

    create index package_counts_of_day on package_counts (day);
  `.execute(db);
}
