import type { notificationSettings } from "#contract/notification-settings.ts";
import type { notifications } from "#contract/notifications.ts";
import { apiOf, type ClientOf } from "#web/api.tsx";
import type { PeopleContract } from "./people.ts";

/** The operations of notices and of the modules below. */
export type NoticesContract = PeopleContract & {
  readonly notifications: typeof notifications;
  readonly users: typeof notificationSettings;
};
export type ApiClient = ClientOf<NoticesContract>;

export const { useApi, useApiClient } = apiOf<NoticesContract>();
