import type { InboundParcelEvent } from "#goods/contract/inbound-parcels.ts";
import { EventList } from "#goods/web/packages/event-list.tsx";
import { t } from "./details-messages.ts";

function textOf({ kind, packageTrackingNumber }: InboundParcelEvent): string {
  if (kind === "put_into_package" && packageTrackingNumber === null)
    return t("parcel-details.event.put_into_deleted");
  if (kind === "taken_out" && packageTrackingNumber === null)
    return t("parcel-details.event.taken_out_of_deleted");
  return t(`parcel-details.event.${kind}`, { trackingNumber: packageTrackingNumber });
}

const byStaffAlways: ReadonlySet<InboundParcelEvent["kind"]> = new Set([
  "received",
  "measured_again",
  "corrected",
  "stored",
  "departed",
  "matched",
  "merged",
  "packed",
  "unpacked",
]);

/** What happened to a parcel, newest first. */
export function ParcelHistory(props: { events: readonly InboundParcelEvent[] }) {
  return (
    <EventList
      events={props.events}
      textOf={(event) => {
        const text = textOf(event);
        const isNamed = event.byStaff && !byStaffAlways.has(event.kind);
        return isNamed ? t("parcel-details.byStaff", { event: text }) : text;
      }}
    />
  );
}
