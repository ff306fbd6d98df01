// The SQL about the set-up. Every fact is one row of a small table or of an index.
import { sql } from "kysely";
import { isWarehouseEntered, isWarehouseOpened } from "#catalogue/server/db/warehouse-columns.ts";
import type { TickedStep } from "#office/rules/set-up.ts";
import type { Db } from "#platform/server/db/open.ts";

export type SetUpFacts = {
  readonly isWarehouseEntered: boolean;
  readonly isWarehouseOpened: boolean;
  /** Whether anybody but the first admin works here or is invited. */
  readonly hasStaff: boolean;
  /** Whether anybody has, or is invited to, a role at a desk. */
  readonly hasDeskRoles: boolean;
  readonly hasShelves: boolean;
  readonly hasNumberRanges: boolean;
  readonly hasReceived: boolean;
  /** Whether rates were imported or a service was changed. */
  readonly areRatesChanged: boolean;
};

export async function getSetUpFacts(db: Db, now: Date): Promise<SetUpFacts> {
  const openInvitations = sql`staff_invitations where state = 'open' and expires_at > ${now}`;
  const { rows } = await sql<SetUpFacts>`select
    ${isWarehouseEntered} as is_warehouse_entered,
    ${isWarehouseOpened} as is_warehouse_opened,
    exists (select from staff_roles where ended_at is null)
      or exists (select from ${openInvitations})
      or (select coalesce(sum(count), 0) > 1 from (
        select count from profile_counts where is_admin and not is_closed
        union all select change from profile_count_changes where is_admin and not is_closed
      ) admins) as has_staff,
    exists (select from staff_roles where ended_at is null and role in ('receiver', 'packer'))
      or exists (select from ${openInvitations} and role in ('receiver', 'packer')) as has_desk_roles,
    exists (select from storage_locations where is_active) as has_shelves,
    exists (select from number_ranges where is_active) as has_number_ranges,
    exists (select from receiving_records) as has_received,
    exists (select from audit_log where error_code is null
      and action in ('rates.importRates', 'shippingServices.addServiceVersion')) as are_rates_changed
  `.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error("A select without a table has one row.");
  return facts;
}

/** The steps that are ticked off: of each the newest entry of the audit log counts. */
export async function listTickedSteps(db: Db): Promise<TickedStep[]> {
  const { rows } = await sql<{ step: TickedStep; isTicked: boolean }>`
    select distinct on (target) target as step, (after ->> 'isTicked')::boolean as is_ticked
    from audit_log where action = 'admin.tickSetUpStep' and error_code is null
    order by target, id desc
  `.execute(db);
  return rows.filter(({ isTicked }) => isTicked).map(({ step }) => step);
}
