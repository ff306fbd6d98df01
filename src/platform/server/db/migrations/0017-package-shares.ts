import { sql, type Kysely } from "kysely";

/** Links with which customers show others where a package is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table package_shares (
      id uuid primary key default gen_random_uuid(),
      package_id uuid not null references packages (id) on delete cascade,
      has_photos boolean not null,
      views integer not null default 0 check (views >= 0),
      created_at timestamptz not null,
      ended_at timestamptz
    );
    comment on table package_shares is
      'Links that show a package to everybody who has them. The token of a link is signed, not stored.';
    comment on column package_shares.ended_at is
      'When its owner ended it. It also ends a while after the delivery, which is not recorded here.';
    create unique index package_shares_open on package_shares (package_id) where ended_at is null;
    create index package_shares_of_package on package_shares (package_id);
  `.execute(db);
}
