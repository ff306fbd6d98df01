import { sql, type Kysely } from "kysely";

/** Changes of manifests and of the packages on them, for the open pages of staff. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function record_manifest_change() returns trigger language plpgsql as $$
    begin
      insert into changes (user_id, topic, subject_id) values (null, 'manifest', new.id)
        on conflict do nothing;
      return null;
    end $$;
    create trigger manifests_record_changes after insert or update on manifests
      for each row execute function record_manifest_change();

    create function record_manifest_packages_changes() returns trigger language plpgsql as $$
    begin
      insert into changes (user_id, topic, subject_id)
        select distinct null::uuid, 'manifest', manifest_id from changed
        on conflict do nothing;
      return null;
    end $$;
    create trigger manifest_packages_record_scans after insert on manifest_packages
      referencing new table as changed
      for each statement execute function record_manifest_packages_changes();
    create trigger manifest_packages_record_changes after update on manifest_packages
      referencing new table as changed
      for each statement execute function record_manifest_packages_changes();
    create trigger manifest_packages_record_removals after delete on manifest_packages
      referencing old table as changed
      for each statement execute function record_manifest_packages_changes();
  `.execute(db);
}
