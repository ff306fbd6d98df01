import { sql, type Kysely } from "kysely";

/**
 * Staff are asked about legs that move before they are handed over, and what was reported before that counts then. The
 * history of a ship request says what left its package when the box was closed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table shipping_legs
      drop constraint shipping_legs_question_check,
      add constraint shipping_legs_question_check check (question in (
        'contradiction', 'not_handed_over', 'customs_information_required', 'attempt_failed', 'returning', 'returned',
        'damaged', 'lost', 'destroyed', 'refused', 'delayed', 'stopped'
      )),
      add column events_count_since timestamptz;
    alter table ship_request_events
      drop constraint ship_request_events_kind_check,
      add constraint ship_request_events_kind_check check (kind in (
        'requested', 'parcels_changed', 'payment_mode_changed', 'recipient_changed', 'packing_started', 'taken_over',
        'parcel_missing', 'parcel_found', 'continued_without_missing', 'parcels_left_out', 'parcels_taken_out',
        'box_closed', 'box_opened', 'waiting', 'quoted_anew', 'accepted', 'extra_service_ordered', 'extra_service_done',
        'extra_service_refused', 'extra_service_cancelled', 'labelled', 'label_voided', 'handed_over', 'taken_back',
        'cancelled', 'shelved'
      ));
    comment on column shipping_legs.events_count_since is
      'For a leg that was handed over: since when carriers'' events count. null: since staff last set its status.';
  `.execute(db);
}
