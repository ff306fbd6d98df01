/**
 * What customers are notified about: a parcel was received, one that was not declared came with their code, its condition
 * is not perfect, it holds a battery or goods that close services, all parcels of a package are here, free storage ends or
 * has ended, or a claim was decided.
 */
export const notificationKinds = [
  "parcel_received",
  "parcel_undeclared",
  "parcel_condition",
  "parcel_goods",
  "package_complete",
  "storage_reminder",
  "claim_decided",
] as const;

/** Those of which customers are always notified, each at once. */
export const immediateNotificationKinds: readonly NotificationKind[] = [
  "parcel_condition",
  "parcel_goods",
  "storage_reminder",
  "claim_decided",
];

/** What a customer is notified about. */
export type NotificationKind = (typeof notificationKinds)[number];
