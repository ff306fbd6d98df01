// Every figure is read from counters or an index, never from all rows.
import { sql } from "kysely";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { Db } from "#platform/server/db/open.ts";

/** Customers with a plan who can sign in now, and customers whose plan period included `then`. */
export async function countActiveCustomers(
  db: Db,
  then: Date,
): Promise<{ now: number; before: number }> {
  // A plan period is a month, and the provider's grace time stays far below another one.
  const { rows } = await sql<{ now: number; before: number }>`
    select
      (select count(*)::int from profiles
        where subscription is not null and not is_admin and closed_at is null and suspended_at is null
      ) as now,
      (select count(distinct p.user_id)::int
        from plan_periods p join profiles on profiles.id = p.user_id
        where p.starts_at <= ${then} and p.starts_at > ${then}::timestamptz - interval '62 days'
          and p.ends_at > ${then} and not profiles.is_admin
      ) as before
  `.execute(db);
  return rows[0] ?? { now: 0, before: 0 };
}

/** Packages in transit now, and at `then`: today's number less the changes since. */
export async function countInTransit(db: Db, then: Date): Promise<{ now: number; before: number }> {
  const { rows } = await sql<{ now: number; change: number }>`
    select
      (select coalesce(sum(count), 0)::int from (
        select count from package_totals where status = 'in_transit'
        union all select change from package_count_changes where status = 'in_transit'
      ) counted) as now,
      (select coalesce(sum(
          (facts ->> 'after' is not distinct from 'in_transit')::int
          - (facts ->> 'before' is not distinct from 'in_transit')::int
        ), 0)::int from events
        where subject_kind = 'package' and kind in ('package_status_changed', 'package_deleted')
          and (facts ->> 'before' = 'in_transit' or facts ->> 'after' = 'in_transit') and created_at > ${then}
      ) as change
  `.execute(db);
  const { now = 0, change = 0 } = rows[0] ?? {};
  return { now, before: now - change };
}

/** Plan payments in cents, from `from` up to, but not including, `until`. */
export async function sumPlanPayments(db: Db, from: Date, until: Date): Promise<number> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from transactions
    where type = 'subscription' and created_at >= ${from} and created_at < ${until}
  `.execute(db);
  return Number(rows[0]?.cents ?? 0n);
}

/** The total of all wallets, how much of it is held, and the total at `then`. */
export async function sumWallets(
  db: Db,
  then: Date,
): Promise<{ nowCents: number; heldCents: number; beforeCents: number }> {
  const { rows } = await sql<{ cents: bigint; held: bigint; change: bigint }>`
    select
      (select coalesce(sum(e.change_cents), 0)::bigint
        from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
        where t.created_at > ${then} and e.version is not null) as change,
      sums.cents, sums.held
    from (select coalesce(sum(balance_cents), 0)::bigint as cents,
        coalesce(sum(held_cents), 0)::bigint as held
      from ledger_accounts where kind = 'wallet') sums
  `.execute(db);
  const { cents = 0n, held = 0n, change = 0n } = rows[0] ?? {};
  return {
    nowCents: Number(cents),
    heldCents: Number(held),
    beforeCents: Number(cents - change),
  };
}

/** Packages by the week in which they were added, from the Monday `from` on, and how many of them are delivered by now. */
export async function countPackagesByWeek(
  db: Db,
  from: string,
): Promise<{ startsOn: string; registered: number; delivered: number }[]> {
  const { rows } = await sql<{ startsOn: string; registered: number; delivered: number }>`
    select to_char(date_trunc('week', day), 'YYYY-MM-DD') as starts_on,
      sum(count)::int as registered,
      coalesce(sum(count) filter (where status = 'delivered'), 0)::int as delivered
    from (
      select status, day, count from package_counts where day >= ${from}::date
      union all select status, day, change from package_count_changes where day >= ${from}::date
    ) counted group by 1
  `.execute(db);
  return rows;
}

/** Plan payments by month, from the day `from` on. */
export async function sumPlanPaymentsByMonth(
  db: Db,
  from: string,
): Promise<{ startsOn: string; amountCents: number }[]> {
  // One index range per month is several times as fast as computing the month of every payment.
  const { rows } = await sql<{ startsOn: string; cents: bigint }>`
    select to_char(month, 'YYYY-MM-DD') as starts_on, (
      select coalesce(sum(amount_cents), 0)::bigint from transactions
      where type = 'subscription' and created_at >= month at time zone 'UTC'
        and created_at < (month + interval '1 month') at time zone 'UTC'
    ) as cents
    from generate_series(${from}::date::timestamp, ${from}::date::timestamp + interval '13 months',
      interval '1 month') month
  `.execute(db);
  return rows.map(({ startsOn, cents }) => ({ startsOn, amountCents: Number(cents) }));
}

/** One page of plan payments, newest first, with the number and the sum of all. */
export async function listPlanPaymentRows(
  db: Db,
  page: {
    readonly from: Date;
    readonly until: Date;
    readonly offset: number;
    readonly limit: number;
  },
) {
  const inMonth = db
    .selectFrom("transactions")
    .where("type", "=", "subscription")
    .where("transactions.createdAt", ">=", page.from)
    .where("transactions.createdAt", "<", page.until);
  const items = await inMonth
    .leftJoin("profiles", "profiles.id", "transactions.userId")
    .select([
      "transactions.id",
      "transactions.userId",
      "profiles.email as userEmail",
      sql<PlanName | null>`transactions.metadata ->> 'plan'`.as("plan"),
      "transactions.amountCents",
      "transactions.createdAt",
    ])
    .orderBy("transactions.createdAt", "desc")
    .orderBy("transactions.number", "desc")
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const { total, cents } = await inMonth
    .select(({ fn }) => [
      fn.countAll<bigint>().as("total"),
      sql<bigint>`coalesce(sum(amount_cents), 0)::bigint`.as("cents"),
    ])
    .executeTakeFirstOrThrow();
  return { items, total: Number(total), sumCents: Number(cents) };
}
