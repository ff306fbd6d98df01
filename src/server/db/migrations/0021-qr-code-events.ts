// The events that a QR code was generated and deleted.
import { sql, type Kysely } from "kysely";

/** Lets a package's history tell of the QR codes of its legs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table package_events drop constraint package_events_kind_check;
    alter table package_events add constraint package_events_kind_check check (kind in (
      'package_created', 'package_status_changed', 'leg_added', 'leg_changed', 'leg_status_changed',
      'final_weight_changed', 'image_added', 'image_deleted', 'qr_code_generated', 'qr_code_deleted',
      'package_deleted'
    ));
  `.execute(db);
}
