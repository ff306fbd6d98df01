// How much of a customer's notifications is kept and counted.

/** Notifications are deleted so long after they were made. */
export const notificationRetentionDays = 90;

/** The unread count is not counted further. */
export const mostUnreadCounted = 100;
