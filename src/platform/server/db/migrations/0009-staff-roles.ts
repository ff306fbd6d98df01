import { sql, type Kysely } from "kysely";

/**
 * The roles of staff, with those that have ended. Open pages learn of a change of roles, and of two-factor
 * authentication, which some roles require.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table staff_roles (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references profiles (id),
      role text not null check (role in ('receiver', 'packer', 'support', 'finance', 'manager')),
      granted_by uuid references profiles (id),
      granted_at timestamptz not null,
      ended_at timestamptz check (ended_at >= granted_at)
    );
    comment on table staff_roles is
      'Rows stay when a role has ended. An account that is closed, or becomes an admin, has no open role.';
    create unique index staff_roles_open on staff_roles (user_id, role) where ended_at is null;

    create function record_user_profile_change() returns trigger language plpgsql as $$
    declare
      user_of_row uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
    begin
      insert into changes (user_id, topic, subject_id) values (user_of_row, 'profile', user_of_row)
        on conflict do nothing;
      return null;
    end $$;
    create trigger staff_roles_record_changes after insert or update on staff_roles
      for each row execute function record_user_profile_change();
    create trigger two_factors_record_updates after update of confirmed_at on two_factors
      for each row execute function record_user_profile_change();
    create trigger two_factors_record_deletes after delete on two_factors
      for each row execute function record_user_profile_change();
  `.execute(db);
}
