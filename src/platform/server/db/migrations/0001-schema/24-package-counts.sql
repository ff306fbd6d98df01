-- Packages are counted incrementally, since counting all takes long. A change inserts a row without locks;
-- `aggregate-package-counts` adds the rows to the counts.

create table package_counts (
  status text not null,
  day date not null,
  count bigint not null,
  primary key (status, day)
);
create index package_counts_of_day on package_counts (day);
comment on table package_counts is
  'Packages by status and the UTC day of their creation. Exact when package_count_changes are added.';

-- Monthly sums, since the counts by day grow over the years: for the tabs of lists and for finding distant pages.
create table package_totals (
  status text not null,
  count bigint not null,
  month date not null,
  primary key (status, month)
);
comment on table package_totals is
  'The sums of package_counts over the days of each month. Exact when package_count_changes are added.';

create table package_count_changes (
  id bigint generated always as identity primary key,
  status text not null,
  day date not null,
  change bigint not null
);

create function count_added_packages() returns trigger language plpgsql as $$
begin
  insert into package_count_changes (status, day, change)
  select status, (created_at at time zone 'UTC')::date, count(*) from added group by 1, 2;
  return null;
end $$;
create trigger packages_added_are_counted after insert on packages
  referencing new table as added for each statement execute function count_added_packages();

create function count_changed_packages() returns trigger language plpgsql as $$
begin
  insert into package_count_changes (status, day, change)
  select status, day, sum(change) from (
    select status, (created_at at time zone 'UTC')::date as day, 1 as change from changed
    union all
    select status, (created_at at time zone 'UTC')::date, -1 from unchanged
  ) both_sides group by 1, 2 having sum(change) <> 0;
  return null;
end $$;
create trigger packages_changed_are_counted after update on packages
  referencing old table as unchanged new table as changed
  for each statement execute function count_changed_packages();

create function count_removed_packages() returns trigger language plpgsql as $$
begin
  insert into package_count_changes (status, day, change)
  select status, (created_at at time zone 'UTC')::date, -count(*) from removed group by 1, 2;
  return null;
end $$;
create trigger packages_removed_are_counted after delete on packages
  referencing old table as removed for each statement execute function count_removed_packages();

create function reset_package_counts() returns trigger language plpgsql as $$
begin
  truncate package_counts, package_totals, package_count_changes;
  return null;
end $$;
create trigger packages_emptied_are_counted after truncate on packages
  for each statement execute function reset_package_counts();
