// Until when staff were told of what happens, so that each thing is told once.
import { sql, type Kysely } from "kysely";

/** Creates staff_notices with its two rows; what happened before is no news. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table staff_notices (
      topic text primary key check (topic in ('shipments', 'payments')),
      told_until timestamptz not null default now(),
      written_at timestamptz,
      waiting jsonb not null default '{}'
    );
    insert into staff_notices (topic) values ('shipments'), ('payments');
    comment on column staff_notices.waiting is
      'How much of each kind waited for somebody when it was looked last.';
    create index plan_payments_counted on plan_payments (created_at);
  `.execute(db);
}
