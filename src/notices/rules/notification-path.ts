import { notificationMatrix, type NotificationKind } from "./notification.ts";
import type { NotificationPayload } from "./notification-payload.ts";

/** The page of the web application that a notification is about. */
export function notificationPath(
  kind: NotificationKind,
  subjectId: string,
  {
    count = 1,
    subject,
    shipRequestId,
  }: Pick<NotificationPayload, "count" | "subject" | "shipRequestId"> = {},
): string {
  if (kind === "claim_decided" || kind === "parcel_removed") return "/dashboard/parcels";
  if (kind.startsWith("case_")) return `/dashboard/messages/${subjectId}`;
  if (count > 1 && notificationMatrix[kind].group === "parcels")
    return "/dashboard/parcels?group=here";
  if (kind === "plan_renewed" || kind === "plan_changed" || kind === "payment_failed")
    return "/dashboard/settings";
  if (shipRequestId !== undefined) return `/dashboard/ship-requests/${shipRequestId}`;
  // It leads to the newest request, or to the form where there is none.
  if (kind.startsWith("ship_request_")) return `/dashboard/packages/${subjectId}/ship`;
  // Of a parcel or a package that is gone.
  if (kind === "extra_service_ended" && subject === undefined) return "/dashboard/parcels";
  const { group } = notificationMatrix[kind];
  if (group === "money") return "/dashboard/wallet";
  return (subject ?? group) === "packages"
    ? `/dashboard/packages?package=${subjectId}`
    : `/dashboard/parcels/${subjectId}`;
}
