/**
 * What customers are notified about: a parcel was received, one that was not declared came with their code, its condition
 * is not perfect, it holds a battery or goods that close services, or all parcels of a package are here.
 */
export const notificationKinds = [
  "parcel_received",
  "parcel_undeclared",
  "parcel_condition",
  "parcel_goods",
  "package_complete",
] as const;

/** Those of which customers are always notified, each at once. */
export const immediateNotificationKinds: readonly NotificationKind[] = [
  "parcel_condition",
  "parcel_goods",
];

/** What a customer is notified about. */
export type NotificationKind = (typeof notificationKinds)[number];
