import type { notificationSettings, notifications } from "#notices/contract/notifications.ts";
import { apiOf, type ClientOf } from "#ui/web/api.tsx";
import type { PeopleContract } from "#people/web/api.ts";

/** The operations of notices and of the modules below. */
export type NoticesContract = PeopleContract & {
  readonly notifications: typeof notifications;
  readonly users: typeof notificationSettings;
};
export type ApiClient = ClientOf<NoticesContract>;

export const { useApi, useApiClient } = apiOf<NoticesContract>();
