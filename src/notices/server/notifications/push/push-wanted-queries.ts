import { sql, type RawBuilder } from "kysely";
import { shipmentPushKinds } from "#notices/rules/notification.ts";

const shipmentKinds = sql.join(shipmentPushKinds.map((kind) => sql.lit(kind)));

/** Whether the customer in the joined row of `profiles` wants pushes of this kind. */
export function isPushWanted(kind: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    (profiles.shipment_updates or ${kind} not in (${shipmentKinds}))
    and not exists (
      select from notification_preferences turned_off
      where turned_off.user_id = profiles.id and turned_off.channel = 'push' and turned_off.kind = ${kind}
    ))`;
}
