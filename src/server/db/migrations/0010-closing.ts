// Lets the history of a package forget how an image was called and what was noted on a leg; all else of it stays.
import { sql, type Kysely } from "kysely";

/** Narrows the trigger that keeps package_events append-only to every change but that one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger package_events_are_append_only on package_events;
    create trigger package_events_are_never_deleted before delete on package_events
      for each row execute function refuse_change_of_history();
    create trigger package_events_are_append_only before update on package_events
      for each row when (
        old.kind not in ('image_added', 'leg_changed') or new.before is not null or new.after is not null
        or (new.id, new.package_id, new.kind, new.leg_number, new.actor_id, new.by_staff, new.created_at)
          is distinct from
          (old.id, old.package_id, old.kind, old.leg_number, old.actor_id, old.by_staff, old.created_at)
      ) execute function refuse_change_of_history();
  `.execute(db);
}
